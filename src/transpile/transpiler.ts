import type { CodeLocation, CodeRealm } from '../seam/types.ts';

/** What became of a program. */
export type TranspileResult =
  | {
      readonly outcome: 'transpiled';
      /** A classic script; evaluated, it calls the global `PROGRAM_HOOK` once, with an async function: the program. */
      readonly script: string;
      /** The `mappings` of a source map of `script`, with one source. Columns are in UTF-16 units. */
      readonly mappings: string;
      /** The line of that source, from 1, at which the program as submitted begins; what comes before is not the program's. */
      readonly firstLine: number;
    }
  | {
      readonly outcome: 'rejected';
      /** Written for a model: what is wrong, where, and what to write instead. At most `MAX_REJECTION_LENGTH` long. */
      readonly message: string;
      /** The first problem, in the program as submitted. Absent when no place is to blame. */
      readonly location?: CodeLocation;
    }
  | {
      readonly outcome: 'unavailable';
      /** Why no program can be transpiled now; a later call tries again. */
      readonly message: string;
    };

export interface TranspileOptions {
  /** In the `bare` realm no form of `import()` survives; `node` keeps it. */
  readonly realm: CodeRealm;
}

/** Turns programs into scripts. Nothing that it does rejects: failures are outcomes. */
export interface Transpiler {
  /** Resolves to the script of a program, or to why there is none. */
  transpile(program: string, options: TranspileOptions): Promise<TranspileResult>;
  /** Settles what is pending as `unavailable` and resolves when no worker is left. Idempotent. */
  dispose(): Promise<void>;
}
