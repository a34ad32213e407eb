// `sideEffects` in package.json, put to the test: importing an entry changes nothing, and what is not used goes.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { ENTRIES, manifest } from './installed.ts';

const { peered } = inject('installed');

/** What a module could change without being called. */
const PROBE = `
  const found = (owner) => Reflect.ownKeys(owner).map(String);
  const builtins = found(globalThis).map((name) => globalThis[name])
    .filter((value) => typeof value === 'function' || (typeof value === 'object' && value !== null));
  const owners = [globalThis, ...builtins, ...builtins.map((value) => value.prototype).filter(Boolean)];
  const look = () => ({
    names: owners.flatMap((owner, index) => found(owner).map((name) => index + ' ' + name)),
    listeners: process.eventNames().map(String),
    environment: Object.entries(process.env).map(String),
  });
  // What a peer does is not ours, and looking is what makes some globals appear.
  const [peers, entries] = process.argv.slice(2).map((list) => list.split(','));
  for (const peer of peers) await import(peer).catch(() => {});
  look();
  const changes = {};
  for (const entry of entries) {
    const before = look();
    const resources = process.getActiveResourcesInfo().length;
    await import(entry);
    await new Promise((resolve) => setTimeout(resolve));
    const after = look();
    changes[entry] = Object.keys(after).flatMap((key) => {
      const known = new Set(before[key]);
      return after[key].filter((each) => !known.has(each));
    });
    if (process.getActiveResourcesInfo().length > resources) changes[entry].push('resources');
  }
  console.log(JSON.stringify(changes));`;

writeFileSync(`${peered}/probe.mjs`, PROBE);

test('importing an entry changes nothing', () => {
  // Pages are all that imports that one: on Node it is an error.
  const entries = ENTRIES.filter((entry) => entry !== 'codeseam/browser');
  const peers = Object.keys(manifest.peerDependencies);
  const { stdout, stderr } = spawnSync(process.execPath, ['probe.mjs', peers.join(), entries.join()], {
    cwd: peered,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(entries.map((entry) => [entry, []])));
});
