import { fact, nodeRealm, topic } from './case.ts';
import { never } from './environment.ts';

/** Ways to end the process from inside; none of them may look like success. */
const EXITS: readonly [fact: string, program: string][] = [
  ['process.exit(0)', 'process.exit(0)'],
  ['process.exit(3)', 'process.exit(3)'],
  ['process.exit in mid-call', 'const p = tools.never(); process.exit(0); await p'],
  ['process.exit before completion', 'try { return 1 } finally { process.exit(0) }'],
  ['process.exit from a timer', 'setTimeout(() => process.exit(0), 1); await tools.never()'],
  ['process.reallyExit', 'process.reallyExit(0)'],
];

export const nodeRealmCases = topic('node realm', [
  fact('has an empty environment', nodeRealm, async ({ value, expect }) => {
    expect(await value('return Object.keys(process.env)')).toEqual([]);
  }),
  fact('imports builtin modules', nodeRealm, async ({ value, expect }) => {
    const program = `
      const { join } = await import('node:path');
      const fs = await import('node:fs/promises');
      return [join('a', 'b').length, typeof fs.readFile]`;
    expect(await value(program)).toEqual([3, 'function']);
  }),
  fact('logs nothing that the program did not', nodeRealm, async ({ run, expect }) => {
    const { logs } = await run(
      "await import('node:path'); await new Promise((resolve) => setTimeout(resolve, 20)); return 1",
    );
    expect(logs).toEqual([]);
  }),
  fact('has the globals of Node', nodeRealm, async ({ value, expect }) => {
    const program =
      'return [typeof process, typeof Buffer, typeof fetch, typeof setImmediate, typeof WebAssembly]';
    expect(await value(program)).toEqual(['object', 'function', 'function', 'function', 'object']);
  }),
  fact('has the bindings', nodeRealm, async ({ value, expect }) => {
    expect(
      await value('return await tools.a(Buffer.from("hi"))', {
        tools: { a: (bytes: Uint8Array) => [...bytes] },
      }),
    ).toEqual([104, 105]);
  }),
  fact('carries a Buffer as the Uint8Array of its bytes', nodeRealm, async ({ value, expect }) => {
    const bytes = (await value("return Buffer.from('hi')")) as Uint8Array;
    expect(bytes.constructor).toBe(Uint8Array);
    expect([...bytes]).toEqual([104, 105]);
  }),
  fact('captures what is written to stdout and stderr', nodeRealm, async ({ run, expect }) => {
    const { logs } = await run(
      "process.stdout.write('to stdout\\n'); process.stderr.write('to stderr\\n'); await new Promise((r) => setTimeout(r, 20))",
    );
    expect(logs.join('\n')).toContain('to stdout');
    expect(logs.join('\n')).toContain('to stderr');
  }),
  ...EXITS.map(([name, program]) =>
    fact(`reports ${name} as worker-exit`, nodeRealm, async ({ run, value, expect }) => {
      const result = await run(`console.log('before'); await tools.a(); ${program}`, {
        tools: { never, a: () => 1 },
      });
      expect(result.error?.kind).toBe('worker-exit');
      expect('value' in result).toBe(false);
      expect(result.logs).toEqual(['before']);
      expect(await value('return 1')).toBe(1);
    }),
  ),
  fact(
    'never takes an own handler of uncaught exceptions for success',
    nodeRealm,
    async ({ run, expect }) => {
      const program =
        "process.on('uncaughtException', () => {}); setTimeout(() => { throw new Error('x') }, 1); await tools.never()";
      const { error } = await run(program, { tools: { never } });
      expect(['worker-exit', 'exception']).toContain(error?.kind);
    },
  ),
  fact('runs each program in a process state of its own', nodeRealm, async ({ value, expect }) => {
    await value("process.env.LEAK = '1'; process.title; globalThis.leak = 1; return 1");
    expect(await value('return [process.env.LEAK, typeof leak]')).toEqual([undefined, 'undefined']);
  }),
]);
