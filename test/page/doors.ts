// The doors out of a page's program, and how each is tried. The same text is tried in places where the door is open, or
// nothing would show that it could be.

/** Where a door opens when nothing contains the program: in a worker, or only in a window. */
export type Place = 'worker' | 'window';

export interface Door {
  readonly name: string;
  readonly place: Place;
  /** Whether the site sees it when it opens; otherwise the attempt itself says so. */
  readonly seen: boolean;
  /**
   * Body of an async function. It finds `find(name)`: all that is reachable under that name; `url`: an address that is
   * this door's alone; `opened(what)`; `soon(promise)`: waits for it, but not for long.
   */
  readonly attempt: string;
}

const seen = (name: string, attempt: string, place: Place = 'worker'): Door => ({
  name,
  place,
  seen: true,
  attempt,
});
const felt = (name: string, attempt: string, place: Place = 'worker'): Door => ({
  name,
  place,
  seen: false,
  attempt,
});

/** Tries a line with each thing of that name. */
const each = (name: string, line: string): string =>
  `for (const it of find('${name}')) try { ${line} } catch {}\n`;

const event = 'new Promise((done) => { x.onopen = x.onload = x.onerror = x.onclose = x.onmessage = done })';

/** Addresses of the odd syntaxes: a program that does not even parse does not enter either. */
const IMPORTS = [
  'await import(url)',
  'await import/* */(url)',
  'await (0, () => import(url))()',
  'const v = {}; v?.x / (await import(url)) / 1',
  'let a = 1; a++ / await import(url) / 1',
  '`${await import(url)}`',
  'await (async (m = import(url)) => m)()',
  'class A { static m = import(url) }; await A.m',
  'const { x = await import(url) } = {}',
  'for await (const m of [import(url)]);',
  'switch (1) { case 1: await import(url) }',
  'await import(url, { with: {} })',
  'await import("data:text/javascript,import(" + JSON.stringify(url) + ")").then((m) => soon(m))',
  'eval("import(" + JSON.stringify(url) + ")")',
  '(0, eval)("import(" + JSON.stringify(url) + ")")',
  'await new (async () => {}).constructor("u", "await import(u)")(url)',
  'setTimeout("import(" + JSON.stringify(url) + ")", 0); await soon(new Promise(() => {}))',
];

export const DOORS: readonly Door[] = [
  seen('fetch', each('fetch', 'await soon(it.call(globalThis, url))')),
  seen(
    'XMLHttpRequest',
    each('XMLHttpRequest', `const x = new it(); x.open('GET', url); x.send(); await soon(${event})`),
  ),
  seen(
    'XMLHttpRequest that blocks',
    each('XMLHttpRequest', "const x = new it(); x.open('GET', url, false); x.send()"),
  ),
  seen('WebSocket', each('WebSocket', `const x = new it(url.replace('http', 'ws')); await soon(${event})`)),
  seen('EventSource', each('EventSource', `const x = new it(url); await soon(${event}); x.close()`)),
  seen('WebTransport', each('WebTransport', 'await soon(new it(datagrams).ready)')),
  seen('importScripts', each('importScripts', 'it(url)')),
  felt(
    'importScripts of data',
    `globalThis.entered = false;${each('importScripts', "it('data:text/javascript,globalThis.entered = true')")}if (globalThis.entered) opened('data')`,
  ),
  ...IMPORTS.map((line, index) => seen(`import in syntax ${index + 1}`, `try { ${line} } catch {}`)),
  felt('import of data', "try { await import('data:text/javascript,'); opened('data') } catch {}"),
  seen(
    'code from strings',
    `const text = 'globalThis.fetch(' + JSON.stringify(url) + ')';
     try { eval(text) } catch {}
     for (const f of [() => {}, async () => {}, function* () {}, async function* () {}, find, Array, host.f])
       for (const make of [f.constructor, f.constructor?.constructor, Object.getPrototypeOf(f).constructor])
         try { const made = make(text)(); await made; await made.next?.() } catch {}
     try { Reflect.construct(Function, [text], Array)() } catch {}
     try { setTimeout(text, 0); await soon(new Promise(() => {})) } catch {}`,
  ),
  felt(
    'IndexedDB',
    each(
      'indexedDB',
      "const x = it.open('door'); if (await soon(new Promise((done) => { x.onsuccess = () => done(1); x.onerror = () => done(0) }))) opened('database')",
    ),
  ),
  felt('caches', each('caches', "if (await soon(it.open('door'))) opened('cache')")),
  felt(
    'OPFS',
    each(
      'storage',
      "if (await soon(it.getDirectory().then((d) => d.getFileHandle('door', { create: true })))) opened('file')",
    ),
  ),
  felt('locks', each('locks', "if (await soon(it.request('door', () => 1))) opened('lock')")),
  seen('sendBeacon', each('sendBeacon', 'for (const n of find("navigator")) it.call(n, url)'), 'window'),
  seen('Worker', each('Worker', 'new it(url)')),
  felt(
    'Worker of data',
    each(
      'Worker',
      `const x = new it('data:text/javascript,postMessage(1)'); if ((await soon(${event}))?.data) opened('worker')`,
    ),
  ),
  seen('SharedWorker', each('SharedWorker', 'new it(url)'), 'window'),
  seen('navigation', `${each('location', 'it.href = url')}${each('location', 'it.assign(url)')}`, 'window'),
  seen('a window', each('open', 'await soon(it.call(globalThis, url))'), 'window'),
  seen(
    'an element',
    each(
      'createElement',
      'for (const d of find("document")) { const x = it.call(d, "img"); x.src = url; await soon(new Promise(() => {})) }',
    ),
    'window',
  ),
  felt(
    'BroadcastChannel',
    each('BroadcastChannel', "new it('door').postMessage('BroadcastChannel'); opened('channel')"),
  ),
  felt(
    'storage',
    ['localStorage', 'sessionStorage']
      .map((name) => each(name, "it.setItem('door', '1'); opened('storage')"))
      .join(''),
    'window',
  ),
  felt(
    'cookies',
    each('cookieStore', "await soon(it.set('door', '1')); opened('cookie')") +
      each('document', "it.cookie = 'door=1'; if (it.cookie) opened('cookie')"),
    'window',
  ),
  felt('postMessage', each('postMessage', "it.call(globalThis, 'postMessage'); opened('message')")),
  felt(
    'reportError',
    each(
      'reportError',
      "addEventListener?.('error', (e) => e.preventDefault()); it(new Error('door')); opened('report')",
    ),
  ),
  felt('close', each('close', "if (it.length === 0) opened('close')")),
  felt(
    'EventTarget',
    each('addEventListener', "it.call(globalThis, 'message', () => {}); opened('listener')"),
  ),
  felt('MessageChannel', each('MessageChannel', "new it(); opened('channel')")),
  felt('object URLs', `${each('createObjectURL', "it(new (find('Blob')[0])(['1'])); opened('url')")}`),
  felt('WebAssembly', each('WebAssembly', "new it.Memory({ initial: 1 }); opened('memory')")),
  felt(
    'SharedArrayBuffer',
    each(
      'WebAssembly',
      "new (new it.Memory({ initial: 1, maximum: 1, shared: true }).buffer.constructor)(1); opened('shared memory')",
    ),
  ),
];

/** Names that no program reaches anything under. */
export const NAMES: readonly string[] = (
  'fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts indexedDB IDBFactory caches CacheStorage ' +
  'storage StorageManager FileSystemHandle locks navigator sendBeacon Worker SharedWorker location open createElement document ' +
  'BroadcastChannel localStorage sessionStorage cookieStore postMessage reportError close EventTarget addEventListener onmessage ' +
  'dispatchEvent MessageChannel MessagePort Blob createObjectURL revokeObjectURL WebAssembly SharedArrayBuffer Atomics self window ' +
  'parent top frames opener Request Response Headers RTCPeerConnection Notification FontFace OffscreenCanvas scheduler trustedTypes ' +
  'subtle Event ErrorEvent MessageEvent process require module global Buffer'
).split(' ');
