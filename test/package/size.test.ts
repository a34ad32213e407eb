// What each entry adds to a bundle: minified and compressed, all of it used. A budget is changed on purpose, with a reason.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild-wasm';
import { expect, inject, test } from 'vitest';
import { ENTRIES, manifest } from './installed.ts';

/** Kilobytes of each entry, with what it shares with others. A new entry needs a line. */
const BUDGETS: Record<string, number> = {
  codeseam: 92,
  'codeseam/bridge': 58,
  'codeseam/bridge/node': 40,
  'codeseam/node': 135,
  'codeseam/browser': 92,
  'codeseam/conformance': 46,
  'codeseam/code-mode': 125,
  'codeseam/code-mode/mcp': 4,
  'codeseam/code-mode/ai-sdk': 4,
  'codeseam/code-mode/standard-schema': 4,
  'codeseam/cordis': 138,
};

const { peered } = inject('installed');

test.each(ENTRIES)('%s fits its budget', async (entry) => {
  const page = entry === 'codeseam/browser';
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: peered },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    legalComments: 'none',
    platform: page ? 'browser' : 'node',
    external: Object.keys(manifest.peerDependencies),
    logLevel: 'silent',
  });
  const kilobytes = gzipSync(outputFiles[0]!.contents).length / 1_000;
  console.log(`${entry}: ${kilobytes.toFixed(1)} kB of ${BUDGETS[entry]} kB`);
  expect(kilobytes).toBeLessThan(BUDGETS[entry]!);
});
