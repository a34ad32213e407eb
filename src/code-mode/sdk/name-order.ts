/** In the order of UTF-16 code units: the same everywhere, unlike that of any language. */
export function inNameOrder<Named extends { readonly name: string }>(named: readonly Named[]): Named[] {
  return named.toSorted((a, b) => compareNames(a.name, b.name));
}

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
