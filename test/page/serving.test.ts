import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build, createServer, type InlineConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** The host of a reader of the documentation, but for where it finds things. */
const host = (places: { entry: string; browser: string; wasm: string }) => `
import { createCodeRuntime } from '${places.entry}';
import { WebWorkerCodeRuntime } from '${places.browser}';
${places.wasm}

async function tour(make) {
  const runtime = make();
  const bindings = [{ global: 'host', functions: { add: (a, b) => a + b } }];
  const { value } = await runtime.run({ program: 'return await host.add(2 as number, 3)', bindings });
  const failed = await runtime.run({ program: 'const x: number = 1;\\nnull.y', bindings });
  await runtime.dispose();
  return [value, failed.error.kind, failed.error.location.line];
}

globalThis.toured = Promise.all([
  tour(() => createCodeRuntime({ wasmURL })),
  tour(() => new WebWorkerCodeRuntime({ wasmURL })),
  tour(() => new WebWorkerCodeRuntime({ wasmURL, containment: 'none' })),
]);
`;

const TOUR = [5, 'exception', 2];
const PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>';

/** Opens the page of a host, and resolves to what its programs gave and to what it complained of. */
async function visit(url: string): Promise<{ toured: unknown; complaints: string[] }> {
  const page = await stage().browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // On a busy machine a frame of its own process may pass for one of the page's.
    const busy = message.text().startsWith('codeseam: this browser runs sandboxed frames');
    if (['error', 'warning'].includes(message.type()) && !busy) complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  try {
    await page.goto(url);
    await page.waitForFunction('globalThis.toured', undefined, { timeout: 60_000 });
    return { toured: await page.evaluate('globalThis.toured'), complaints };
  } finally {
    await page.close();
  }
}

describe.each(['copied', 'linked'])('with the package %s into node_modules', (how) => {
  let folder = '';
  const config = (): InlineConfig => ({
    root: folder,
    configFile: false,
    logLevel: 'error',
    cacheDir: `${folder}/.cache`,
  });

  beforeAll(() => {
    folder = mkdtempSync(`${tmpdir()}/codeseam page `);
    mkdirSync(`${folder}/node_modules`);
    if (how === 'linked') symlinkSync(root, `${folder}/node_modules/codeseam`);
    else
      for (const part of ['package.json', 'dist'])
        cpSync(`${root}/${part}`, `${folder}/node_modules/codeseam/${part}`, { recursive: true });
    writeFileSync(`${folder}/package.json`, JSON.stringify({ name: 'host', private: true, type: 'module' }));
    writeFileSync(`${folder}/index.html`, PAGE);
    writeFileSync(
      `${folder}/main.js`,
      host({
        entry: 'codeseam',
        browser: 'codeseam/browser',
        wasm: "import wasmURL from 'codeseam/esbuild.wasm?url';",
      }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a page that Vite serves runs programs', async () => {
    // The file of a linked package lies outside of the root.
    const server = await createServer({
      ...config(),
      server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
    });
    try {
      await server.listen();
      const url = server.resolvedUrls!.local[0]!;
      expect(await visit(url)).toEqual({ toured: [TOUR, TOUR, TOUR], complaints: [] });
      // From the cache of what was optimised.
      expect(await visit(url)).toEqual({ toured: [TOUR, TOUR, TOUR], complaints: [] });
    } finally {
      await server.close();
    }
  });

  test('a page that Vite has built runs programs', async () => {
    await build({ ...config(), base: `/built/${how}/`, build: { chunkSizeWarningLimit: 5_000 } });
    const { site } = stage();
    site.serveFolder(`/built/${how}`, `${folder}/dist`);
    expect(await visit(`${site.origin}/built/${how}/index.html`)).toEqual({
      toured: [TOUR, TOUR, TOUR],
      complaints: [],
    });
  });
});

test('a page without any tool runs programs', async () => {
  const { site } = stage();
  site.serveFolder('/plain/dist', `${root}/dist`);
  site.serve('/plain/index.html', { body: PAGE });
  site.serve('/plain/main.js', {
    body: host({
      entry: './dist/index.js',
      browser: './dist/browser.js',
      wasm: "const wasmURL = './dist/esbuild.wasm';",
    }),
  });
  expect(await visit(`${site.origin}/plain/index.html`)).toEqual({
    toured: [TOUR, TOUR, TOUR],
    complaints: [],
  });
});
