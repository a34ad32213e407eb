// What importing an entry costs, what it starts, and how large each entry is.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild-wasm';
import { interleave } from '../measure.mjs';

const CHILD = fileURLToPath(new URL('../import-once.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const ENTRIES = ['codeseam', 'codeseam/node', 'codeseam/bridge', 'codeseam/conformance'];
const FILES = {
  codeseam: 'index.js',
  'codeseam (Node)': 'index-node.js',
  'codeseam/node': 'node.js',
  'codeseam/browser': 'browser.js',
  'codeseam/bridge': 'bridge.js',
  'codeseam/conformance': 'conformance.js',
};

async function importOnce(entry) {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, entry]);
  return JSON.parse(stdout);
}

export async function run(report, options) {
  const contenders = { 'an empty module': async () => (await importOnce('./empty.mjs')).ms };
  for (const entry of ENTRIES) contenders[entry] = async () => (await importOnce(entry)).ms;
  report.group({
    id: 'entries',
    title: 'Importing an entry, each time in a new process',
    unit: 'ms',
    against: ['an empty module'],
    ...(await interleave(contenders, { rounds: options.short ? 9 : 25, warmup: 1 })),
  });

  const started = await importOnce('codeseam/node');
  report.group({
    id: 'started',
    title: 'What codeseam/node starts',
    unit: '',
    digits: 0,
    samples: {
      'wasm compiled at import': [started.atImport.wasm],
      'workers started at import': [started.atImport.workers],
      'wasm compiled at construction': [started.atConstruction.wasm],
      'workers started at construction': [started.atConstruction.workers],
    },
  });

  const sizes = {};
  for (const [entry, file] of Object.entries(FILES)) {
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      entryPoints: [`dist/${file}`],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      external: ['node:*'],
    });
    sizes[entry] = [gzipSync(outputFiles[0].contents, { level: 9 }).length / 1_000];
  }
  report.group({
    id: 'size',
    title: 'Size of an entry, bundled, minified and gzipped',
    unit: 'kB',
    digits: 1,
    samples: sizes,
  });
}
