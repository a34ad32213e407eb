import { describe, expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { workerThreads } from './threads.ts';

const stage = useStage();

/** Counts what the page opens and closes, from before the package is there. */
const LEDGER = `
  const ledger = globalThis.ledger = { urls: 0, workers: 0, ports: 0, listeners: 0 };
  const wrap = (object, name, around) => {
    const native = object[name];
    object[name] = function (...args) { around(this, ...args); return native.apply(this, args) };
  };
  wrap(URL, 'createObjectURL', () => ledger.urls++);
  wrap(URL, 'revokeObjectURL', () => ledger.urls--);
  // Where one side is closed, the other is of no use: it may be in another document by then.
  const open = new Map();
  const NativeChannel = MessageChannel;
  globalThis.MessageChannel = class { constructor() {
    const channel = new NativeChannel();
    open.set(channel.port1, channel.port2).set(channel.port2, channel.port1);
    ledger.ports = open.size;
    return channel;
  } };
  const release = (port) => { open.delete(port); ledger.ports = open.size };
  wrap(MessagePort.prototype, 'close', (port) => { const peer = open.get(port); release(port); release(peer) });
  // What is handed to a worker goes with it.
  for (const holder of [Window, Worker, MessagePort]) {
    const target = holder === Window ? window : holder.prototype;
    wrap(target, 'postMessage', (_, ...args) => { for (const list of args) if (Array.isArray(list)) list.forEach(release) });
  }
  const NativeWorker = Worker;
  globalThis.Worker = class extends NativeWorker {
    constructor(url) { super(url); ledger.workers++ }
    terminate() { ledger.workers--; super.terminate() }
  };
  const held = new Map();
  const count = () => { ledger.listeners = 0; for (const [target, set] of held) ledger.listeners += lasting(target) ? set.size : 0 };
  // A port that is closed takes its listeners with it.
  const lasting = (target) => target === window || target === document || target instanceof AbortSignal;
  const key = (type, listener) => { listener.id ??= Math.random(); return type + listener.id };
  wrap(EventTarget.prototype, 'addEventListener', (target, type, listener) => {
    target ??= window;
    if (!held.has(target)) { if (!lasting(target)) return; held.set(target, new Set()) }
    held.get(target).add(key(type, listener)); count();
  });
  wrap(EventTarget.prototype, 'removeEventListener', (target, type, listener) => { held.get(target ?? window)?.delete(key(type, listener)); count() });
`;

const RUNS = 200;

interface State {
  readonly urls: number;
  readonly workers: number;
  readonly ports: number;
  readonly listeners: number;
  readonly frames: number;
}

describe.each(['frame', 'none'])('with containment %s', (containment) => {
  test(`${RUNS} runs leave nothing behind`, async () => {
    const scene = await stage().open(
      `
      const state = () => ({ ...ledger, frames: frames() });
      const pristine = state();
      const control = new AbortController();
      const runtime = new WebWorkerCodeRuntime({ wasmURL, containment: '${containment}', computeMs: 200 });
      const functions = { f: (n) => n, never: () => new Promise(() => {}) };
      const programs = [
        'return await host.f(1)', 'throw new Error("x")', 'host.f(1); console.log("x".repeat(1000)); return [1]',
        'await host.never()', 'return', 'const = 1', 'return () => 1', 'void host.never(); setInterval(() => {}, 1); return 2',
      ];
      const one = (n) => {
        const program = programs[n % programs.length];
        if (!program.startsWith('await host.never')) return run(runtime, program, functions, { signal: control.signal });
        const own = new AbortController();
        setTimeout(() => own.abort(), 5);
        return run(runtime, program, functions, { signal: own.signal });
      };
      const settle = async () => { await until(() => ${containment === 'frame' ? 'frames() === 2' : 'ledger.workers === 2'}); await sleep(100) };
      for (let n = 0; n < 16; n++) await one(n);
      await settle();
      await say('before', state());
      await until(() => globalThis.go);
      for (let n = 0; n < ${RUNS}; n += 4) await Promise.all([one(n), one(n + 1), one(n + 2), one(n + 3)]);
      await settle();
      await say('after', state());
      await until(() => globalThis.stop);
      await Promise.all([run(runtime, 'for (;;);'), sleep(30).then(() => runtime.dispose())]);
      return { pristine, disposed: state() };`,
      { before: LEDGER },
    );
    const session = await scene.page.context().newCDPSession(scene.page);
    const heap = async () => {
      for (let n = 0; n < 3; n++) await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const before = (await scene.said('before')) as State;
    const heapBefore = await heap();
    expect(before.workers + before.frames).toBe(2);
    await expect.poll(workerThreads, { timeout: 10_000 }).toBe(2);

    await scene.page.evaluate('globalThis.go = true');
    expect(await scene.said('after')).toEqual(before);
    await expect.poll(workerThreads, { timeout: 10_000 }).toBe(2);
    expect((await heap()) / heapBefore).toBeLessThan(1.5);

    await scene.page.evaluate('globalThis.stop = true');
    const { pristine, disposed } = (await scene.said('done')) as { pristine: State; disposed: State };
    expect(disposed).toEqual(pristine);
    expect(disposed).toMatchObject({ frames: 0, workers: 0, urls: 0, ports: 0 });
    await expect.poll(workerThreads, { timeout: 10_000 }).toBe(0);
    await scene.close();
  });
});
