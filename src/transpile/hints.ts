import type { CodeRealm } from '../seam/types.ts';

/** A problem of the program; `offset` is where it is. */
export interface Problem {
  readonly text: string;
  readonly offset: number;
}

/** A line that opens or closes a Markdown code block. */
const FENCE = /^[^\S\r\n]*(?:`{3,}|~{3,})[\w+#.-]*[^\S\r\n]*$/m;

/** How far around a problem the program is searched for its cause. */
const REACH = 200;

/** Finds what the compiler would let pass, or would silently change. */
export function refusalOf(program: string): Problem | undefined {
  const start = program.search(/\S/);
  const first = /^.*$/m.exec(program.slice(Math.max(start, 0), start + REACH))?.[0] ?? '';
  if (FENCE.test(first)) {
    return { text: 'Remove the Markdown code fence: the program must be nothing but code', offset: start };
  }
  // It has no UTF-8, so the compiler would read another character.
  const half = program.search(/\p{Surrogate}/u);
  if (half >= 0) {
    const text =
      'Half of a surrogate pair cannot be part of a program: write it as an escape, as in "\\ud83d"';
    return { text, offset: half };
  }
  return undefined;
}

/** Turns a complaint of the compiler into one that says what to write instead, where there is more to say. */
export function explain(program: string, { text, offset }: Problem, realm: CodeRealm): Problem {
  const before = program.slice(Math.max(0, offset - REACH), offset);
  const keyword = (pattern: RegExp): number => offset - before.length + before.search(pattern);

  if (text.startsWith('Unexpected ')) {
    const at = keyword(/(?<![\w$.#])import(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\r\n]*[\r\n])*$/);
    if (at >= offset - before.length) return { text: importHint(realm), offset: at };
  }
  if (text === 'Unexpected "export"') {
    return { text: 'export is not available: declare without it, and return the result', offset };
  }
  if (text.startsWith('Expected ";" but found')) {
    const at = keyword(/(?<![\w$.#])(?:namespace|module)\s+$/);
    if (at >= offset - before.length) {
      return { text: 'Namespaces are not available: use an object or plain functions', offset: at };
    }
  }
  if (text.startsWith('"import.meta"')) {
    return { text: 'import.meta is not available: the program is not a module', offset };
  }
  if (/^(?:Source phase|Deferred) imports/.test(text) || text.includes('second argument to "import()"')) {
    const text =
      realm === 'node'
        ? 'Only import("...") is available'
        : 'import() is not available: there are no modules';
    return { text, offset };
  }
  if (text.startsWith('Syntax error "') && program[offset - 1] === '\\') {
    return {
      text: 'A backslash outside of strings: send line breaks as such, not as "\\n"',
      offset: offset - 1,
    };
  }
  if (text.startsWith('Parameter decorators')) {
    return { text: 'Parameter decorators are not available: decorate the class or the member', offset };
  }
  if (text.startsWith('With statements')) {
    return { text: 'The "with" statement is not available: name the object at each use', offset };
  }
  if (text.startsWith('Legacy HTML single-line comments')) {
    return { text: 'HTML comments are not available: begin a comment with "//"', offset };
  }
  if (text.startsWith('Cannot use "break" here')) {
    return { text: 'Cannot use "break" outside a loop or switch: "return" ends the program', offset };
  }
  const advice = adviceFor(program, text);
  const element = advice === undefined ? elementAround(program, offset) : undefined;
  if (element !== undefined) {
    return { text: 'JSX is not available: return plain data or a string', offset: element };
  }
  return { text: withAdvice(neutral(text), advice), offset };
}

/** What to do about a Markdown code fence somewhere in the program, if there is one. */
export function fenceAdvice(program: string): string | undefined {
  return FENCE.test(program) ? 'remove the Markdown code fence and the text around it' : undefined;
}

export function withAdvice(text: string, advice: string | undefined): string {
  return advice === undefined ? text : `${text}: ${advice}`;
}

function importHint(realm: CodeRealm): string {
  return realm === 'node'
    ? 'import statements are not available: the bindings are globals; write "const name = await import(...)" for modules'
    : 'import statements are not available: the bindings are globals that need no import, and there are no modules';
}

function adviceFor(program: string, text: string): string | undefined {
  if (/^Unexpected "[\u2018-\u201f]"/.test(text)) return 'use straight quotes, " or \'';
  const fence = fenceAdvice(program);
  if (fence !== undefined) return fence;
  if (/^\s*<(?:!doctype|!--|\?xml|html|body|head|script|svg)\b/i.test(program)) {
    return 'the program must be TypeScript, not markup';
  }
  if (text === 'Expected ";" but found ":"' && /^\s*\{/.test(program)) {
    return 'to return an object, write "return { ... }"';
  }
  return undefined;
}

/** What looks like an element: a closing tag, one that closes itself, a fragment, or one with an attribute. */
const ELEMENT =
  /<\/[A-Za-z][\w.:-]*\s*>|<[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/>|<\/?>|<[A-Za-z][\w.:-]*\s+[\w-]+=["'{]/;

/** The place of the first tag of an element around the problem, if there is one. */
function elementAround(program: string, offset: number): number | undefined {
  const start = Math.max(0, offset - REACH);
  const around = program.slice(start, offset + REACH);
  if (!ELEMENT.test(around)) return undefined;
  // Of an expression, unlike a type argument or a comparison.
  const tag = /(?<=(?:^|[=(,?:&|[{};>]|\breturn|\bdefault)\s*)<(?:>|[A-Za-z][\w.:-]*[\s/>])/.exec(around);
  return start + (tag?.index ?? offset - start);
}

/** Without what only makes sense to someone who configures the compiler. */
function neutral(text: string): string {
  return text.replace(/ in the configured target environment \([^)]*\)/, ' here').replace(/:$/, '');
}
