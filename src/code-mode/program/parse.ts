import { type ParserOptions, parse, parseExpression } from '@babel/parser';

/** The parser's tree of a program; its types are those of the parser, by way of what it returns. */
export type Syntax = ReturnType<typeof parse>;
export type Statement = Syntax['program']['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];

/** Models write no longer programs; a parser that is busy with one would hold up the host. */
const MAX_PARSED_CHARACTERS = 2_000_000;

const OPTIONS: ParserOptions = {
  sourceType: 'module',
  allowReturnOutsideFunction: true,
  allowUndeclaredExports: true,
  createParenthesizedExpressions: true,
  attachComment: false,
  plugins: ['typescript', 'decorators', 'decoratorAutoAccessors', 'explicitResourceManagement'],
};

/** The program's tree, or undefined for what is no program, or nests too deeply to be read. */
export function parseProgram(text: string): Syntax | undefined {
  return attempt(text, () => parse(text, OPTIONS));
}

/** The expression that all of the text is, a `;` after it aside; undefined when it is none. Offsets are those of `text`. */
export function parseSoleExpression(text: string): Expression | undefined {
  return attempt(text, () => parseExpression(text.replace(/;\s*$/, ''), OPTIONS));
}

/** Without parentheses and what only the type checker reads. */
export function unwrap(expression: Expression): Expression {
  let inner = expression;
  while (
    inner.type === 'ParenthesizedExpression' ||
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSNonNullExpression' ||
    inner.type === 'TSTypeAssertion'
  ) {
    inner = inner.expression;
  }
  return inner;
}

function attempt<Tree>(text: string, parser: () => Tree): Tree | undefined {
  if (text.length > MAX_PARSED_CHARACTERS) return undefined;
  try {
    return parser();
  } catch {
    // A syntax error, or a RangeError of the parser's own recursion: the runtime will say it better.
    return undefined;
  }
}
