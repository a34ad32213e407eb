/** At most `length` characters from the start of a text, never ending inside of a surrogate pair. */
export function headOf(text: string, length: number): string {
  if (length >= text.length) return text;
  return text.slice(0, splitsPair(text, length) ? length - 1 : Math.max(length, 0));
}

/** At most `length` characters from the end of a text, never starting inside of a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (length >= text.length) return text;
  const start = text.length - Math.max(length, 0);
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** A text of at most `length` characters; what was longer ends in an ellipsis. */
export function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length - 1)}…`;
}

function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
