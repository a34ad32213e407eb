import { bounded } from '../result/cut-text.ts';

/** Characters of a name in a message. */
const MAX_NAME = 200;

/**
 * MCP speaks JSON. A program's values are richer, and what JSON would quietly turn into `{}` or null is refused instead.
 * Dates go as their ISO text, and undefined members not at all, as in `JSON.stringify`.
 * @throws TypeError that names the member.
 */
export function assertJson(args: unknown): void {
  JSON.stringify(args, (key, value: unknown) => {
    const name = nameOfUnfit(value);
    if (name === undefined) return value;
    throw new TypeError(
      `Arguments have to be JSON: ${key === '' ? 'they are' : `"${bounded(key, MAX_NAME)}" is`} ${name}`,
    );
  });
}

function nameOfUnfit(value: unknown): string | undefined {
  // Its digits may be millions, and take minutes to be worked out.
  if (typeof value === 'bigint') return 'a BigInt';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === 'Object' ? undefined : `of the type ${tag}`;
}
