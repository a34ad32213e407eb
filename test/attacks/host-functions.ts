/** What the host's side sees of one run. */
export interface Witness {
  calls: number;
  late: number;
  settled: boolean;
}

type HostFunction = (...args: readonly unknown[]) => unknown;

/** Members that are ordinary, whatever they are called. Each returns its own name. */
export const ODD_NAMES: readonly string[] = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  '__proto__',
  '__defineGetter__',
  'prototype',
  'length',
  'call',
  '',
  '0',
  'a-b',
  'a b\n"\'`\\',
  '\u2028',
  '\ud800',
];

const trap = (): never => {
  throw new Error('A trap');
};

const raise = (thrown: unknown) => (): never => {
  throw thrown;
};

/** Things that a host function may throw, by name. The program must see an `Error`, the host nothing at all. */
function throwers(): Record<string, HostFunction> {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const trapped = new Proxy(new Error('x'), { get: trap, ownKeys: trap, getPrototypeOf: trap });
  const cyclic = Object.assign(new Error('cyclic'), { errors: [] as unknown[], cause: undefined as unknown });
  cyclic.cause = cyclic;
  cyclic.errors.push(cyclic, cyclic);
  const getters = { __proto__: Error.prototype };
  for (const field of ['name', 'message', 'stack', 'cause', 'code', 'data', 'errors'])
    Object.defineProperty(getters, field, { get: trap });
  return {
    throwNull: raise(null),
    throwUndefined: raise(undefined),
    throwSymbol: raise(Symbol('x')),
    throwRevoked: raise(proxy),
    throwProxy: raise(trapped),
    throwCyclic: raise(cyclic),
    throwGetters: raise(getters),
    throwText: raise({ toString: trap, [Symbol.toPrimitive]: trap }),
    throwSymbolName: raise(Object.assign(new Error('x'), { name: Symbol('x'), message: 1n })),
    throwHuge: raise(new Error('x'.repeat(5_000_000))),
    throwErrors: raise(Object.assign(new Error('x'), { errors: proxy })),
  };
}

/** Things that a host function may resolve to, by name. Each rejects its call, or crosses. */
function givers(): Record<string, HostFunction> {
  return {
    giveFunction: () => () => 1,
    giveProxy: () => new Proxy({}, { ownKeys: trap, get: trap, getOwnPropertyDescriptor: trap }),
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is given
    giveThenable: () => ({ then: trap }),
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is given
    giveTwice: () => ({ then: (done: (n: number) => void) => [done(1), done(2), trap()] }),
    giveDeep: () => {
      let deep: unknown = 1;
      for (let level = 0; level < 200_000; level++) deep = [deep];
      return deep;
    },
    giveLate: () => new Promise((resolve) => setTimeout(resolve, 30, 1)),
    failLate: () => new Promise((_, reject) => setTimeout(reject, 30, new Error('late'))),
  };
}

/** What a host function may do to runs. */
export interface RunPowers {
  /** Fires the signal of the run. */
  readonly abort: () => void;
  /** Runs another program beside it, on the same runtime. */
  readonly another: (program: string) => Promise<unknown>;
}

/** The host functions of one run, in the order in which the wire counts them. They count their calls. */
export function hostFunctions(
  witness: Witness,
  { abort, another }: RunPowers,
  harm: Readonly<Record<string, HostFunction>>,
): Record<string, HostFunction> {
  let kept: unknown;
  const functions: Record<string, HostFunction> = {
    note: () => undefined,
    never: () => new Promise(() => {}),
    big: () => 'x'.repeat(1_000_000),
    echo: (value) => value,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Number(ms))),
    abort: () => void setTimeout(abort, 30),
    another: (program) => another(String(program)),
    keep: (value) => (kept = value),
    kept: () => kept,
    ...throwers(),
    ...givers(),
    ...harm,
  };
  return counted(functions, witness);
}

export function oddFunctions(witness: Witness): Record<string, HostFunction> {
  const functions: Record<string, HostFunction> = Object.create(null);
  for (const name of ODD_NAMES) functions[name] = () => name;
  return counted(functions, witness);
}

function counted(functions: Record<string, HostFunction>, witness: Witness): Record<string, HostFunction> {
  const all: Record<string, HostFunction> = Object.create(null);
  for (const [name, call] of Object.entries(functions))
    all[name] = (...args) => {
      witness.calls++;
      if (witness.settled) witness.late++;
      return call(...args);
    };
  return all;
}
