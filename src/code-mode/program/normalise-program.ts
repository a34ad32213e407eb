import type { CodeRunResult } from '../../seam/types.ts';
import { AS_IT_IS, type Completion, completeExpression, completeProgram } from './completion.ts';
import { applyEdits, blank } from './edits.ts';
import { withoutMarkdown } from './markdown.ts';
import { ProgramParser } from './parse.ts';
import { restoreFailure } from './restore.ts';

/** Models write no longer programs; reading one would hold up the host. */
const MAX_READ_CHARACTERS = 200_000;

/** A program as the seam takes it: the body of an async function. */
export interface NormalisedProgram {
  readonly program: string;
  /** The result as it would be, had the submitted text been run: failures have its positions, and show its lines. */
  restore(result: CodeRunResult): CodeRunResult;
}

/**
 * Makes a body of what models write: code in a Markdown fence, a function that nobody calls, `export default`, a last
 * expression that is meant to be the result. Everything keeps its line. What is a body stays as it is, and so does what
 * is not understood: the runtime says what is wrong with it. Never throws.
 */
export function normaliseProgram(code: string): NormalisedProgram {
  if (code.length > MAX_READ_CHARACTERS) return unchanged(code);
  try {
    return normalise(code);
  } catch {
    return unchanged(code);
  }
}

function normalise(submitted: string): NormalisedProgram {
  const parser = new ProgramParser(submitted.length);
  const code = withoutMarkdown(submitted, parser);
  // The runtime takes a line that names an interpreter for a comment only where it comes first.
  const source = code.replace(/^(\s*)#!/, '$1//');
  const { edits, incidental } = completionOf(source, parser);
  const program = edits.length > 0 || code !== submitted ? applyEdits(source, edits) : code;
  if (program === submitted) return unchanged(submitted);
  return {
    program,
    restore(result) {
      const { error, ...rest } = result;
      if (error === undefined) return result;
      if (incidental && (error.kind === 'invalid-output' || error.kind === 'output-limit')) return rest;
      return { ...rest, error: restoreFailure(error, { submitted, source, edits, program }) };
    },
  };
}

function completionOf(text: string, parser: ProgramParser): Completion {
  const syntax = parser.program(text);
  if (syntax !== undefined) return completeProgram(text, syntax, parser);
  const expression = parser.expression(text);
  if (expression !== undefined) return completeExpression(text, 0, expression);
  return completionOfLastObject(text, parser);
}

/** An object on lines of its own after a program, which would be a block if it were one. */
function completionOfLastObject(text: string, parser: ProgramParser): Completion {
  const start = Math.max(text.lastIndexOf('\n{'), text.lastIndexOf('\r{')) + 1;
  const object = start > 0 ? parser.expression(blank(text.slice(0, start)) + text.slice(start)) : undefined;
  const before = object && parser.program(text.slice(0, start))?.program;
  const last = before?.body.at(-1) ?? before?.directives.at(-1);
  if (object === undefined || last === undefined) return AS_IT_IS;
  return completeExpression(text, last.end!, object);
}

function unchanged(program: string): NormalisedProgram {
  return { program, restore: (result) => result };
}
