import type { CodeRunFailureKind } from '../../src/index.ts';

/** The columns of the table. `page worker` is a worker of the page itself: `containment: 'none'`. */
export const BACKENDS = ['thread', 'process', 'container', 'frame', 'page worker'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** What a program may try, and what has to come of it. Plain data: it is sent to wherever it is tried. */
export interface Attack {
  readonly name: string;
  /**
   * Finds the functions of `host-functions.ts` as `tools`, and members of odd names as `odd`. Of a `forged` guest, it is
   * the guest itself: see `forged.ts`. `ORIGIN` and `DATAGRAMS` stand for the addresses of a server that counts.
   */
  readonly program: string;
  /** The kinds of failure that are right. Default: none, it has to return. */
  readonly fails?: readonly CodeRunFailureKind[];
  /** What a run that returns has to return. Default: it must not return. */
  readonly returns?: unknown;
  /** What the message of a failure matches, a regular expression. */
  readonly says?: string;
  /** How many host functions are called, exactly. Default: any number. */
  readonly calls?: number;
  /** The run after it, which has to return 1: it looks for what was left. Default: something harmless. */
  readonly next?: string;
  readonly limits?: Readonly<Record<string, number>>;
  /** Who speaks for the program: its guest (default), a forged one, or its own hand on the pipe of a process. */
  readonly guest?: 'forged' | 'pipe';
  readonly realm?: 'node';
  /** A thread may be left that cannot be ended, if `dispose()` says so. */
  readonly leaks?: true;
  /** Where the host itself may die of it, as the README says. */
  readonly fatal?: readonly BackendName[];
  /** Where it may hold the host's timers up until it is ended, as the README says. */
  readonly starves?: readonly BackendName[];
  /** Where `npm test` does not try it, and `npm run attacks` does, and why. */
  readonly atLength?: Readonly<Partial<Record<BackendName, string>>>;
  /** Where it is not tried, and why. */
  readonly not?: Readonly<Partial<Record<BackendName, string>>>;
}

export interface Kind {
  readonly kind: string;
  readonly attacks: readonly Attack[];
}

/** What was seen of an attack, by whoever was its host. */
export interface Report {
  /** `value`, or the kind of failure; `rejected` or `overdue` when `run()` did what it never should. */
  readonly outcome: string;
  readonly message: string;
  readonly value: unknown;
  readonly settlements: number;
  /** Host functions called, log entries and calls that came after the run had settled. */
  readonly calls: number;
  readonly late: number;
  /** How the timers of the host fared, '' when they kept firing. */
  readonly held: string;
  /** What else reached the host, or was left in it. */
  readonly problems: readonly string[];
  /** The value of the next run on the same runtime, or its failure. */
  readonly next: unknown;
  /** Memory that did not come back, in MiB; 0 where it cannot be told. */
  readonly keptMb: number;
  readonly disposal: string;
}

/** What a stage is to try. */
export interface Order {
  readonly attack: Attack;
  readonly backend: BackendName;
}
