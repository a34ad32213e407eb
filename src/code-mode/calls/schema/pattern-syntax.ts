/** What a regular expression is made of. */
export type PatternPart =
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'place'; readonly is: '^' | '$' | '\\b' | '\\B' }
  | { readonly type: 'all'; readonly parts: readonly PatternPart[] }
  | { readonly type: 'any'; readonly parts: readonly PatternPart[] }
  | { readonly type: 'ahead'; readonly part: PatternPart; readonly negated: boolean }
  | { readonly type: 'repeat'; readonly part: PatternPart; readonly min: number; readonly max: number };

/** A part that is not known here: a reference back, a look behind, a modifier, an oddity from before `u`. */
class Unknown extends Error {}

const MAX_LENGTH = 5_000;
const MAX_LEVELS = 100;

/** The parts of a source that RegExp accepts. Undefined if it has a part that is not known here. */
export function parsePattern(source: string, unicode: boolean): PatternPart | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  try {
    return new Parser(source, unicode).whole();
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

class Parser {
  readonly #source: string;
  readonly #unicode: boolean;
  #at = 0;
  #level = 0;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#unicode = unicode;
  }

  whole(): PatternPart {
    const part = this.#alternatives();
    if (this.#at < this.#source.length) throw new Unknown();
    return part;
  }

  #alternatives(): PatternPart {
    if (++this.#level > MAX_LEVELS) throw new Unknown();
    const parts = [this.#sequence()];
    while (this.#take(/\|/y)) parts.push(this.#sequence());
    this.#level--;
    return parts.length === 1 ? parts[0]! : { type: 'any', parts };
  }

  #sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!))
      parts.push(this.#repeated(this.#term()));
    return { type: 'all', parts };
  }

  #repeated(part: PatternPart): PatternPart {
    const found = this.#take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
    if (!found) return part;
    const [text, least, comma, most] = found;
    if (least === undefined) {
      const min = text.startsWith('+') ? 1 : 0;
      return { type: 'repeat', part, min, max: text.startsWith('?') ? 1 : Infinity };
    }
    const min = Number(least);
    const max = comma === '' ? min : most === '' ? Infinity : Number(most);
    return { type: 'repeat', part, min, max };
  }

  #term(): PatternPart {
    const place = this.#take(/\^|\$|\\[bB]/y)?.[0];
    if (place !== undefined) return { type: 'place', is: place as '^' };
    const group = this.#take(/\((?:\?(?:[:=!]|<(?![=!])[^>]*>|(.)))?/y);
    if (group) {
      if (group[1] !== undefined) throw new Unknown();
      const part = this.#alternatives();
      if (!this.#take(/\)/y)) throw new Unknown();
      if (group[0] !== '(?=' && group[0] !== '(?!') return part;
      return { type: 'ahead', part, negated: group[0] === '(?!' };
    }
    return { type: 'character', source: this.#character() };
  }

  #character(): string {
    const set = this.#take(this.#unicode ? /\[(?:\\.|[^\]\\])*\]/suy : /\[(?:\\.|[^\]\\])*\]/sy);
    if (set) return set[0];
    const escaped = this.#take(
      this.#unicode
        ? /\\(?:u\{[\da-f]+\}|ud[89ab]..\\ud[c-f]..|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|[^\dkpuxc]|0(?!\d))/iuy
        : /\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[^\dkc]|0(?!\d))/iy,
    );
    if (escaped) return escaped[0];
    const plain = this.#take(this.#unicode ? /[^\\]/suy : /[^\\]/sy);
    if (plain) return plain[0] === '/' ? '\\/' : plain[0];
    throw new Unknown();
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found) this.#at += found[0].length;
    return found;
  }
}
