import type { Attack, Kind } from '../attack.ts';

/** One run leaves something, and the next looks for it. */
const left = (name: string, leave: string, look: string): Attack => ({
  name,
  program: `${leave}; return 1`,
  returns: 1,
  next: `return (${look}) ? 'seen' : 1`,
});

/** Everything that a program may hold on to, and that another could hold too. */
const THINGS =
  '[globalThis, Math, JSON, Array.prototype, Object.prototype, Promise, URL, console, crypto, performance, tools, tools.echo, Object.getPrototypeOf(async () => {})]';
const marks = `for (const thing of ${THINGS}) try { thing.mark = 1 } catch {}`;
const marked = `${THINGS}.some((thing) => 'mark' in thing)`;

/** Ways from one run to another: there is nothing to see. */
export const crossRunChannels: Kind = {
  kind: 'cross-run channels',
  attacks: [
    left('marks on every object there is', marks, marked),
    left(
      'patched builtins',
      'Array.prototype.map = () => 9; JSON.stringify = () => 9; Promise.prototype.then = null; Error.stackTraceLimit = 0',
      "[1].map((n) => n)[0] !== 1 || JSON.stringify(1) !== '1' || Error.stackTraceLimit === 0",
    ),
    left(
      'the last match of a regular expression',
      "/(secret)/.exec('secret')",
      '/secret/.test([RegExp.$1, RegExp.lastMatch, RegExp.input, RegExp.leftContext].join())',
    ),
    left(
      'counters, groups and timers of the console',
      "console.group('g'); console.count('c'); console.time('t')",
      'false',
    ),
    left(
      'a channel, a lock and a worker, where they exist',
      "try { new BroadcastChannel('door').postMessage('left') } catch {} try { navigator.locks.request('door', () => new Promise(() => {})) } catch {}",
      "typeof BroadcastChannel !== 'undefined' || typeof navigator !== 'undefined'",
    ),
    left(
      'a timer that goes on',
      'setInterval(() => { globalThis.mark = 1; tools.note() }, 1)',
      "'mark' in globalThis",
    ),
    {
      name: 'two runs at once share nothing',
      program: `
        ${marks};
        const beside = tools.another("globalThis.other = 1; Array.prototype.other = 1; await tools.sleep(100); return (" + ${JSON.stringify(marked)} + ") ? 'seen' : 1");
        await tools.sleep(50);
        const seen = 'other' in globalThis || [].other;
        return [await beside, seen ?? false]`,
      returns: [1, false],
    },
    {
      name: 'environment data and process.env, with the realm of Node',
      realm: 'node',
      program:
        "const { setEnvironmentData } = await import('node:worker_threads'); setEnvironmentData('mark', 1); process.env.MARK = '1'; globalThis.mark = 1; return Object.keys(process.env).filter((k) => k !== 'MARK').length",
      returns: 0,
      next: "const { getEnvironmentData } = await import('node:worker_threads'); return getEnvironmentData('mark') ?? process.env.MARK ?? globalThis.mark ?? 1",
    },
    {
      name: 'a value that is changed after it was sent',
      program:
        'const bytes = new Uint8Array(4); const sent = tools.keep(bytes); bytes.fill(9); const kept = await sent; kept[0] = 7; return [...(await tools.kept())]',
      returns: [0, 0, 0, 0],
    },
  ],
};
