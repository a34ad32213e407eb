/** The command was called in a way that it does not understand: exit status 2. */
export class UsageError extends Error {}
