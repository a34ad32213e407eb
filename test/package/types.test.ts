/** A strict TypeScript consumer that trusts nothing: every entry, as it is installed, with the types of libraries checked. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ENTRIES, root } from './installed.ts';

const { folder, peered } = inject('installed');

function compile(project: string, source: string, options: object): string {
  const place = join(project, 'typed');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'consumer.ts'), source);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    types: [],
    ...options,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', place], { encoding: 'utf8' }).stdout;
}

const consumer = `
import { type CodeBindingNamespace, CodeRuntime, CodeRuntimeError, isPortableName, LIMITS, type CodeRunResult } from 'codeseam';
import { BridgeCodeRuntime, GUEST_SCRIPT } from 'codeseam/bridge';
import { WorkerThreadCodeRuntime } from 'codeseam/node';
import { registerConformance } from 'codeseam/conformance';

const bindings: CodeBindingNamespace[] = [
  { global: 'shop', functions: { price: async (name: string, count: number) => name.length * count, list: () => [] } },
  { global: 'untyped', functions: { echo: (value) => String(value) } },
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

/** The entries that need no peer. Those of a page speak of the DOM. */
const own = ENTRIES.filter((entry) => !/(mcp|ai-sdk|cordis)$/.test(entry));

const importsOf = (entries: readonly string[]): string =>
  `${entries.map((entry, index) => `import * as entry${index} from '${entry}';`).join('\n')}
export default [${entries.map((_entry, index) => `entry${index}`).join(', ')}];`;

const RESOLUTIONS: [string, object][] = [
  ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }],
];

test.each(RESOLUTIONS)('a host compiles for a strict consumer with %s resolution', (_name, options) => {
  expect(compile(folder, consumer, options)).toBe('');
});

test.each(RESOLUTIONS)('every entry without peers compiles with %s resolution', (_name, options) => {
  expect(compile(folder, importsOf(own), { ...options, lib: ['es2022', 'dom'] })).toBe('');
});

// Declarations of a peer are no better for being imported by us: of what is wrong in them, only what we cause counts.
test.each(RESOLUTIONS)('every entry compiles beside its peers with %s resolution', (_name, options) => {
  const forPeers = { lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'], types: ['node'] };
  const typeRoots = [join(root, 'node_modules/@types')];
  const output = compile(peered, importsOf(ENTRIES), { ...options, ...forPeers, typeRoots });
  expect(output.split('\n').filter((line) => /^(.*node_modules\/codeseam\/|consumer)/.test(line))).toEqual(
    [],
  );
});

test.each(RESOLUTIONS)(
  'functions may be of an interface or a class, and are functions, with %s resolution',
  (_name, options) => {
    const source = `
import type { CodeBindingNamespace } from 'codeseam';
interface Shop { price(name: string): Promise<number>; list(): string[] }
declare const shop: Shop;
class Api { readonly get = async (path: string) => path; }
export const right: CodeBindingNamespace[] = [{ global: 'shop', functions: shop }, { global: 'api', functions: new Api() }];
// @ts-expect-error 3 is no function
export const three: CodeBindingNamespace = { global: 'shop', functions: { list: () => [], price: 3 } };
// @ts-expect-error an array has no names
export const list: CodeBindingNamespace = { global: 'shop', functions: [() => 1] };
// @ts-expect-error nor has a Map
export const map: CodeBindingNamespace = { global: 'shop', functions: new Map([['price', () => 1]]) };`;
    expect(compile(folder, source, options)).toBe('');
  },
);

test.each(RESOLUTIONS)(
  'the runtime of the environment is made without an argument, with %s resolution',
  (_name, options) => {
    const source = "import { createCodeRuntime } from 'codeseam';\nexport default createCodeRuntime();";
    expect(compile(folder, source, { ...options, lib: ['es2022', 'dom'] })).toBe('');
  },
);

test('public types hold no any', () => {
  const source = `
import { GUEST_SCRIPT } from 'codeseam/bridge';
import type { CodeBindingFunction, CodeRunResult } from 'codeseam';
type IsAny<T> = 0 extends 1 & T ? true : false;
export const none: [
  IsAny<typeof GUEST_SCRIPT>, IsAny<CodeRunResult['value']>, IsAny<Parameters<CodeBindingFunction>[number]>, IsAny<ReturnType<CodeBindingFunction>>,
] = [false, false, false, false];`;
  const nodenext = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] };
  expect(compile(folder, source, nodenext)).toBe('');
});
