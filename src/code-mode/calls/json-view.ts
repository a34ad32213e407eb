/** Levels and values of one argument beyond which it is refused rather than checked against a schema. */
const MAX_LEVELS = 500;
const MAX_VALUES = 250_000;

/** Why an argument is not JSON; its message names the path. */
export class NotJson extends Error {}

/**
 * The argument as JSON has it, which is all that a JSON Schema speaks of: without properties that are undefined.
 * @throws NotJson for what JSON cannot hold.
 */
export function jsonView(args: object): { readonly view: unknown; readonly values: number } {
  let left = MAX_VALUES;
  const view = (value: unknown, path: string, level: number): unknown => {
    if (--left < 0) throw new NotJson(`args: expected at most ${MAX_VALUES} values`);
    if (level > MAX_LEVELS)
      throw new NotJson(`args: expected at most ${MAX_LEVELS} levels, and nothing that contains itself`);
    if (Array.isArray(value))
      return Array.from(value, (item: unknown, index) => view(item, `${path}[${index}]`, level + 1));
    if (isPlainObject(value)) {
      const copy: Record<string, unknown> = Object.create(null);
      for (const [key, item] of Object.entries(value))
        if (item !== undefined) copy[key] = view(item, path + pathStep(key), level + 1);
      return copy;
    }
    if (isJsonPrimitive(value)) return value;
    throw new NotJson(`${path}: expected a JSON value, got ${kindOf(value)}`);
  };
  return { view: view(args, 'args', 0), values: MAX_VALUES - left };
}

export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && tagOf(value) === 'Object';
}

function isJsonPrimitive(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** `.name`, `[0]` or `["any text"]`. */
export function pathStep(key: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
  return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
}

/** What a value that is no JSON is, for a message. */
export function kindOf(value: unknown): string {
  if (typeof value === 'bigint') return 'a BigInt';
  return typeof value === 'object' && value !== null ? `an object of type ${tagOf(value)}` : String(value);
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
