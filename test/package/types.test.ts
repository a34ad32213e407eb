/** A strict TypeScript consumer that trusts nothing: every entry, no type of Node or of the DOM, library types checked. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'codeseam'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

function compile(source: string, options: object): string {
  writeFileSync(join(folder, 'consumer.ts'), source);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    types: [],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder],
    {
      encoding: 'utf8',
    },
  );
  return stdout;
}

const consumer = `
import { type CodeBindingNamespace, CodeRuntime, CodeRuntimeError, isPortableName, LIMITS, type CodeRunResult } from 'codeseam';
import { BridgeCodeRuntime, GUEST_SCRIPT } from 'codeseam/bridge';
import { WorkerThreadCodeRuntime } from 'codeseam/node';
import { registerConformance } from 'codeseam/conformance';

const bindings: CodeBindingNamespace[] = [
  { global: 'shop', functions: { price: async (name: string, count: number) => name.length * count, list: () => [] } },
];
export async function host(): Promise<unknown> {
  const runtime: CodeRuntime = new WorkerThreadCodeRuntime({ computeMs: LIMITS.computeMs.default });
  const result: CodeRunResult = await runtime.run({ program: 'return 1', bindings, onLog: ({ level, text }) => [level, text] });
  await runtime.dispose();
  if (result.error) return result.error.location?.line;
  return 'value' in result ? result.value : undefined;
}
const text: string = GUEST_SCRIPT;
export default [text, BridgeCodeRuntime, CodeRuntimeError, isPortableName('a'), registerConformance];
`;

test.each([
  ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }],
])('every entry compiles for a strict consumer with %s resolution', (_name, options) => {
  expect(compile(consumer, options)).toBe('');
});

test('public types hold no any', () => {
  const source = `
import { GUEST_SCRIPT } from 'codeseam/bridge';
import type { CodeBindingFunction, CodeRunResult } from 'codeseam';
type IsAny<T> = 0 extends 1 & T ? true : false;
export const none: [
  IsAny<typeof GUEST_SCRIPT>, IsAny<CodeRunResult['value']>, IsAny<Parameters<CodeBindingFunction>[number]>, IsAny<ReturnType<CodeBindingFunction>>,
] = [false, false, false, false];`;
  expect(compile(source, { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] })).toBe('');
});
