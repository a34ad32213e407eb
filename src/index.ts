/** The seam: what a code runtime does, without any backend. */
export { CodeRuntime } from './seam/code-runtime.ts';
export type { CodeRuntimeConfig } from './seam/config.ts';
export { CodeRuntimeError, type CodeRuntimeErrorCode } from './seam/errors.ts';
export { type CodeRuntimeLimits, LIMITS, type LimitName, type LimitRule } from './seam/limits.ts';
export { isPortableName, PORTABLE_NAME, RESERVED_NAMES } from './seam/names.ts';
export { BARE_REALM_GLOBALS } from './seam/realm.ts';
export { type ValidNamespace, type ValidRequest, validateRequest } from './seam/request.ts';
export type * from './seam/types.ts';
