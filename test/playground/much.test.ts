// Much of everything: the page draws what is in sight.
import { expect, test } from 'vitest';
import { ended, openExample, ready, runProgram, useVisits } from './visit.ts';

const visit = useVisits();

test('calls show as bars in time, with arguments and result on a click or by keyboard', async () => {
  const { page } = await visit();
  await ready(page);
  await openExample(page, 'Fan-out with Promise.all');
  await ended(page);
  expect(await page.locator('.concurrency-peak').textContent()).toBe('30 at once');
  const bars = await page.locator('.call-bar').evaluateAll((elements) =>
    elements.slice(0, 4).map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    }),
  );
  // The searches lie below each other, and the first product waits for all of them.
  for (const search of bars.slice(0, 3)) expect(search.right).toBeLessThanOrEqual(bars[3]!.left + 1);
  await page.getByRole('option', { name: 'shop.price("tea-01")' }).click();
  expect(await page.locator('.call-detail').textContent()).toMatch(
    /shop\.price.*resolved.*"tea-01".*result8\.9/s,
  );
  await page.getByRole('listbox').press('ArrowDown');
  expect(await page.locator('.call-detail h3').textContent()).toBe('shop.stock');
});

test('a call that throws and one that is abandoned say so', async () => {
  const { page } = await visit();
  await page.getByLabel('Ready-made host functions').selectOption('services');
  await runProgram(page, "void service.never(); await service.flaky('x').catch(() => {});");
  expect(
    await page
      .locator('.call-row')
      .evaluateAll((rows) => rows.map(({ className }) => className.split(' ')[1])),
  ).toEqual(['is-abandoned', 'is-rejected']);
  await page.locator('.call-row.is-rejected').click();
  expect(await page.locator('.call-detail').textContent()).toContain('Service unavailable');
});

test('two thousand calls take as many elements as fit', async () => {
  const { page } = await visit();
  await ready(page);
  await openExample(page, 'Two thousand calls');
  await ended(page);
  expect(await page.locator('.calls .panel-note').textContent()).toBe('2,000 calls of the host');
  expect(await page.locator('.call-row').count()).toBeLessThan(60);
  await page.getByRole('listbox').press('End');
  await expect
    .poll(() => page.locator('.call-row.is-active .call-name').textContent())
    .toBe('service.ping(1999)');
});

test('fifty thousand log entries are drawn as they come, a screen at a time', async () => {
  const { page } = await visit();
  await ready(page);
  await page.getByLabel(/computeMs/).fill('100000');
  await page.getByLabel(/maxLogBytes/).fill('8000');
  const seen = page.evaluate(`new Promise((resolve) => {
    const counts = [];
    const look = () => {
      const note = document.querySelector('.logs .panel-note').textContent;
      counts.push(Number.parseInt(note.replaceAll(',', ''), 10) || 0);
      if (document.querySelector('[data-phase=ended]')) resolve(counts);
      else requestAnimationFrame(look);
    };
    look();
  })`) as Promise<number[]>;
  await runProgram(page, "for (let i = 1; i <= 50000; i++) console.log('Line', i)");
  const counts = await seen;
  expect(counts.at(-1)).toBe(50_000);
  expect(counts.some((count) => count > 0 && count < 50_000)).toBe(true);
  expect(await page.locator('.log-row').count()).toBeLessThan(60);
  expect(await page.locator('.log-text').last().textContent()).toContain('Line 50000');
  await page.getByRole('group', { name: 'Lines' }).press('Home');
  await expect.poll(() => page.locator('.log-text').first().textContent()).toBe('Line 1');
});

test('a value of five megabytes opens in stretches', async () => {
  const { page } = await visit();
  await ready(page);
  await openExample(page, 'Five megabytes of value');
  await ended(page);
  const tree = page.getByRole('tree', { name: 'Value' });
  await tree.getByRole('treeitem', { name: /^rows: / }).click();
  await tree.getByRole('treeitem', { name: '0 … 9999' }).click();
  await tree.getByRole('treeitem', { name: '100 … 199' }).click();
  await tree.getByRole('treeitem', { name: /^100: / }).click();
  expect(await tree.getByRole('treeitem', { name: /^name: / }).textContent()).toBe('name"roof apple"');
  expect(await page.locator('.tree-row').count()).toBeLessThan(60);
});

test('the tree shows values of every kind, by keyboard too', async () => {
  const { page } = await visit();
  await runProgram(
    page,
    `const loop: any = { name: 'loop' }; loop.self = loop;
    return { a: undefined, b: -0, c: 10n, d: new Date(0), m: new Map([['k', 1]]), s: new Set([2]), holes: [, 1], loop, again: loop }`,
  );
  const tree = page.getByRole('tree', { name: 'Value' });
  const rows = () => tree.getByRole('treeitem').allTextContents();
  expect((await rows()).map((row) => row.replace(/^[▾▸]/, '')).slice(1)).toEqual([
    'aundefined',
    'b-0',
    'c10n',
    'd1970-01-01T00:00:00.000Z',
    'mMap(1)',
    'sSet(1)',
    'holesArray(2) [, 1]',
    'loop{ name: "loop", self: {…} }',
    'again↺ value.loop',
  ]);
  await tree.press('End');
  await tree.press('ArrowUp');
  await tree.press('ArrowRight');
  await expect.poll(rows).toContainEqual('self↺ value.loop');
  await tree.press('ArrowLeft');
  await expect.poll(rows).not.toContainEqual('self↺ value.loop');
});
