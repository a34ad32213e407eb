import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BACKENDS } from './attack.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { forgotten } from './catalogue/network-and-storage.ts';
import { reasonAgainst } from './cells.ts';

const folder = (path: string): URL => new URL(path, import.meta.url);

test('every cell has a test or a reason in words', () => {
  for (const backend of BACKENDS)
    expect(existsSync(folder(`${backend.replace(' ', '-')}.test.ts`)), backend).toBe(true);
  for (const kind of CATALOGUE)
    for (const attack of kind.attacks) {
      const reasons = BACKENDS.map((backend) => reasonAgainst(kind, attack, backend));
      expect(reasons, attack.name).toContain('');
      for (const reason of reasons) expect(reason, attack.name).toMatch(/^$|\w+ \w+/);
    }
});

test('every file of the catalogue is in the table, under its name, and no attack is there twice', () => {
  const files = readdirSync(folder('catalogue/')).filter((name) => name !== 'index.ts');
  const kinds = CATALOGUE.map(({ kind }) => `${kind.replaceAll(' ', '-')}.ts`);
  expect(kinds.toSorted()).toEqual(files.toSorted());
  for (const { kind, attacks } of CATALOGUE)
    expect(new Set(attacks.map(({ name }) => name)).size, kind).toBe(attacks.length);
});

test('every attack says what has to come of it', () => {
  for (const { attacks } of CATALOGUE)
    for (const attack of attacks)
      expect('returns' in attack || (attack.fails ?? []).length > 0, attack.name).toBe(true);
});

test('every door of a page is tried', () => {
  expect(forgotten).toEqual([]);
});
