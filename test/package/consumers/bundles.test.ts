// The installed package in the bundles of esbuild and webpack. A bundle is run away from what it was made of.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild-wasm';
import { afterAll, describe, expect, inject, test } from 'vitest';
import webpack from 'webpack';
import { useStage } from '../../page/stage.ts';
import { root } from '../installed.ts';
import { NODE_HOST, pageHost, SEEN } from './hosts.ts';

const { folder } = inject('installed');
const stage = useStage();
const away = realpathSync(mkdtempSync(join(tmpdir(), 'codeseam bundled ')));
afterAll(() => rmSync(away, { recursive: true, force: true }));
writeFileSync(join(folder, 'bundled-node.mjs'), NODE_HOST);

type Platform = 'node' | 'browser';

async function withEsbuild(entry: string, outfile: string, platform: Platform): Promise<void> {
  const loader = { '.wasm': 'file' } as const;
  await build({ entryPoints: [entry], outfile, platform, bundle: true, format: 'esm', minify: true, loader });
  // As the README says: esbuild moves no files.
  if (platform === 'node')
    cpSync(join(folder, 'node_modules/codeseam/dist/esbuild.wasm'), join(outfile, '../esbuild.wasm'));
}

async function withWebpack(entry: string, outfile: string, platform: Platform): Promise<void> {
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry,
    target: platform === 'node' ? 'node20' : 'web',
    experiments: { outputModule: true },
    output: { path: away, filename: outfile.slice(away.length + 1), module: true, chunkFormat: 'module' },
    performance: false,
  });
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  const { errors, warnings } = stats!.toJson({ all: false, errors: true, warnings: true });
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
}

describe.each([
  ['esbuild', withEsbuild, "import wasmURL from 'codeseam/esbuild.wasm';"],
  ['webpack', withWebpack, "const wasmURL = new URL('codeseam/esbuild.wasm', import.meta.url);"],
])('bundled by %s', (name, bundle, wasmURL) => {
  test('a host on Node runs programs in threads and in processes', async () => {
    const file = join(away, `${name}.mjs`);
    await bundle(join(folder, 'bundled-node.mjs'), file, 'node');
    const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: tmpdir(), encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([SEEN, SEEN, SEEN]);
  });

  test('a page runs programs', async () => {
    const file = join(away, `${name}-page.mjs`);
    const entry = join(folder, `bundled-${name}-page.mjs`);
    writeFileSync(entry, pageHost(wasmURL));
    expect(readFileSync(`${root}/README.md`, 'utf8')).toContain(wasmURL.replace(/;$/, ''));
    await bundle(entry, file, 'browser');
    const { site, browser } = stage();
    const path = `/bundled/${name}`;
    const script = '<script type="module" src="./main.js"></script>';
    site.serve(`${path}/index.html`, { body: `<!doctype html><link rel="icon" href="data:,">${script}` });
    site.serve(`${path}/main.js`, { body: readFileSync(file) });
    for (const wasm of readdirSync(away).filter((each) => each.endsWith('.wasm')))
      site.serve(`${path}/${wasm}`, { body: readFileSync(join(away, wasm)) });
    const page = await browser.newPage();
    try {
      await page.goto(`${site.origin}${path}/index.html`);
      await page.waitForFunction('globalThis.toured');
      expect(await page.evaluate('globalThis.toured')).toEqual([SEEN, SEEN]);
    } finally {
      await page.close();
    }
  });
});
