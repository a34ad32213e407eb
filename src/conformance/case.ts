import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimeConfig } from '../seam/config.ts';
import type { CodeRunFailure, CodeRunResult, CodeRuntimeCapabilities } from '../seam/types.ts';
import type { Expectation } from './backend.ts';
import type { RequestParts } from './request.ts';

/** One sentence of the contract in executable form. */
export interface ConformanceCase {
  readonly topic: string;
  /** A present-tense fact, unique within its topic. */
  readonly name: string;
  /** Whether a backend with these capabilities promises the fact. Absent: every backend does. */
  readonly needs?: (capabilities: CodeRuntimeCapabilities) => boolean;
  /** What a backend lacks when `needs` is false. */
  readonly reason?: string;
  /** Rejects when the fact does not hold. */
  run(context: ConformanceContext): Promise<void>;
}

/** What a case is given. All members are free of `this`. */
export interface ConformanceContext {
  readonly capabilities: CodeRuntimeCapabilities;
  /** Begins an assertion, by the test framework of the caller. */
  readonly expect: (actual: unknown) => Expectation;
  /** The runtime that cases share: default limits, made on first use. */
  readonly runtime: () => Promise<CodeRuntime>;
  /** A runtime of its own for a case, disposed when `use` is done. */
  readonly withRuntime: <T>(
    config: CodeRuntimeConfig,
    use: (runtime: CodeRuntime) => Promise<T>,
  ) => Promise<T>;
  /** Makes a runtime that the case must dispose; for constructors that are expected to throw. */
  readonly create: (config?: CodeRuntimeConfig) => Promise<CodeRuntime>;
  /** Runs a program on the shared runtime. */
  readonly run: (program: string, parts?: RequestParts) => Promise<CodeRunResult>;
  /** Runs on the shared runtime a request that may be malformed. */
  readonly runRaw: (request: unknown) => Promise<CodeRunResult>;
  /** Runs a program that must succeed; resolves to its value. */
  readonly value: (program: string, parts?: RequestParts, runtime?: CodeRuntime) => Promise<unknown>;
  /** Runs a program that must fail; resolves to its failure. */
  readonly failure: (program: string, parts?: RequestParts, runtime?: CodeRuntime) => Promise<CodeRunFailure>;
}

/** A capability that a case depends on. */
export interface Need {
  readonly needs: (capabilities: CodeRuntimeCapabilities) => boolean;
  readonly reason: string;
}

type CaseBody = (context: ConformanceContext) => Promise<void>;
type CaseDraft = Omit<ConformanceCase, 'topic'>;

export const bareRealm: Need = {
  needs: ({ realm }) => realm === 'bare',
  reason: 'The realm is not bare',
};

export const nodeRealm: Need = {
  needs: ({ realm }) => realm === 'node',
  reason: 'The realm is not that of Node',
};

export const hardKill: Need = {
  needs: (capabilities) => capabilities.hardKill,
  reason: 'A synchronous infinite loop cannot be stopped (hardKill)',
};

export const busyTime: Need = {
  needs: (capabilities) => capabilities.busyTime,
  reason: 'Busy time is not measured (busyTime)',
};

export const noCodeFromStrings: Need = {
  needs: (capabilities) => capabilities.noCodeFromStrings,
  reason: 'Code from strings is not off (noCodeFromStrings)',
};

export const cleanStacks: Need = {
  needs: (capabilities) => capabilities.cleanStacks,
  reason: 'The engine writes the stacks of what it throws (cleanStacks)',
};

export const memoryLimit: Need = {
  needs: (capabilities) => capabilities.memoryLimit !== 'none',
  reason: 'Memory cannot be limited (memoryLimit)',
};

export const noMemoryLimit: Need = {
  needs: (capabilities) => capabilities.memoryLimit === 'none',
  reason: 'Memory can be limited (memoryLimit)',
};

export function all(...needs: readonly Need[]): Need {
  return {
    needs: (capabilities) => needs.every((need) => need.needs(capabilities)),
    reason: needs.map((need) => need.reason).join('; or: '),
  };
}

/** A case that every backend must pass, or, with a need, every backend that declares it. */
export function fact(name: string, run: CaseBody): CaseDraft;
export function fact(name: string, need: Need, run: CaseBody): CaseDraft;
export function fact(name: string, needOrRun: Need | CaseBody, run?: CaseBody): CaseDraft {
  if (typeof needOrRun === 'function') return { name, run: needOrRun };
  return { name, needs: needOrRun.needs, reason: needOrRun.reason, run: run! };
}

export function topic(name: string, drafts: readonly CaseDraft[]): readonly ConformanceCase[] {
  return drafts.map((draft) => ({ topic: name, ...draft }));
}
