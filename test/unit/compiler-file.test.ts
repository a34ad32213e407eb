import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { otherVersion } from './fixtures/other-version.ts';

const folder = mkdtempSync(join(tmpdir(), 'codeseam-'));
afterAll(() => rmSync(folder, { recursive: true }));
const compiler = readFileSync(createRequire(import.meta.url).resolve('esbuild-wasm/esbuild.wasm'));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test.for([
  ['there is none', join(folder, 'none.wasm'), /none\.wasm": ENOENT/],
  ['it is text', file('text.wasm', '<!doctype html>'), /text\.wasm": it is no WebAssembly/],
  ['it is an address', 'https://example.com/esbuild.wasm', /expected a path or a file: URL on Node/],
  [
    'it is of another version',
    file('old.wasm', otherVersion(compiler)),
    /old\.wasm": it is of version 0\.0\.1+ .* and version \d+\.\d+\.\d+ is needed/,
  ],
] as const)(
  'a run is unavailable, and says why, when of the compiler’s file %s',
  async ([, wasmURL, says]) => {
    const runtime = new WorkerThreadCodeRuntime({ wasmURL, warmWorkers: 0 });
    try {
      const { error } = await runtime.run({ program: 'return 1 as number', bindings: [] });
      expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(says) });
    } finally {
      await runtime.dispose();
    }
  },
);
