/** A type as text. */
export interface TypeText {
  readonly text: string;
  /** Whether it is made of others, and needs parentheses where it is a part itself. */
  readonly compound: boolean;
}

export const UNKNOWN: TypeText = { text: 'unknown', compound: false };
export const NEVER: TypeText = { text: 'never', compound: false };
export const NULL: TypeText = { text: 'null', compound: false };

export function simple(text: string): TypeText {
  return { text, compound: false };
}

/** A type that is one of the others. */
export function union(types: readonly TypeText[]): TypeText {
  const texts = distinct(types.filter(({ text }) => text !== NEVER.text));
  if (texts.some(({ text }) => text === UNKNOWN.text)) return UNKNOWN;
  return joined(texts, ' | ') ?? NEVER;
}

/** A type that is all of the others. */
export function intersection(types: readonly TypeText[]): TypeText {
  const texts = distinct(types.filter(({ text }) => text !== UNKNOWN.text));
  if (texts.some(({ text }) => text === NEVER.text)) return NEVER;
  return joined(texts, ' & ') ?? UNKNOWN;
}

/** In parentheses where it needs them as a part of another type. */
export function asPart({ text, compound }: TypeText): string {
  return compound ? `(${text})` : text;
}

function joined(types: readonly TypeText[], operator: string): TypeText | undefined {
  if (types.length < 2) return types[0];
  return { text: types.map(asPart).join(operator), compound: true };
}

function distinct(types: readonly TypeText[]): TypeText[] {
  return [...new Map(types.map((type) => [type.text, type])).values()];
}
