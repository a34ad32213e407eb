import { expect, test } from 'vitest';
import { DOORS, type Door } from '../page/doors.ts';
import { REACH } from '../page/reach.ts';
import { type Scene, useStage } from '../page/stage.ts';
import { AT_LENGTH } from './cells.ts';

const stage = useStage();

/** Each takes a second or two: in `npm test`, a few stand for all. */
const TRIED = AT_LENGTH ? DOORS : DOORS.filter((_, index) => index % 8 === 0);

const addressOf = (index: number) => `${stage().site.origin}/door/${index}.js`;

/** The program that tries a door. */
function attempt({ attempt }: Door, index: number): string {
  const { datagramPort } = stage().site;
  return `const url = '${addressOf(index)}', datagrams = 'https://127.0.0.1:${datagramPort}/door';
    ${REACH}
    ${attempt}
    return what;`;
}

/** What the site sees when the door is open. */
const trace = (door: Door, index: number) =>
  door.name === 'WebTransport' ? /DATAGRAM/ : new RegExp(`/door/${index}\\.js`);

/** Tells what programs did to the page: to its storage, and to whoever listens in it. */
const WITNESS = `
  const heard = [];
  new BroadcastChannel('door').onmessage = ({ data }) => heard.push(data);
  addEventListener('message', ({ data }) => { if (data === 'postMessage') heard.push(data) });
  const NativeWorker = Worker;
  globalThis.Worker = class extends NativeWorker {
    constructor(url) { super(url); this.addEventListener('message', ({ data }) => heard.push(data)) }
  };
  const stored = async () => {
    const files = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length, files,
      local: localStorage.length, session: sessionStorage.length, cookie: document.cookie, frames: frames(), heard,
      locks: (await navigator.locks.query()).held.length, path: location.pathname,
    };
  };
`;

interface Played {
  readonly results: readonly { value?: unknown; error?: { kind: string; message: string } }[];
  readonly stored: Record<string, unknown>;
}

/** Tries the doors where nothing contains the script, each in a worker or a window of its own. */
const UNCONTAINED = (programs: readonly string[]) => `
  ${WITNESS}
  const places = ${JSON.stringify(TRIED.map(({ place }) => place))};
  const results = [];
  const attempt = (program, index) => {
    const text = 'const host = { f: async (x) => x, fail: async () => { throw new RangeError() } };' +
      '(async function () {' + program + '})().then((value) => report({ value }), (error) => report({ error: String(error) }));';
    const reported = new Promise((done) => {
      if (places[index] === 'worker') {
        const script = 'const report = postMessage.bind(globalThis);' + text;
        const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
        worker.addEventListener('message', ({ data }) => { if (data !== 'postMessage') done(data) });
      } else {
        const window = document.body.appendChild(document.createElement('iframe'));
        // Its parent and its top are reachable too, and not to be sent away.
        window.sandbox = 'allow-scripts allow-same-origin allow-popups';
        addEventListener('message', ({ source, data }) => { if (source === window.contentWindow) done(data) });
        window.srcdoc = '<script>const report = (x) => parent.postMessage(x, "*");' + text + '</scr' + 'ipt>';
      }
    });
    return reported;
  };
  const all = [];
  for (const [index, program] of ${JSON.stringify(programs)}.entries()) {
    results.push({});
    const report = attempt(program, index).then((result) => { results[index] = result });
    all.push(report);
    await Promise.race([report, sleep(1000)]);
  }
  // Some never answer, since they are gone; on a busy machine others are late.
  await Promise.race([Promise.all(all), sleep(15000)]);
  return { results, stored: await stored() };
`;

test('without containment, doors open to the very programs that the table of attacks tries them with', async () => {
  const { site } = stage();
  const before = site.strays.length;
  const scene: Scene = await stage().open(UNCONTAINED(TRIED.map(attempt)));
  const { results, stored } = (await scene.said('done')) as Played;
  await scene.close();
  const strays = site.strays.slice(before);
  const shut = TRIED.filter((door, index) =>
    door.seen
      ? !strays.some((stray) => trace(door, index).test(stray))
      : !((results[index]!.value as unknown[] | undefined) ?? []).length,
  );
  expect(shut.map(({ name }) => [name, results[TRIED.findIndex((door) => door.name === name)]])).toEqual([]);
  // Of all doors together.
  if (!AT_LENGTH) return;
  expect(stored).toMatchObject({ databases: 1, caches: 1, files: ['door'], local: 1, session: 1 });
  expect(stored['heard']).toEqual(expect.arrayContaining(['BroadcastChannel', 'postMessage']));
});
