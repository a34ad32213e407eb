/**
 * Topics that are tried in `npm test`, for a backend that shares the others with one where all are; undefined, for all,
 * at length (`npm run matrix`).
 */
export function inShort(topics: readonly string[]): readonly string[] | undefined {
  return process.env['CODESEAM_AT_LENGTH'] === '1' ? undefined : topics;
}
