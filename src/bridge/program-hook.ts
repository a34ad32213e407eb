/**
 * The global through which a transpiled program's script hands its body to the guest, which defines it just before the
 * script is evaluated and removes it with the first call. A program cannot run before that, so it never sees the hook.
 */
export const PROGRAM_HOOK = '__codeseam_program__';

/** The name that the program's script carries in stack traces. */
export const PROGRAM_NAME = 'program.ts';

/** The global under which the guest script leaves its `boot` function for the code that evaluated it, which takes and removes it. */
export const GUEST_HOOK = '__codeseam_guest__';
