/** Code Mode: from a list of tools to one `run_code` tool. Uses only the public seam. */
export {
  CODE_MODE_LIMITS,
  type CodeModeLimitName,
  type CodeModeLimits,
  type CodeModeOptions,
} from './config.ts';
export { createCodeMode } from './create-code-mode.ts';
export type * from './types.ts';
