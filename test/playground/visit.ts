// Opens the built playground as a visitor would, and hears what the page complains of.
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chromiumOptions } from '../browser/find-browser.ts';
import { openSite, type Site } from '../page/site.ts';

const BUILT = fileURLToPath(new URL('../../playground/dist', import.meta.url));

export interface Visit {
  readonly page: Page;
  readonly site: Site;
  /** Errors of the page, and requests that were not for its own origin. */
  readonly complaints: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Below the folder of the playground: `conformance.html?run`, `#example=retry`. */
  readonly path?: string;
  /** Before anything of the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/**
 * One browser for the tests of a file. A visit without options finds the page of the visit before it, where the compiler is
 * up, as it was at first; pages of other visits are closed after each test.
 */
export function useVisits(): (options?: VisitOptions) => Promise<Visit> {
  let site: Site;
  let browser: Browser;
  let common: Visit | undefined;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), chromium.launch(chromiumOptions())]);
    site.serveFolder('/playground', BUILT);
  });
  afterEach(async () => {
    const others = browser.contexts().filter((context) => context !== common?.page.context());
    await Promise.all(others.map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  return async (options) => {
    if (options) return open(options);
    if (common && !common.page.isClosed()) await startAnew(common);
    else common = await open({});
    return common;
  };

  async function open({ path = '', prepare, ...options }: VisitOptions): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.origin) && !/^(blob|data|about):/.test(url))
        complaints.push(`Request of ${url}`);
    });
    await prepare?.(page);
    await page.goto(`${site.origin}/playground/${path.startsWith('conf') ? path : `index.html${path}`}`);
    return { page, site, complaints };
  }
}

/** A link to the first example resets the whole page but for what it has loaded. */
async function startAnew({ page, complaints }: Visit): Promise<void> {
  complaints.length = 0;
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => setTimeout(resolve), { once: true });
    document.activeElement?.blur();
    location.hash = '#example=' + performance.now();
  })`);
  await ready(page);
}

/** Puts a text into an editor, as a paste would. */
export async function write(page: Page, editor: 'Program' | 'Host functions', text: string): Promise<void> {
  await page.getByRole('textbox', { name: editor }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** The end of the run that was just started. */
export async function ended(page: Page): Promise<string> {
  const status = page.locator('.status');
  await expect.poll(() => status.getAttribute('data-phase')).toMatch(/ended|refused/);
  return (await status.textContent()) ?? '';
}

export async function runProgram(page: Page, program: string): Promise<string> {
  await write(page, 'Program', program);
  await page.keyboard.press('ControlOrMeta+Enter');
  return ended(page);
}

export async function openExample(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Examples' })
    .getByRole('button', { name: title, exact: true })
    .click();
}

/** Waits until the compiler is there. */
export async function ready(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.status').textContent()).toBe('Ready');
}
