/** A number that nobody can guess, and never 0. */
export function randomBeat(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! + 1;
}
