import { BARE_REALM_GLOBALS } from './realm.ts';

/** What the name of a binding's global, or of its error class, looks like: a plain identifier in ECMAScript and in Python. */
export const PORTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Words that are no identifiers in a strict async function body. */
const ECMASCRIPT_RESERVED =
  'arguments async await break case catch class const continue debugger default delete do else enum eval export extends ' +
  'false finally for function if implements import in instanceof interface let new null package private protected public ' +
  'return static super switch this throw true try typeof var void while with yield';

const PYTHON_RESERVED =
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield';

/**
 * Names that no binding may have: reserved words of ECMAScript and Python, so that a list of bindings stays valid for a
 * runtime of either language, and the globals of the bare realm, so that a binding never replaces a builtin.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...ECMASCRIPT_RESERVED.split(' '),
  ...PYTHON_RESERVED.split(' '),
  ...BARE_REALM_GLOBALS,
]);

/** Whether `name` may be a binding's `global` or `errorClass.name`, on every backend alike. */
export function isPortableName(name: string): boolean {
  return PORTABLE_NAME.test(name) && !RESERVED_NAMES.has(name);
}
