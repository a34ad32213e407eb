// The same in a page of Chromium: the frame's containment, against bare Web Workers.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve.mjs';

const PAGE = readFileSync(new URL('../page.mjs', import.meta.url));

export async function run(report, options) {
  const { chromium } = await import('playwright');
  // A TypeScript file: Node 22.18 and later read it as it is.
  const { chromiumOptions } = await import('../../browser/find-browser.ts').catch(() => {
    throw new Error('The browser part needs Node 22.18 or later');
  });
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const site = await serve({
    '/': {
      body: '<!doctype html><link rel="icon" href="data:,"><title>Benchmark</title>',
      type: 'text/html',
    },
    '/page.mjs': { body: PAGE, type: 'text/javascript' },
    '/measure.mjs': {
      body: readFileSync(new URL('../measure.mjs', import.meta.url)),
      type: 'text/javascript',
    },
    '/ops.mjs': { body: readFileSync(new URL('../ops.mjs', import.meta.url)), type: 'text/javascript' },
    '/dist/': { folder: `${root}dist/`, type: 'text/javascript' },
    '/esbuild.wasm': {
      body: readFileSync(`${root}node_modules/esbuild-wasm/esbuild.wasm`),
      type: 'application/wasm',
    },
  });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.exposeFunction('group', (group) => report.group(group));
    await page.goto(site.origin);
    report.note(`Chromium ${browser.version()}; its clock has steps of 0.1 ms`);
    await page.evaluate(async (short) => (await import('/page.mjs')).measureAll(short), options.short);
  } finally {
    await browser.close();
    site.close();
  }
}
