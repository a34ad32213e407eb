import { type ParseError, type ParserOptions, parse, parseExpression } from '@babel/parser';
import { CountedText, type ReadingBudget } from './counted-text.ts';

/** The parser's tree of a program; its types are those of the parser, by way of what it returns. */
export type Syntax = ReturnType<typeof parse>;
export type Statement = Syntax['program']['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];

/** What a character may cost to read: real programs cost 1 to 2, the densest 4, and some are read in parts as well. */
const BUDGET_PER_CHARACTER = 6;
/** Short programs may be tangled. */
const BUDGET_PER_PROGRAM = 100_000;

/** How many calls an error remembers, where there is such a setting. */
const STACK_LIMIT = 'stackTraceLimit';

const OPTIONS: ParserOptions = {
  sourceType: 'module',
  allowReturnOutsideFunction: true,
  allowUndeclaredExports: true,
  createParenthesizedExpressions: true,
  attachComment: false,
  plugins: ['typescript', 'decorators', 'decoratorAutoAccessors', 'explicitResourceManagement'],
};

/** Where the parser gave up, and what it calls the reason. */
export interface SyntaxProblem {
  readonly reason: string | undefined;
  readonly position: number;
}

/**
 * Reads a program and parts of it, all on one budget: its methods throw a `ReadingBudgetError` when that is spent, and
 * nothing else.
 */
export class ProgramParser {
  readonly #budget: ReadingBudget;

  /** `length`: that of the whole program, in characters. */
  constructor(length: number) {
    this.#budget = { left: length * BUDGET_PER_CHARACTER + BUDGET_PER_PROGRAM };
  }

  /** The program's tree, or undefined for what is no program, or nests too deeply to be read. */
  program(text: string): Syntax | undefined {
    const tree = this.#attempt(text, (input) => parse(input, OPTIONS));
    return tree instanceof Error ? undefined : tree;
  }

  /** The expression that all of the text is, a `;` after it aside; undefined when it is none. Offsets are those of `text`. */
  expression(text: string): Expression | undefined {
    const tree = this.#attempt(text.replace(/;\s*$/, ''), (input) => parseExpression(input, OPTIONS));
    return tree instanceof Error ? undefined : tree;
  }

  /** Why the text is no program; undefined when it is one. */
  problemOf(text: string): SyntaxProblem | undefined {
    const tree = this.#attempt(text, (input) => parse(input, OPTIONS));
    if (!(tree instanceof Error)) return undefined;
    const { reasonCode, pos } = tree as Partial<ParseError & { pos: number }>;
    return { reason: reasonCode, position: pos ?? 0 };
  }

  #attempt<Tree>(text: string, parser: (input: string) => Tree): Tree | Error {
    // A parser that tries much throws much, and nobody reads where.
    const limit: unknown = Reflect.get(Error, STACK_LIMIT);
    if (typeof limit === 'number') Reflect.set(Error, STACK_LIMIT, 0);
    try {
      // The parser reads through the methods of what it is given, which is a string to all of them but not to its types.
      return parser(new CountedText(text, this.#budget) as unknown as string);
    } catch (error) {
      // A syntax error, or a RangeError of the parser's own recursion: the runtime will say it better.
      if (error instanceof SyntaxError || error instanceof RangeError) return error;
      throw error;
    } finally {
      if (typeof limit === 'number') Reflect.set(Error, STACK_LIMIT, limit);
    }
  }
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
