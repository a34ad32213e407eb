// Every state has a design, in both themes and at both widths, and none of them keeps anyone out.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import { ended, openExample, ready, useVisits, write } from './visit.ts';

const visit = useVisits();
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds wrong with the page as it is. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(
    'axe.run(document, { iframes: false }).then(({ violations }) => violations)',
  );
  return (found as Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** Rows, names and bars of buttons that do not show as a whole. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const found = [];
    for (const list of document.querySelectorAll('.rows')) {
      const row = list.querySelector('[class*=-row]');
      if (row && list.clientHeight % row.clientHeight > 0) found.push(list.className);
    }
    for (const name of document.querySelectorAll('.call-name, .header a'))
      if (name.scrollWidth > name.clientWidth) found.push(name.textContent);
    if (document.querySelector('.header').clientHeight > 60) found.push('header');
    return found;
  })()`);
}

/** Where the outcome is in the page, wherever that is scrolled to. */
function placeOfOutcome(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const { top, height } = document.querySelector('.outcome').getBoundingClientRect();
    return { top: Math.round(top + scrollY), height: Math.round(height) };
  })()`);
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 375, height: 812 };

test.each([
  ['light', narrow],
  ['dark', wide],
] as const)('no state keeps anyone out: %s, %o', async (colorScheme, viewport) => {
  const { page } = await visit({ colorScheme, viewport });
  await ready(page);
  const found: Record<string, string[]> = { idle: await violations(page) };
  await openExample(page, 'Fan-out with Promise.all');
  await ended(page);
  // Where the page is one column, it went there.
  const top = () => page.evaluate("document.querySelector('.outcome').getBoundingClientRect().top");
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  await expect.poll(top).toBeLessThan(viewport.height / 2);
  expect(await cut(page)).toEqual([]);
  const place = await placeOfOutcome(page);
  await page.locator('.call-row').first().click();
  expect(await placeOfOutcome(page)).toEqual(place);
  expect(await cut(page)).toEqual([]);
  found['value'] = await violations(page);
  await openExample(page, 'Typed errors');
  await ended(page);
  found['failed'] = await violations(page);
  await page.getByLabel('Ready-made host functions').selectOption('services');
  await write(page, 'Program', "console.log('in'); await service.never()");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => page.locator('.log-text').allTextContents()).toEqual(['in']);
  found['running'] = await violations(page);
  await page.keyboard.press('Escape');
  await ended(page);
  found['aborted'] = await violations(page);
  await page.getByRole('button', { name: 'Get the host code' }).click();
  found['dialog'] = await violations(page);
  expect(found).toEqual({ idle: [], value: [], failed: [], running: [], aborted: [], dialog: [] });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('the conformance page keeps nobody out', async () => {
  const { page } = await visit({
    path: 'conformance.html?run&only=^abort',
    colorScheme: 'dark',
    viewport: narrow,
  });
  await page.locator('[data-state=done]').waitFor();
  expect(await page.locator('.conformance-summary').textContent()).toMatch(/^All \d+ matching cases passed$/);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('a theme that is chosen stays', async () => {
  const { page } = await visit({ colorScheme: 'light' });
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: 'Change to the dark theme' }).click();
  await page.reload();
  expect(await theme()).toBe('dark');
});

test('while the compiler loads, its progress shows, and a run waits for it', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page } = await visit({
    prepare: (page) =>
      page.route('**/*.wasm', async (route: Route) => {
        await held;
        await route.continue();
      }),
  });
  expect(await page.getByRole('progressbar').getAttribute('aria-label')).toMatch(
    /^The compiler, 0 B of 13\.3 MB$/,
  );
  await page.getByRole('button', { name: /^Run/ }).click();
  expect(await page.locator('.status').textContent()).toBe('Preparing');
  expect(await violations(page)).toEqual([]);
  release();
  expect(await ended(page)).toMatch(/^Finished/);
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

test('a compiler that does not load is said, and can be tried again', async () => {
  let broken = true;
  const { page } = await visit({
    prepare: (page) =>
      page.route('**/*.wasm', (route: Route) => (broken ? route.fulfill({ status: 503 }) : route.continue())),
  });
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('status 503');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await violations(page)).toEqual([]);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
});

test('a browser that cannot run programs is told what it lacks', async () => {
  const { page, complaints } = await visit({
    prepare: (page) => page.addInitScript('delete globalThis.WebAssembly'),
  });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('cannot run programs');
  expect(await page.getByRole('listitem').allTextContents()).toEqual(['WebAssembly']);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the whole page can be used by keyboard', async () => {
  const { page } = await visit();
  await ready(page);
  const stops: string[] = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(`(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      })()`),
    );
  }
  for (const stop of [
    'Conformance',
    'Copy link',
    'Retry with a pause',
    'Program, TypeScript',
    'Host functions, JavaScript',
  ])
    expect(stops).toContain(stop);
  expect(stops.some((stop) => stop.startsWith('Run'))).toBe(true);
});
