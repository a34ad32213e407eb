import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ended, openExample, ready, runProgram, useVisits, write } from './visit.ts';

const visit = useVisits();
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

const HOST =
  "export const bindings = [{ global: 'sum', functions: { of: (a, b) => a + b } }]; globalThis.ran = true;";
const PROGRAM = "console.log('Grüße, `${1}` \\\\');\nreturn await sum.of(20, 22);";

test('a link brings program, host functions and settings back, and runs nothing by itself', async () => {
  const first = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await write(first.page, 'Host functions', HOST);
  await write(first.page, 'Program', PROGRAM);
  await first.page.getByLabel(/computeMs/).fill('777');
  await first.page.getByLabel(/^Slow every call down/).fill('50');
  await first.page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => first.page.locator('.notice').textContent()).toBe('Link copied');
  const link = await (first.page.evaluate('navigator.clipboard.readText()') as Promise<string>);
  expect(link).toBe(first.page.url());

  const { page, complaints } = await visit({ path: new URL(link).hash });
  await ready(page);
  expect(await page.locator('.program .cm-line').allTextContents()).toEqual(PROGRAM.split('\n'));
  expect(await page.locator('.host .cm-content').textContent()).toBe(HOST);
  expect(await page.getByLabel(/computeMs/).inputValue()).toBe('777');
  expect(await page.getByLabel(/^Slow every call down/).inputValue()).toBe('50');
  expect(await page.locator('.warning').textContent()).toContain('came with the link');
  expect(await page.evaluate("'ran' in globalThis")).toBe(false);
  await page.getByRole('button', { name: /^Run/ }).click();
  await ended(page);
  expect(await page.getByRole('treeitem').textContent()).toBe('value42');
  expect(complaints).toEqual([]);
});

test('the address follows the page: an example has a name, and a reload keeps what was typed', async () => {
  const { page } = await visit({ path: '#example=retry' });
  expect(await page.getByRole('button', { name: 'Retry with a pause' }).getAttribute('aria-current')).toBe(
    'true',
  );
  await write(page, 'Program', 'return 5');
  await expect.poll(() => page.url()).toContain('#program=');
  await page.reload();
  expect(await page.locator('.program .cm-content').textContent()).toBe('return 5');
  await openExample(page, 'Typed errors');
  await expect.poll(() => page.url()).toMatch(/#example=typed-errors$/);
  await ended(page);
  await page.evaluate("location.hash = '#example=retry'");
  await ready(page);
  expect(await page.locator('.outcome').textContent()).toContain('The host functions are yours');
});

test('what is no link of the playground opens the first example, and says so', async () => {
  const hashes = ['#program=', '#program=%%%', '#program=q80FAA', `#program=${'A'.repeat(600_000)}`];
  const open = async (path: string) => {
    const { page, complaints } = await visit({ path });
    expect(await page.locator('.notice').textContent()).toContain('cannot be read');
    expect(await page.locator('.program .cm-content').textContent()).toContain('shop.search');
    expect(complaints).toEqual([]);
  };
  await Promise.all(hashes.map(open));
});

test('host functions reach no other origin, whatever a link brings', async () => {
  const { page, complaints } = await visit();
  const host =
    "export const bindings = [{ global: 'out', functions: { go: () => fetch('https://codeseam.invalid/') } }];";
  await write(page, 'Host functions', host);
  await runProgram(page, 'return await out.go()');
  expect(await page.locator('.outcome .message').textContent()).toContain('Failed to fetch');
  expect(complaints.filter((each) => each.startsWith('Request'))).toEqual([]);
  expect(complaints.join()).toContain('Content Security Policy');
});

test('the copied host is a program of its own that gives the same on Node', async () => {
  const { page } = await visit();
  await write(page, 'Host functions', HOST);
  await write(page, 'Program', PROGRAM);
  await page.getByRole('button', { name: 'Get the host code' }).click();
  const folder = mkdtempSync(`${tmpdir()}/codeseam host `);
  try {
    mkdirSync(`${folder}/node_modules`);
    symlinkSync(root, `${folder}/node_modules/codeseam`);
    const runs = [];
    for (const place of ['Node, thread', 'Node, process']) {
      await page.getByLabel(place).check();
      writeFileSync(`${folder}/${place}.mjs`, (await page.locator('.dialog .code').textContent())!);
      runs.push(promisify(execFile)(process.execPath, [`${place}.mjs`], { cwd: folder }));
    }
    for (const { stdout } of await Promise.all(runs))
      expect(stdout).toMatch(/^Grüße, `\$\{1\}` \\\n42\n1 calls, busy for \d+ of \d+ ms\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await page.getByLabel('Page', { exact: true }).check();
  expect(await page.locator('.dialog .code').textContent()).toContain("from 'codeseam/browser'");
});
