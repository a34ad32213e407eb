import leven from 'leven';

/** How many names are suggested for one that does not exist. */
const SUGGESTIONS = 5;

/** A name that contains another, or is part of it, is near from this length on. */
const MIN_PART = 4;

/** The names nearest to `wanted`, quoted, the nearest first; none only when there are no names at all. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const ranked = names.map((name) => ({ name, distance: leven(wanted.toLowerCase(), name.toLowerCase()) }));
  ranked.sort((a, b) => a.distance - b.distance);
  // What is much farther than the nearest is no suggestion, unless nothing is near.
  const limit = Math.max((ranked[0]?.distance ?? 0) * 2, 3);
  return ranked
    .slice(0, SUGGESTIONS)
    .filter(({ distance }) => distance <= limit)
    .map(({ name }) => JSON.stringify(name));
}

/**
 * What is wrong with the fields that nobody reads: each with the name that was probably meant, and at the end all names
 * there are if any of them resembles none. Undefined when there is no such field.
 * @param where completes `unknown field "x"`, as in ` in "bindings[0]"`. Default: nothing.
 */
export function unknownFields(value: object, known: readonly string[], where = ''): string | undefined {
  const unknown = Object.keys(value).filter((field) => !known.includes(field));
  if (unknown.length === 0) return undefined;
  const meant = unknown.map((field) => nearName(field, known));
  const named = unknown.map((field, index) => {
    const hint = meant[index] === undefined ? '' : ` (did you mean "${meant[index]}")`;
    return `${JSON.stringify(field.slice(0, 100))}${hint}`;
  });
  const all = meant.includes(undefined) ? `: expected one of ${known.join(', ')}` : '';
  return `unknown field${unknown.length === 1 ? '' : 's'} ${named.join(', ')}${where}${all}`;
}

/**
 * Refuses options with fields that nobody reads.
 * @throws TypeError that names them all.
 */
export function refuseUnknownFields(value: object, known: readonly string[], where: string): void {
  const problem = unknownFields(value, known, ` in ${where}`);
  if (problem !== undefined) throw new TypeError(`U${problem.slice(1)}`);
}

/** The one name that is so near that it was probably meant. */
export function nearName(wanted: string, names: readonly string[]): string | undefined {
  const lower = wanted.toLowerCase();
  const part = names.filter((name) => {
    const other = name.toLowerCase();
    const [short, long] = lower.length < other.length ? [lower, other] : [other, lower];
    return short.length >= MIN_PART && long.includes(short);
  });
  const distances = names.map((name) => leven(lower, name.toLowerCase()));
  const least = Math.min(...distances);
  return least <= wanted.length / 3
    ? names[distances.indexOf(least)]
    : part.length === 1
      ? part[0]
      : undefined;
}
