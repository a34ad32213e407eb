import type { CodeRunResult, CodeRuntime } from '../../src/index.ts';
import type { Attack, Report } from './attack.ts';
import { heldUp, hold } from './hold.ts';
import { hostFunctions, oddFunctions, type Witness } from './host-functions.ts';

/** A run or a disposal that takes longer than this never ends, in ms: a disposal waits a minute for a thread that is stuck. */
const OVERDUE_MS = 75_000;
/** How long the memory of a run may take to come back. */
const RETURN_MS = 15_000;
const RETURN_STEP_MS = 100;
const KEPT_MB = 200;
const LONGEST_MESSAGE = 300;

/** What a place where attacks are tried gives to one of them. */
export interface Host {
  /** A runtime that has run nothing yet. */
  readonly runtime: CodeRuntime;
  /** The attack's program as this runtime takes it, and what a harmless one is to it; that returns 1. */
  readonly program: string;
  readonly harmless: string;
  /** Errors, rejections and warnings that reached the host outside of any run. */
  readonly problems: string[];
  /** Functions by which a program harms what it runs on. */
  readonly harm: Readonly<Record<string, () => unknown>>;
  /** What an attack left behind, where others could find it. */
  readonly traces: () => Promise<string[]>;
  /** Memory in use, in MiB, and busy time of the host's thread, where the platform tells. */
  readonly memoryMb?: () => number;
  readonly busyMs?: () => number;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs one attack, then something harmless on the same runtime, and says what was seen. */
export async function attempt(attack: Attack, host: Host): Promise<Report> {
  const { runtime, memoryMb = () => 0 } = host;
  const builtins = fingerprint();
  const first = await returned(host, host.harmless);
  const before = memoryMb();

  const { witness, result, settlements } = start(host, host.program);
  const held = await hold(() => result, host.busyMs);
  const outcome = outcomeOf(held.result);
  const next = await returned(host, attack.next ?? host.harmless);
  const holdOf = (program: string) => () => hold(() => start(host, program).result, host.busyMs);
  const holding = await heldUp(held, holdOf(host.program), holdOf('for (;;);'));
  let keptMb = memoryMb() - before;
  for (let waited = 0; keptMb > KEPT_MB && waited < RETURN_MS; waited += RETURN_STEP_MS) {
    await sleep(RETURN_STEP_MS);
    keptMb = memoryMb() - before;
  }
  const disposed = runtime.dispose().then(
    () => 'ended',
    (error) => error?.code ?? String(error),
  );
  const disposal = (await Promise.race([disposed, sleep(OVERDUE_MS)])) ?? 'overdue';
  const problems = [...host.problems, ...(await host.traces())];
  if (first !== 1) problems.push(`the first run: ${first}`);
  if (fingerprint() !== builtins) problems.push('a builtin of the host was changed');
  return {
    ...outcome,
    settlements: settlements(),
    calls: witness.calls,
    late: witness.late,
    held: holding,
    problems,
    next,
    keptMb: Math.max(0, Math.round(keptMb)),
    disposal,
  };
}

/** What a program returns, or the message of its failure. */
async function returned(host: Host, program: string): Promise<unknown> {
  const result = await start(host, program).result;
  return result === undefined ? 'overdue' : (result.error?.message ?? result.value);
}

interface Started {
  readonly witness: Witness;
  readonly settlements: () => number;
  readonly result: Promise<CodeRunResult | undefined>;
}

function start(host: Host, program: string): Started {
  const { runtime, harm } = host;
  const witness: Witness = { calls: 0, late: 0, settled: false };
  const control = new AbortController();
  let settlements = 0;
  const settle = (): void => {
    settlements++;
    witness.settled = true;
  };
  const powers = {
    abort: () => control.abort(new Error('enough')),
    another: (beside: string) => returned(host, beside),
  };
  const running = runtime.run({
    program,
    bindings: [
      { global: 'tools', functions: hostFunctions(witness, powers, harm) },
      { global: 'odd', functions: oddFunctions(witness) },
    ],
    signal: control.signal,
    onLog: () => {
      if (witness.settled) witness.late++;
    },
  });
  running.then(settle, settle);
  return {
    witness,
    settlements: () => settlements,
    result: Promise.race([running, sleep(OVERDUE_MS).then(() => undefined)]),
  };
}

function outcomeOf(result: CodeRunResult | undefined): Pick<Report, 'outcome' | 'message' | 'value'> {
  if (result === undefined) return { outcome: 'overdue', message: '', value: undefined };
  const { error, value } = result;
  if (error === undefined) return { outcome: 'value', message: '', value };
  return { outcome: error.kind, message: error.message.slice(0, LONGEST_MESSAGE), value };
}

/** Whatever a program could have changed of the host's builtins shows here. */
function fingerprint(): string {
  const all = [Object, Array, Function, Promise, Map, Set, Error, String, RegExp].map(
    ({ prototype }) => prototype,
  );
  const keys = [...all, Reflect, JSON, globalThis].map((each) => Reflect.ownKeys(each).map(String).join());
  return keys.join(';');
}
