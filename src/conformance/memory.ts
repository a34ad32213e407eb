import { fact, memoryLimit, topic } from './case.ts';

/** Programs that grow without end, in steps small enough that every engine stays able to stop them. */
const GROWTH: readonly [fact: string, program: string][] = [
  ['an array', "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(1_000) + i)"],
  ['objects', 'let list; for (let i = 0; ; i++) list = { list, i, text: String(i) }'],
  [
    'buffers',
    'const a = []; for (let i = 0; i < 6; i++) { a.push(new Uint8Array(64 * 2 ** 20).fill(1)); await new Promise((r) => setTimeout(r, 50)) } await new Promise((r) => setTimeout(r, 2_000)); return a.length',
  ],
];

export const memoryCases = topic('memory', [
  ...GROWTH.map(([name, program]) =>
    fact(
      `ends a program that outgrows maxMemoryMb: ${name}`,
      memoryLimit,
      async ({ withRuntime, value, expect }) => {
        await withRuntime({ maxMemoryMb: 64 }, async (runtime) => {
          const { error, logs } = await runtime.run({
            program: `console.log('growing'); ${program}`,
            bindings: [],
          });
          expect(error?.kind).toBe('worker-exit');
          expect(error?.message).toMatch(/maxMemoryMb/);
          expect(error?.message).toContain('64');
          expect(logs).toEqual(['growing']);
          expect(await value('return 1', {}, runtime)).toBe(1);
        });
      },
    ),
  ),
  fact(
    'leaves a program alone that stays below maxMemoryMb',
    memoryLimit,
    async ({ withRuntime, value, expect }) => {
      await withRuntime({ maxMemoryMb: 128 }, async (runtime) => {
        const program = "let n = 0; for (let i = 0; i < 2_000; i++) n += 'x'.repeat(10_000).length; return n";
        expect(await value(program, {}, runtime)).toBe(20_000_000);
      });
    },
  ),
]);
