import { PROGRAM_HOOK } from '../bridge/program-hook.ts';

/** The program's first line is this line of what the compiler reads (from 1): the wrapper's head is one line. */
export const FIRST_PROGRAM_LINE = 2;

/**
 * Makes one source of the program: the body of a strict async function, inside a labelled block. The tail breaks to the
 * label, which the compiler accepts only within that block: a program that closes it early is a syntax error, whatever
 * it opens afterwards. So the label must be a name that the program cannot know.
 */
export function wrapProgram(program: string, label: string): string {
  return `${PROGRAM_HOOK}(async function () { "use strict"; ${label}: {\n${body(program)}${tail(program, label, `break ${label}; } })`)}`;
}

/**
 * The program in a wrapper that the compiler complains about at the very place where the program closes it early:
 * what follows a `try` block must be `catch` or `finally`.
 */
export function probeProgram(program: string, label: string): string {
  return `(async function () { "use strict"; try {\n${body(program)}${tail(program, label, '} finally {} })')}`;
}

/** A line that names an interpreter is a comment anywhere but at the very start of a file. The length stays the same. */
function body(program: string): string {
  return program.replace(/^(\ufeff?)#!/, '$1//');
}

/**
 * A declaration cannot be the body of an unfinished `if`, which would swallow any other statement. The export makes the
 * compiler read a module: `module` and `exports` are then names like any other, and not objects of its making. The last
 * comment overrides a source map that the program may claim to have, and which would lie about positions.
 */
function tail(program: string, label: string, close: string): string {
  const newline = program.endsWith('\r') ? '\n\n' : '\n';
  return `${newline}const ${label} = 0; ${close}\nexport {};\n//# sourceMappingURL=none`;
}
