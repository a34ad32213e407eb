import { DOORS, type Door, NAMES } from '../../page/doors.ts';
import { REACH } from '../../page/reach.ts';
import type { Attack, Kind } from '../attack.ts';

const SEARCH = `const host = { f: tools.echo, fail: tools.failLate }; ${REACH}`;

/** Each door has an address of its own, so that the server can tell which was opened. */
const attempted = ({ name, attempt }: Door): string => {
  const index = DOORS.findIndex((door) => door.name === name);
  return `await (async () => { const url = 'ORIGIN/door/${index}.js', datagrams = 'DATAGRAMS'; ${attempt} })().catch(() => {});`;
};

function doors(name: string, wanted: (door: Door) => boolean): Attack {
  const program = `${SEARCH}\n${DOORS.filter(wanted).map(attempted).join('\n')}\nreturn what`;
  // A program that is refused or fails has not entered either.
  return { name, program, fails: ['exception'], returns: [], limits: { computeMs: 10_000 } };
}

const named =
  (...list: readonly string[]) =>
  ({ name }: Door): boolean =>
    list.includes(name);

const IMPORTS = DOORS.filter(({ name }) => name.startsWith('import in syntax'));

const GROUPS: readonly [name: string, doors: readonly string[]][] = [
  ['requests', ['fetch', 'XMLHttpRequest', 'XMLHttpRequest that blocks', 'sendBeacon']],
  ['connections', ['WebSocket', 'EventSource', 'WebTransport']],
  ['scripts', ['importScripts', 'importScripts of data', 'import of data', 'code from strings']],
  ['stores', ['IndexedDB', 'caches', 'OPFS', 'storage', 'cookies']],
  ['channels', ['BroadcastChannel', 'MessageChannel', 'postMessage', 'EventTarget', 'locks']],
  ['workers', ['Worker', 'Worker of data', 'SharedWorker']],
  ['windows', ['navigation', 'a window', 'an element']],
  ['its own worker', ['close', 'reportError', 'object URLs', 'WebAssembly', 'SharedArrayBuffer']],
];

/** Doors out of a page, and out of a process: nothing reaches a server that counts, nothing is stored. */
export const networkAndStorage: Kind = {
  kind: 'network and storage',
  attacks: [
    ...GROUPS.map(([name, list]) => doors(`doors to ${name}`, named(...list))),
    doors('import() in every syntax', (door) => IMPORTS.includes(door)),
    {
      name: 'names of doors, wherever they may be',
      program: `${SEARCH} return ${JSON.stringify(NAMES)}.filter((name) => find(name).length > 0)`,
      returns: [],
    },
  ],
};

/** Doors that no group has: there are none. */
export const forgotten: readonly string[] = DOORS.map(({ name }) => name).filter(
  (name) => !GROUPS.some(([, list]) => list.includes(name)) && !IMPORTS.some((door) => door.name === name),
);
