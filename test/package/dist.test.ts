import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

test('every export names files that the build made', () => {
  const filesOf = (entry: unknown): string[] => {
    if (typeof entry === 'string') return [entry];
    return entry === null ? [] : Object.values(entry as object).flatMap(filesOf);
  };
  const targets = filesOf(manifest.exports);
  expect(targets.length).toBeGreaterThan(6);
  for (const target of targets) expect(existsSync(`${root}/${target}`), target as string).toBe(true);
});

test('the root entry needs no platform', async () => {
  const text = readFileSync(`${root}/dist/index.js`, 'utf8');
  expect(text).not.toMatch(/node:|process\.|window\.|document\./);
  const { CodeRuntime, LIMITS } = await import('codeseam');
  expect(typeof CodeRuntime).toBe('function');
  expect(LIMITS.computeMs.default).toBe(60_000);
});

test('declarations name no type of Node or of the DOM', () => {
  const folder = `${root}/dist/types/seam`;
  for (const file of readdirSync(folder))
    expect(readFileSync(`${folder}/${file}`, 'utf8')).not.toMatch(/node:|NodeJS|HTMLElement/);
});

test('scripts that travel as text are strict and pure ASCII', async () => {
  const { GUEST_SCRIPT } = await import('codeseam/bridge');
  expect(GUEST_SCRIPT).toMatch(/^[\x00-\x7f]*$/);
  // A function of a sloppy script would show its caller to a program.
  expect(GUEST_SCRIPT.startsWith('"use strict";')).toBe(true);
});
