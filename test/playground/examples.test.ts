import { expect, test } from 'vitest';
import { ended, openExample, ready, useVisits } from './visit.ts';

const visit = useVisits();

/** Those that do not end with a value, and what they end with. */
const FAILURES: Record<string, string> = {
  'An error, to the column': 'exception',
  'Typed errors': 'exception',
  'An uncloneable result': 'invalid-output',
  'Waiting for nothing': 'exception',
  'An endless loop': 'timeout',
};

/** It takes the process of its frame along, which a driver takes for the page's: see the next test. */
const DEADLY = 'Memory exhaustion';

test('each example ends as it says, and none of the hostile ones finds a way out', async () => {
  const { page, site, complaints } = await visit();
  await ready(page);
  const titles = await page.locator('.examples button').allTextContents();
  expect(titles.length).toBeGreaterThanOrEqual(12);
  const hostile = await page
    .locator('.examples-group', { has: page.getByRole('heading', { name: 'Hostile' }) })
    .getByRole('button')
    .allTextContents();
  expect(hostile.length).toBeGreaterThanOrEqual(6);
  const strays = site.strays.length;
  for (const title of titles.filter((each) => each !== DEADLY)) {
    await openExample(page, title);
    await ended(page);
    const kind = await page
      .locator('.outcome .kind')
      .textContent({ timeout: 500 })
      .catch(() => undefined);
    expect([title, kind]).toEqual([title, FAILURES[title]]);
    const lesson = await page.locator('.outcome .lesson').textContent();
    if (hostile.includes(title)) expect(lesson).toMatch(/^(Stopped|Cut) by .*\./);
    expect(await page.locator('.outcome').textContent()).not.toContain('"OPEN"');
  }
  expect(site.strays.slice(strays)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a program that exhausts its memory takes no page with it', async () => {
  const { page, site } = await visit();
  await ready(page);
  const died = new Promise((resolve) => site.onSaid((_page, _topic, status) => resolve(status)));
  await page.evaluate(`setInterval(() => {
    const kind = document.querySelector('.outcome .kind')?.textContent;
    if (kind) fetch('/say/playground/died', { method: 'POST', body: JSON.stringify(kind) });
  }, 200) && undefined`);
  // The driver gives the page up while it clicks.
  await openExample(page, DEADLY).catch(() => {});
  expect(await died).toBe('worker-exit');
});
