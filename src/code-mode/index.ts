/** Code Mode: from a list of tools to one `run_code` tool. Uses only the public seam. */
export type * from './types.ts';
