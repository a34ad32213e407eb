import leven from 'leven';

/** How many names are suggested for one that does not exist. */
const SUGGESTIONS = 5;

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
