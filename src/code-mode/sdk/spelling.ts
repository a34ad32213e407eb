/** Longer texts of an `enum` or `const` are not told apart. */
const MAX_LITERAL = 200;

/** Characters of each half of a type's name. */
const MAX_NAME_PART = 40;

/** Words that mean something else at the start of a member of a type. */
const MEMBER_WORDS = new Set([
  'get',
  'set',
  'new',
  'readonly',
  'static',
  'declare',
  'abstract',
  'async',
  'accessor',
]);

/** What nobody sees, or what changes the order in which others are seen: controls, marks of direction, tags, line ends. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u{e0100}-\u{e01ef}]/gu;

/** A text as a literal on one line, whoever counts the lines, with nothing hidden in it. */
export function quoted(text: string): string {
  return withoutHidden(JSON.stringify(text));
}

/** JSON without spaces, with what is hidden in its texts as escapes. */
export function withoutHidden(json: string): string {
  return json.replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** The key of a member; as it is, where it can be. */
export function memberKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !MEMBER_WORDS.has(name) ? name : quoted(name);
}

/** The type of one value of JSON, as narrow as it is worth. */
export function literalType(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_LITERAL ? quoted(value) : 'string';
    case 'number':
      return Number.isFinite(value) ? String(value) : 'number';
    case 'boolean':
      return String(value);
    default:
      return value === null ? 'null' : 'unknown';
  }
}

/** Names for types, each one once. The underscore keeps them apart from those of the language's library. */
export class TypeNames {
  readonly #taken = new Set<string>();

  take(tool: string, definition: string): string {
    const name = `${pascalCase(tool, 'Tool')}_${pascalCase(definition, 'Type')}`;
    let unique = name;
    for (let number = 2; this.#taken.has(unique); number++) unique = `${name}_${number}`;
    this.#taken.add(unique);
    return unique;
  }
}

function pascalCase(text: string, fallback: string): string {
  const words = text.slice(0, 4 * MAX_NAME_PART).split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name.slice(0, MAX_NAME_PART) : fallback + name.slice(0, MAX_NAME_PART);
}
