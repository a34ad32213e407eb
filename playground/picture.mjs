// Takes the picture of the README: `node playground/picture.mjs`, after `npm run build:playground`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { preview, runnerImport } from 'vite';
import { withPalette } from './palette-png.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Where the browser is: from the tests' own source.
const {
  module: { chromiumOptions },
} = await runnerImport(here('../test/browser/find-browser.ts'), { configFile: false });

const server = await preview({
  configFile: here('vite.config.ts'),
  preview: { port: 0, host: '127.0.0.1', open: false },
});
const browser = await chromium.launch(chromiumOptions());
const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, colorScheme: 'light' });
await page.goto(`${server.resolvedUrls.local[0]}#example=fan-out`);
const run = page.getByRole('button', { name: /^Run/ });
// The first run warms up what the second one shows.
for (let time = 0; time < 2; time++) {
  await run.click();
  await page.locator('[data-phase=running], [data-phase=preparing]').waitFor();
  await page.locator('[data-phase=ended]').waitFor();
}
await page.locator('.tree-row').nth(2).click();
await page.mouse.move(0, 0);
const picture = await page.screenshot();
writeFileSync(here('picture.png'), await withPalette(page, picture));
await browser.close();
await server.close();
process.exit();
