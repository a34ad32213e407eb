import { describe, expect, test } from 'vitest';
import { DOORS } from './doors.ts';
import { REACH } from './reach.ts';
import { useStage } from './stage.ts';

const stage = useStage();

/** What needs neither a network nor a storage: it stays in the worker, whose end is the end of it. */
const LOCAL = new Set(
  'BroadcastChannel,postMessage,reportError,close,EventTarget,MessageChannel,object URLs,WebAssembly,SharedArrayBuffer,locks'.split(
    ',',
  ),
);

/** Doors that the frame's policy and its opaque origin shut, whatever a script in its worker can name. */
const SHUT = DOORS.filter(({ place, name }) => place === 'worker' && !LOCAL.has(name));

/** The script that tries a door in a worker that nobody has emptied, and says what came of it through its first port. */
function script({ attempt }: (typeof DOORS)[number], url: string): string {
  const constants = `const url = '${url}', datagrams = 'https://127.0.0.1:${stage().site.datagramPort}/door';`;
  return `addEventListener('message', async ({ ports: [port] }) => {
    const host = { f: async (x) => x, fail: async () => { throw new RangeError() } };
    const tried = (async function () { ${constants} ${REACH} ${attempt}
 return what; })();
    port.postMessage(await tried.then((value) => ({ value }), (error) => ({ error: String(error) })));
  }, { once: true });`;
}

/** Makes a frame as the library does, starts a worker in it, and resolves to what that posts first. */
const HOUSE = `
  const house = async (document, script, wasm = false) => {
    const { port1, port2 } = new MessageChannel();
    const answers = new MessageChannel();
    const element = window.document.createElement('iframe');
    element.setAttribute('sandbox', 'allow-scripts');
    element.hidden = true;
    Object.assign(element, document);
    const loaded = new Promise((done) => { element.onload = done });
    window.document.documentElement.append(element);
    await loaded;
    const listening = new Promise((done) => { port1.onmessage = ({ data }) => { if (data === 'listening') done() } });
    element.contentWindow.postMessage(0, '*', [port2]);
    await listening;
    const answered = new Promise((done) => { answers.port1.onmessage = ({ data }) => done(data) });
    port1.postMessage({ order: 'spawn', script, wasm }, [answers.port2]);
    const answer = await Promise.race([answered, sleep(30_000)]);
    element.remove();
    return answer;
  };
  const written = { srcdoc: await (await fetch('/dist/frame.html')).text() };
  const loaded = { src: '/dist/frame.html' };
`;

const REFUSALS: readonly [what: string, line: string, error: string][] = [
  ['eval', "eval('1')", 'EvalError'],
  ['Function', "new Function('return 1')()", 'EvalError'],
  [
    'a timer with a text',
    "{ let n = 0; globalThis.m = () => n++; setTimeout('m()', 0); await new Promise((r) => setTimeout(r, 50)); if (n) throw 0; throw new EvalError() }",
    'EvalError',
  ],
  ['import() of data', "await import('data:text/javascript,')", 'TypeError'],
  ['importScripts of data', "importScripts('data:text/javascript,')", 'NetworkError'],
  ['WebAssembly', 'await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))', 'CompileError'],
  [
    'WebAssembly in one go',
    'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))',
    'CompileError',
  ],
  [
    'IndexedDB',
    "await new Promise((done, fail) => { const x = indexedDB.open('x'); x.onsuccess = done; x.onerror = () => fail(x.error) })",
    'SecurityError',
  ],
  ['the cache', "await caches.open('x')", 'ReferenceError'],
  ['the network', "await fetch('http://127.0.0.1/')", 'TypeError'],
];

describe.concurrent.each(['written', 'loaded'])('in the worker of a frame that is %s', (how) => {
  // It is one document either way, and a door takes a second.
  const doors = SHUT.filter((_, index) => index % 2 === (how === 'written' ? 0 : 1));

  test('no door opens to a script that has every global', async () => {
    const { site } = stage();
    const before = site.strays.length;
    const scripts = doors.map((door, index) => script(door, `${site.origin}/door/${how}/${index}.js`));
    const answers = await stage().play(`${HOUSE}
      const heard = [];
      new BroadcastChannel('door').onmessage = ({ data }) => heard.push(data);
      const answers = [];
      const scripts = ${JSON.stringify(scripts)};
      for (let at = 0; at < scripts.length; at += 4)
        answers.push(...(await Promise.all(scripts.slice(at, at + 4).map((script) => house(${how}, script)))));
      await sleep(300);
      return { answers, heard, databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length };
    `);
    expect(site.strays.slice(before)).toEqual([]);
    expect(answers).toMatchObject({ heard: [], databases: 0, caches: 0 });
    const opened = (answers as { answers: ({ value?: unknown } | null)[] }).answers.map((answer, index) => [
      doors[index]!.name,
      answer?.value ?? answer,
    ]);
    expect(opened.filter(([, value]) => !Array.isArray(value) || value.length > 0)).toEqual([]);
  });

  test('the policy refuses, each with its error', async () => {
    const scripts = REFUSALS.map(
      ([, line]) => `addEventListener('message', async ({ ports: [port] }) => {
        try { ${line}; port.postMessage('done') } catch (error) { port.postMessage(error.name) }
      }, { once: true });`,
    );
    const names = await stage().play(`${HOUSE}
      const names = [];
      for (const script of ${JSON.stringify(scripts)}) names.push(await house(${how}, script));
      return names;`);
    expect(REFUSALS.map(([what], index) => [what, (names as string[])[index]])).toEqual(
      REFUSALS.map(([what, , name]) => [what, name]),
    );
  });

  test('compiles WebAssembly where that was ordered, and nothing else', async () => {
    const text = `addEventListener('message', async ({ ports: [port] }) => {
      const compiled = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 1, () => 0);
      let evaluated = 1;
      try { eval('1') } catch { evaluated = 0 }
      port.postMessage({ compiled, evaluated });
    }, { once: true });`;
    expect(await stage().play(`${HOUSE} return house(${how}, ${JSON.stringify(text)}, true);`)).toEqual({
      compiled: 1,
      evaluated: 0,
    });
  });
});
