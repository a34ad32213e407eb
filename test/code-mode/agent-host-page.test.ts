import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { build as buildPage } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumOptions } from '../browser/find-browser.ts';
import { openSite, type Site } from '../page/site.ts';

const root = fileURLToPath(new URL('../../playground', import.meta.url));
let outDir: string;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'codeseam-agent-'));
  const input = join(root, 'agent/index.html');
  const build = {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input },
  };
  [site, browser] = await Promise.all([
    openSite(),
    chromium.launch(chromiumOptions()),
    buildPage({ root, base: './', configFile: false, logLevel: 'error', build }),
  ]);
  site.serveFolder('/example', outDir);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(outDir, { recursive: true });
});

describe('the example of an agent host in a page', () => {
  it('answers with what a program found out, and shows every step', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${site.origin}/example/agent/index.html`);
    await page.getByRole('button', { name: /^Ask: / }).click();
    const turns = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
    await expect
      .poll(() => turns.last().textContent(), { timeout: 60_000 })
      .toBe('ModelEdsger owes 250 €. Ada owes 135 €.');
    const failed = page.locator('.turn[data-failed="true"]');
    expect(await failed.allTextContents()).toContainEqual(expect.stringContaining('list_invoices'));
    expect(await page.locator('.turn[data-role="call"]').count()).toBeGreaterThan(4);
    expect(complaints).toEqual([]);
  });
});
