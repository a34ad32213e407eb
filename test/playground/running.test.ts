import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { ended, openExample, ready, runProgram, useVisits, write } from './visit.ts';

const visit = useVisits();

const outcome = (page: Page) => page.locator('.outcome');

test('a press on Run runs the program against the host functions, and shows value, logs and calls', async () => {
  const { page, complaints } = await visit();
  await ready(page);
  await page.getByRole('button', { name: /^Run/ }).click();
  expect(await ended(page)).toMatch(/^Finished in/);
  expect(await outcome(page).getByRole('treeitem').allTextContents()).toContainEqual('total49.8');
  expect(await page.locator('.log-text').allTextContents()).toContain('tea-02 is sold out');
  expect(await page.locator('.call-row').count()).toBe(11);
  expect(complaints).toEqual([]);
});

test('logs show while the program still runs, and nothing on the page moves', async () => {
  const { page } = await visit();
  const places = () =>
    page.evaluate(`[...document.querySelectorAll('.panel, .budgets, .run-bar')].map((panel) => {
      const { x, y, width, height } = panel.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    })`);
  await ready(page);
  const before = await places();
  await write(page, 'Program', "for (let i = 0; i < 200; i++) console.log('line', i); await service.never()");
  await page.getByLabel('Ready-made host functions').selectOption('services');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect.poll(() => page.locator('.log-text').last().textContent()).toBe('line 199');
  expect(await page.locator('.status').getAttribute('data-phase')).toBe('running');
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await ended(page);
  expect(await places()).toEqual(before);
});

test('a budget that is typed right after an example was picked stays, and is what the run gets', async () => {
  const { page } = await visit();
  await ready(page);
  await openExample(page, 'An endless loop');
  const field = page.getByLabel(/computeMs/);
  await field.fill('300');
  await page.waitForTimeout(300);
  await field.press('Tab');
  expect(await field.inputValue()).toBe('300');
  await page.getByRole('button', { name: /^Run/ }).click();
  await ended(page);
  expect(await outcome(page).locator('.message').textContent()).toContain('computeMs allows: 300 ms');
  expect(await field.inputValue()).toBe('300');
});

test('Escape aborts a hot loop; what it logged stays, and the next run works', async () => {
  const { page } = await visit();
  await write(page, 'Program', "console.log('in'); for (;;);");
  await page.getByLabel(/computeMs/).fill('60000');
  await page.getByLabel(/computeMs/).press('ControlOrMeta+Enter');
  await expect.poll(() => page.locator('.log-text').allTextContents()).toEqual(['in']);
  await page.keyboard.press('Escape');
  expect(await ended(page)).toMatch(/^Aborted/);
  expect(await outcome(page).locator('.kind').textContent()).toBe('abort');
  expect(await page.locator('.log-text').allTextContents()).toEqual(['in']);
  expect(await runProgram(page, 'return 6 * 7')).toMatch(/^Finished/);
  expect(await page.locator('[data-budget=maxValueBytes] .budget-used').textContent()).toBe('within');
  expect(await outcome(page).getByRole('treeitem').textContent()).toBe('value42');
});

test('a budget that is set ends the run, and the failure says which', async () => {
  const { page } = await visit();
  await page.getByLabel(/computeMs/).fill('150');
  expect(await runProgram(page, 'for (;;);')).toMatch(/^Out of time/);
  expect(await outcome(page).locator('.message').textContent()).toContain('computeMs allows: 150 ms');
  expect(await page.locator('[data-budget=computeMs] .bar').getAttribute('class')).toContain('is-full');
  await page.getByLabel(/maxValueBytes/).fill('1');
  expect(await runProgram(page, "return 'x'.repeat(2e6)")).toMatch(/^The result is too large/);
  expect(await page.locator('[data-budget=maxValueBytes] .budget-used').textContent()).toBe('over');
});

test('a failure is marked at the exact line and column, until the text changes', async () => {
  const { page } = await visit();
  await runProgram(page, 'const user = null as any;\n\n  return [user, user.name, user]');
  const mark = page.locator('.program .cm-lintRange-error');
  const place = await page.evaluate(`(() => {
    const mark = document.querySelector('.program .cm-lintRange-error');
    const line = mark.closest('.cm-line');
    const range = document.createRange();
    range.setStart(line, 0);
    range.setEndBefore(mark);
    const lines = [...document.querySelectorAll('.program .cm-line')];
    return { line: lines.indexOf(line) + 1, column: range.toString().length + 1, text: mark.textContent };
  })()`);
  const link = outcome(page).getByRole('button', { name: /^line/ });
  expect(place).toEqual({ line: 3, column: 22, text: 'name' });
  expect(await link.textContent()).toBe('line 3, column 22');
  await link.click();
  await page.keyboard.insertText('NAME.');
  expect(await page.locator('.program .cm-content').textContent()).toContain('user.NAME.name');
  expect(await mark.count()).toBe(0);
});

test('a failure is marked in the gutter until its program is replaced', async () => {
  const { page } = await visit();
  await runProgram(page, 'throw new Error("here")');
  const mark = page.locator('.program .cm-lint-marker');
  expect(await mark.count()).toBe(1);
  await page.locator('.program .cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('return 1');
  await expect.poll(() => mark.count()).toBe(0);
});

test('a program that does not compile is marked as well', async () => {
  const { page } = await visit();
  expect(await runProgram(page, 'const a = 1;\nconst = 2;')).toMatch(/^The program failed/);
  expect(await outcome(page).getByRole('button', { name: /^line/ }).textContent()).toBe('line 2, column 7');
  expect(await page.locator('.program .cm-lintRange-error').textContent()).toBe('=');
});

test('the editor completes the names of the host functions, as they are written now', async () => {
  const { page } = await visit();
  const host = `export const bindings = [{ global: 'depot', errorClass: { name: 'DepotError', memberNameProperty: 'op' },
    functions: { async fetchBox(id, { fragile }) {}, count: () => 3 } }];`;
  await write(page, 'Host functions', host);
  await write(page, 'Program', 'return depot.');
  const completions = page.locator('.cm-tooltip-autocomplete li');
  await expect.poll(() => completions.allTextContents()).toEqual(['count()', 'fetchBox(id, { fragile })']);
  await page.keyboard.type('cou');
  await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  await page.keyboard.type('()');
  await page.keyboard.press('ControlOrMeta+Enter');
  await ended(page);
  expect(await outcome(page).getByRole('treeitem').textContent()).toBe('value3');
});

test('host functions that do not load are told from a program that fails', async () => {
  const { page } = await visit();
  await write(page, 'Host functions', 'export const nothing = 1;');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await ended(page)).toBe('The host functions failed');
  expect(await outcome(page).textContent()).toContain('export const bindings');
  await write(page, 'Host functions', "export const bindings = [{ global: 'a-b', functions: {} }];");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => outcome(page).textContent()).toContain('TypeError');
});

test('calls can be slowed down', async () => {
  const { page } = await visit();
  await page.getByLabel(/^Slow every call down/).fill('300');
  await write(
    page,
    'Program',
    "const start = performance.now(); await shop.price('tea-01'); return performance.now() - start >= 350",
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await ended(page);
  expect(await outcome(page).getByRole('treeitem').textContent()).toBe('valuetrue');
});

test('an example replaces the program, and undo brings it back', async () => {
  const { page } = await visit();
  await write(page, 'Program', 'return 1');
  await openExample(page, 'Waiting for nothing');
  await ended(page);
  await page.getByRole('textbox', { name: 'Program' }).click();
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await page.locator('.program .cm-content').textContent()).toBe('return 1');
});
