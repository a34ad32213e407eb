/** Letters of a word that are told apart: what is longer is no word. */
const MAX_WORD = 50;

/** Words in lower case: `listPullRequests`, `list_pull-requests` and `List pull requests` are alike. */
export function wordsOf(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD));
}
