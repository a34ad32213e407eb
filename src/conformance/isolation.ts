import { fact, topic } from './case.ts';
import { deferred, sleep } from './environment.ts';
import { request } from './request.ts';

/** What a program leaves behind, and how the next one would see it. */
const TRACES: readonly [fact: string, leave: string, look: string, clean: unknown][] = [
  ['a global', 'globalThis.leak = 1', "return 'leak' in globalThis", false],
  ['a property of a builtin', 'Math.leak = 1; Object.prototype.leak = 1', "return 'leak' in Math", false],
  ['a patched method', 'Array.prototype.map = () => 5', 'return [1].map((x) => x)', [1]],
  ['a replaced builtin', 'globalThis.JSON = null', 'return typeof JSON.parse', 'function'],
  ['a frozen prototype', 'Object.freeze(Array.prototype)', 'return Object.isFrozen(Array.prototype)', false],
  [
    'a patched console',
    'console.log = () => {}; console.error = () => {}',
    "console.log('x'); return typeof console.log",
    'function',
  ],
  ['a setting of Error', 'Error.stackTraceLimit = 0', 'return Error.stackTraceLimit > 0', true],
  ['a patched promise', 'Promise.prototype.then = null', 'return typeof Promise.prototype.then', 'function'],
  ['the state of a regular expression', "/(a)/.exec('a')", 'return RegExp.$1', ''],
  ['a function', 'globalThis.helper = () => 1', 'return typeof helper', 'undefined'],
  ['a counter and a group', "console.group('g'); console.count('c')", "console.count('c')", undefined],
];

export const isolationCases = topic('isolation', [
  ...TRACES.map(([name, leave, look, clean]) =>
    fact(`shows nothing of one run in the next: ${name}`, async ({ run, value, expect }) => {
      expect((await run(`${leave}; return 1`)).value).toBe(1);
      expect(await value(look)).toEqual(clean);
    }),
  ),
  fact('shows nothing of a run to one beside it', async ({ runtime, expect }) => {
    const shared = await runtime();
    const bothLeft = deferred<void>();
    let left = 0;
    const leave = () => {
      if (++left === 2) bothLeft.resolve();
      return bothLeft.promise;
    };
    const runs = [1, 2].map((n) => {
      const program = `globalThis.shared = ${n}; Array.prototype.mark = ${n}; await tools.leave(); return [globalThis.shared, [].mark]`;
      return shared.run(request(program, { tools: { leave } }));
    });
    expect((await Promise.all(runs)).map((result) => result.value)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  }),
  fact('keeps the bindings and logs of runs side by side apart', async ({ runtime, expect }) => {
    const shared = await runtime();
    const runs = Array.from({ length: 12 }, (_, n) => {
      const program = `for (let i = 0; i < 5; i++) { console.log(${n}); await tools.me() } return await tools.me()`;
      return shared.run(request(program, { tools: { me: () => n } }));
    });
    for (const [n, result] of (await Promise.all(runs)).entries()) {
      expect(result.value).toBe(n);
      expect(result.logs).toEqual(Array(5).fill(String(n)));
    }
  }),
  fact('finishes forty runs that are asked for at once', async ({ runtime, expect }) => {
    const shared = await runtime();
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) => shared.run(request(`return ${n}`))),
    );
    expect(results.map((result) => result.value)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  }),
  fact('ends what a program left running', async ({ value, expect }) => {
    let late = 0;
    const tools = { late: () => void late++ };
    const program = `
      const again = () => { tools.late(); setTimeout(again, 1) };
      setTimeout(again, 30);
      (async () => { for (;;) { await new Promise((r) => setTimeout(r, 30)); tools.late() } })();
      return 1`;
    expect(await value(program, { tools })).toBe(1);
    await sleep(100);
    expect(late).toBe(0);
  }),
  fact('gives a program a fresh copy of a result each time', async ({ value, expect }) => {
    const config = { list: [1] };
    const program = 'const a = await tools.config(); a.list.push(2); return [await tools.config(), a]';
    expect(await value(program, { tools: { config: () => config } })).toEqual([
      { list: [1] },
      { list: [1, 2] },
    ]);
  }),
]);
