import { PROGRAM_NAME } from '../bridge/program-hook.ts';
import type { CodeRealm } from '../seam/types.ts';
import { type CompilerMessage, reject, rejectDiagnosed, rejectEarlyClose } from './diagnostics.ts';
import { refusalOf } from './hints.ts';
import type { TranspileResult } from './transpiler.ts';
import { FIRST_PROGRAM_LINE, probeProgram, wrapProgram } from './wrapper.ts';

/** The part of the compiler that is used: its `transform`. */
export type Transform = (source: string, options: object) => Promise<{ code: string; map: string }>;

/** Each warning quotes its whole line, however long, and none of them is shown: the compiler must not collect them. */
const IGNORED_WARNINGS = [
  'assign-to-constant',
  'class-name-will-throw',
  'commonjs-variable-in-esm',
  'delete-super-property',
  'direct-eval',
  'duplicate-case',
  'duplicate-class-member',
  'duplicate-object-key',
  'equals-nan',
  'equals-negative-zero',
  'equals-new-object',
  'impossible-typeof',
  'invalid-source-mappings',
  'missing-source-map',
  'private-name-will-throw',
  'semicolon-after-return',
  'suspicious-boolean-not',
  'suspicious-logical-operator',
  'suspicious-nullish-coalescing',
  'unsupported-dynamic-import',
  'unsupported-regexp',
  'unsupported-source-map-comment',
];

const OPTIONS = {
  loader: 'ts',
  // Helpers of the compiler become locals of the script instead of globals of the realm.
  format: 'iife',
  target: 'es2022',
  sourcemap: 'external',
  sourcesContent: false,
  sourcefile: PROGRAM_NAME,
  legalComments: 'none',
  logLevel: 'silent',
  logOverride: {
    ...Object.fromEntries(IGNORED_WARNINGS.map((id) => [id, 'silent'])),
    // Otherwise it becomes an empty object.
    'empty-import-meta': 'error',
  },
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, experimentalDecorators: false } },
};

/** What the realms can do beyond `target`. Without dynamic import, `import(x)` is compiled to a call of `require`. */
const SUPPORTED: { readonly [Realm in CodeRealm]: Record<string, boolean> } = {
  bare: { 'dynamic-import': false },
  node: { 'import-attributes': true },
};

/**
 * Transpiles one program with one call of the compiler; a program that it refuses costs another, for a better message.
 * `label` must be an identifier that the program cannot know.
 * @throws what the compiler throws when it fails for another reason than the program's text: it is not usable any more.
 */
export async function transpileProgram(
  transform: Transform,
  program: string,
  realm: CodeRealm,
  label: string,
): Promise<TranspileResult> {
  const refusal = refusalOf(program);
  if (refusal !== undefined) return reject(program, [refusal]);
  const options = { ...OPTIONS, supported: SUPPORTED[realm] };
  try {
    const { code, map } = await transform(wrapProgram(program, label), options);
    // A declaration that the compiler throws away may have swallowed the wrapper's tail, and with it the check.
    if (!code.includes(`break ${label};`)) return rejectEarlyClose(program);
    const { mappings } = JSON.parse(map) as { mappings: string };
    return {
      outcome: 'transpiled',
      // The last name counts: comments within an `import()` of the program survive, and one could set another.
      script: `${code}//# sourceURL=${PROGRAM_NAME}\n`,
      mappings,
      firstLine: FIRST_PROGRAM_LINE,
    };
  } catch (error) {
    const messages = diagnosticsOf(error);
    const probe = await transform(probeProgram(program, label), options).then(() => [], diagnosticsOf);
    return rejectDiagnosed(program, messages, probe, realm);
  }
}

/** The complaints about the text; one about nothing in it is a failure of the compiler, or a mistake of this file. */
function diagnosticsOf(error: unknown): readonly CompilerMessage[] {
  const { errors } = error as { errors?: readonly CompilerMessage[] };
  if (!errors?.every(({ text, location }) => location !== null && !text.startsWith('panic:'))) throw error;
  return errors;
}
