import type { Attack, Kind } from '../attack.ts';
import { CLIMB, CRAWL } from '../climb.ts';
import { WAYS } from '../outer-ways.ts';

const ONE_REALM = 'the worker of a page has one realm, that of the program: see network and storage';
const NO_OUTER = { frame: ONE_REALM, 'page worker': ONE_REALM } as const;

const GLOBALS = [
  'process',
  'require',
  'module',
  'Buffer',
  'global',
  'fetch',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'setImmediate',
  'MessageChannel',
  'BroadcastChannel',
  'Worker',
  'self',
  'postMessage',
  'indexedDB',
  'navigator',
];

const climbed = Object.entries(WAYS).map(
  ([group, ways]): Attack => ({
    name: `an outer object by way of ${group}`,
    program: [
      CLIMB,
      'const found: string[] = [];',
      ...ways.map(
        ([way, body]) =>
          `for (const path of await (async () => { ${body} })() ?? ['no answer']) found.push(${JSON.stringify(way)} + path);`,
      ),
      'return found;',
    ].join('\n'),
    returns: [],
    limits: { computeMs: 40_000, maxWallMs: 40_000 },
    not: NO_OUTER,
  }),
);

/** Ways out of the realm. */
export const escapes: Kind = {
  kind: 'escapes',
  attacks: [
    ...climbed,
    {
      name: 'globals of the platform',
      program: `return [${GLOBALS.map((name) => `typeof ${name}`).join(', ')}].filter((type) => type !== 'undefined')`,
      returns: [],
    },
    {
      name: 'code from strings, by every constructor',
      program: `
        const opened = [];
        for (const f of [() => {}, async () => {}, function* () {}, async function* () {}, class {}, Array, tools.echo, console.log, setTimeout])
          for (const make of [f.constructor, (f as any).constructor?.constructor, Object.getPrototypeOf(f)?.constructor])
            try { const made = make('return 1')(); opened.push(await made) } catch {}
        try { opened.push(eval('1')) } catch {}
        try { opened.push((0, eval)('1')) } catch {}
        try { opened.push(Reflect.construct(Function, ['return 1'], Array)()) } catch {}
        try { (setTimeout as any)('globalThis.entered = 1', 0); await tools.sleep(50); if ((globalThis as any).entered) opened.push('a timer') } catch {}
        return opened`,
      returns: [],
    },
    {
      name: 'stacks that show a path, or a frame that is not of the program',
      program: `
        const stacks: string[] = [];
        const keep = (error: any) => void stacks.push(error.stack);
        keep(new Error('a'));
        try { null!.x } catch (e) { keep(e) }
        try { tools.nope() } catch (e) { keep(e) }
        await tools.failLate().catch(keep);
        await tools.echo(Symbol()).catch(keep);
        try { new URL('::') } catch (e) { keep(e) }
        try { eval('1') } catch (e) { keep(e) }
        const deep = (): void => deep();
        try { deep() } catch (e) { keep(e) }
        await new Promise<void>((resolve) => setTimeout(() => { keep(new Error('b')); resolve() }, 0));
        await Promise.all([tools.echo(1).then(() => keep(new Error('c')))]);
        const frames = stacks.flatMap((stack) => stack.split('\\n').filter((line) => line.startsWith('    at ')));
        return [
          ...frames.filter((frame) => !/^ {4}at (.* \\(program\\.ts:\\d+:\\d+\\)|program\\.ts:\\d+:\\d+)$/.test(frame)),
          ...stacks.filter((stack) => /node:|file:|blob:|\\[worker|guest/.test(stack)),
        ]`,
      returns: [],
    },
    {
      name: 'a hostile prototype that Node trips over',
      program: `${CRAWL}
        const seen: unknown[] = [];
        Object.defineProperty(Error, Symbol.hasInstance, { value: (e: unknown) => { seen.push(e); return false } });
        const p = Promise.reject(1);
        Object.setPrototypeOf(p, new Proxy({}, { get: () => Symbol() }));
        await new Promise((r) => setTimeout(r, 50));
        return crawl(seen)`,
      // Node itself gives up on it: the run may end as failed, but not as anything else.
      fails: ['exception'],
      returns: [],
    },
    {
      name: 'the formatter of stacks, out of stack',
      program: `${CRAWL}
        const errors = Array.from({ length: 3000 }, () => new Error('x'));
        const caught: unknown[] = [];
        let k = 0;
        function dive(): any {
          try { return dive() } catch (e) {
            if (k < errors.length) { try { void errors[k++]!.stack } catch (x) { if (!(x instanceof RangeError)) caught.push(x) } }
            if (k % 30) throw e;
          }
        }
        for (let pad = 0; pad < 100 && k < errors.length; pad++) { try { (function (..._: any[]) { dive() })(...new Array(pad)) } catch {} }
        const reached = caught.slice(0, 5).flatMap((e: any) => [...crawl(e), ...(e.constructor ? ['a constructor'] : [])]);
        return [...new Set(reached)]`,
      returns: [],
    },
    {
      name: 'the constructor of an accessor of an error',
      program: `
        const { get, set } = Object.getOwnPropertyDescriptor(new Error('x'), 'stack') ?? {};
        const out = [get, set].map((f: any) => { try { return f.constructor('return typeof process')() } catch { return 'held' } });
        return out.filter((o) => o !== 'held')`,
      returns: [],
    },
  ],
};
