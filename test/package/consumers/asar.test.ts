// Electron packs an application into one file. Its own `fs` reads from there; without Electron, what can be shown is that
// the package survives packing and looks up no file but the one that it says.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage, extractAll, listPackage } from '@electron/asar';
import { afterAll, expect, inject, test } from 'vitest';
import { NODE_HOST, SEEN } from './hosts.ts';

const { folder } = inject('installed');
const place = mkdtempSync(join(tmpdir(), 'codeseam-asar-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('an application comes out of an asar archive as it went in, and runs', async () => {
  const archive = join(place, 'app.asar');
  writeFileSync(join(folder, 'packed.mjs'), NODE_HOST);
  await createPackage(folder, archive);
  expect(listPackage(archive, { isPack: false })).toContain(
    join('/', 'node_modules/codeseam/dist/esbuild.wasm'),
  );
  extractAll(archive, join(place, 'app'));
  const { stdout } = spawnSync(process.execPath, ['packed.mjs'], {
    cwd: join(place, 'app'),
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([SEEN, SEEN, SEEN]);
});

test('no module of the package asks where it lies but to find esbuild.wasm', () => {
  const dist = join(folder, 'node_modules/codeseam/dist');
  const asking = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => readFileSync(join(dist, file), 'utf8').split('\n'))
    // Code of the modules; what is quoted is scripts and programs that travel as text.
    .filter((line) => /^[^"'`]*import\.meta|^[^"'`]*__(dirname|filename)/.test(line.replace('""', '')));
  expect(asking.map((line) => line.trim())).toEqual(['import.meta.url']);
});
