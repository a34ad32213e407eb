const MISSING_NAME = /^ReferenceError: ([\w$]+) is not defined/;

/** What the runtime, which knows nothing of tools, tells a program that misses a power. */
const ASK = '; ask for a binding';

/** Completes the message of a failure, for a model that has tools: it can call those, and cannot ask for bindings. */
export function adviseOn(
  message: string,
  { global, names }: { global: string; names: readonly string[] },
): string {
  const [first = ''] = message.split('\n', 1);
  const missing = MISSING_NAME.exec(first);
  const name = missing?.[1];
  if (missing && name !== undefined && names.includes(name))
    return `${missing[0]}: the tool is ${global}[${JSON.stringify(name)}]${message.slice(missing[0].length)}`;
  // A function, because the name may hold what has a meaning in a replacement.
  return first.replace(ASK, () => `; only ${global} leads out of the program`) + message.slice(first.length);
}
