import { bounded, headOf, tailOf } from '../result/cut-text.ts';

/** Levels and values of one argument beyond which it is refused rather than checked against a schema. */
const MAX_LEVELS = 500;
const MAX_VALUES = 250_000;
/** Characters of a path, and of one name in it: what is wrong there has to fit into a message as well. */
const MAX_PATH = 150;
const MAX_NAME = 50;

/** Why an argument is not JSON; its message names the path. */
export class NotJson extends Error {}

/**
 * The argument as JSON has it, which is all that a JSON Schema speaks of: without properties that are undefined.
 * @throws NotJson for what JSON cannot hold.
 */
export function jsonView(args: object): { readonly view: unknown; readonly values: number } {
  let left = MAX_VALUES;
  const tooMany = (): NotJson => new NotJson(`args: expected at most ${MAX_VALUES} values`);
  const view = (value: unknown, path: string, level: number): unknown => {
    if (--left < 0) throw tooMany();
    if (level > MAX_LEVELS)
      throw new NotJson(`args: expected at most ${MAX_LEVELS} levels, and nothing that contains itself`);
    if (Array.isArray(value))
      return Array.from(value, (item: unknown, index) => view(item, `${path}[${index}]`, level + 1));
    if (isPlainObject(value)) {
      const copy: Record<string, unknown> = Object.create(null);
      const keys = Object.keys(value);
      if (keys.length > left) throw tooMany();
      for (const key of keys) {
        const item: unknown = Reflect.get(value, key);
        if (item !== undefined) copy[key] = view(item, path + pathStep(key), level + 1);
      }
      return copy;
    }
    if (isJsonPrimitive(value)) return value;
    throw new NotJson(`${shortPath(path)}: expected a JSON value, got ${kindOf(value)}`);
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

/** Both ends of a path that is too long for a message. */
export function shortPath(path: string): string {
  if (path.length <= MAX_PATH) return path;
  const head = MAX_PATH / 3;
  return `${headOf(path, head)}…${tailOf(path, MAX_PATH - head - 1)}`;
}

/** `.name`, `[0]` or `["any text"]`. */
export function pathStep(name: string): string {
  const key = bounded(name, MAX_NAME);
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return `.${key}`;
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
