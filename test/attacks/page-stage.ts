import { readFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';
import { type Scene, useStage } from '../page/stage.ts';
import type { BackendName, Order, Report } from './attack.ts';
import { AT_LENGTH } from './cells.ts';
import { besideSite } from './counting-site.ts';
import { HostDied } from './host-died.ts';
import { limitsOf } from './limits.ts';

const OVERDUE_MS = 115_000;

/**
 * The body of a page that is the host of attacks, one at a time. The compiler is the page's, and outlives them: starting it
 * costs more than all else.
 */
const body = (containment: string): string => `
  const { attempt, clock, ForgedRuntime } = await import('/attack.js');
  const heard = [];
  new BroadcastChannel('door').onmessage = ({ data }) => heard.push('heard ' + data);
  addEventListener('message', ({ data }) => { if (data === 'postMessage') heard.push('heard ' + data) });
  const platform = {
    spawn(script, port) {
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      worker.postMessage(0, [port]);
      return () => worker.terminate();
    },
    endpointOf: (port) => port,
    clock,
  };
  const housing = { wasmModule: await WebAssembly.compileStreaming(fetch(wasmURL)), containment: '${containment}' };
  globalThis.keeper = new WebWorkerCodeRuntime({ ...housing, warmWorkers: 0 });
  const each = (change) => () => document.querySelectorAll('iframe').forEach(change);
  const harm = {
    removeFrames: each((frame) => frame.remove()),
    emptyFrames: each((frame) => { frame.srcdoc = 'x' }),
    redirectFrames: each((frame) => { frame.src = 'about:blank'; frame.removeAttribute('srcdoc') }),
  };
  const traces = async () => {
    const left = heard.splice(0);
    for await (const name of (await navigator.storage.getDirectory()).keys()) left.push('a file ' + name);
    for (const { name } of await indexedDB.databases()) left.push('a database ' + name);
    for (const name of await caches.keys()) left.push('a cache ' + name);
    for (const { name } of (await navigator.locks.query()).held) left.push('a lock ' + name);
    if (localStorage.length + sessionStorage.length > 0) left.push('storage');
    if (document.cookie !== '') left.push('a cookie');
    if (frames() > 0) left.push('a frame');
    if (!location.pathname.startsWith('/scene/')) left.push('it was sent away');
    return left;
  };
  globalThis.play = (topic, attack, limits) => {
    const forged = attack.guest !== undefined;
    const report = attempt(attack, {
      runtime: forged ? new ForgedRuntime(platform, limits) : new WebWorkerCodeRuntime({ ...housing, ...limits }),
      program: attack.program,
      harmless: forged ? 'done()' : 'return await tools.echo(1)',
      problems: [],
      harm,
      traces,
      memoryMb: () => performance.memory.usedJSHeapSize / 2 ** 20,
    });
    report.then((seen) => say(topic, seen), (error) => say('error', String(error?.stack ?? error)));
  };
`;

/** Pages in which attacks are tried. One that was harmed, or may have been, is not used again; at length, none is. */
export function usePages(backend: BackendName): (order: Order) => Promise<Report> {
  const stage = useStage();
  const idle: Scene[] = [];
  let played = 0;
  afterAll(() => Promise.all(idle.splice(0).map((scene) => scene.close())));

  async function open(): Promise<Scene> {
    stage().site.serve('/attack.js', { body: readFileSync(inject('attackScripts').page) });
    const scene = await stage().open(body(backend === 'frame' ? 'frame' : 'none'));
    await scene.said('done');
    return scene;
  }

  async function play({ attack }: Order): Promise<Report> {
    const scene = idle.pop() ?? (await open());
    const topic = `report-${played++}`;
    let timer: NodeJS.Timeout | undefined;
    const died = new Promise<never>((_, reject) => {
      // Of a page whose frame crashed, the driver says the same.
      if (backend !== 'frame') scene.page.once('crash', () => reject(new HostDied('The page crashed')));
      timer = setTimeout(() => reject(new HostDied('The page did not report')), OVERDUE_MS);
    });
    let harmed = true;
    try {
      const arrangement = [topic, attack, limitsOf(attack, backend)].map((each) => JSON.stringify(each));
      // Not waited for: see above.
      scene.page.evaluate(`play(${arrangement.join()})`).catch(() => {});
      const report = (await Promise.race([scene.said(topic), died])) as Report;
      harmed = AT_LENGTH || report.outcome === 'worker-exit' || report.problems.length > 0;
      return report;
    } finally {
      clearTimeout(timer);
      if (harmed) await scene.close();
      else idle.push(scene);
    }
  }

  return (order) => besideSite(stage().site, order, play);
}
