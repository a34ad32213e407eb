import type { CodeRunResult } from '../seam/types.ts';
import { type ConformanceContext, fact, topic } from './case.ts';

async function capped(
  { withRuntime, expect }: ConformanceContext,
  maxLogBytes: number,
  program: string,
): Promise<CodeRunResult> {
  const result = await withRuntime({ maxLogBytes }, (runtime) => runtime.run({ program, bindings: [] }));
  expect(result.error).toBeUndefined();
  expect(result.value).toBe('went on');
  return result;
}

export const logCapCases = topic('log caps', [
  fact('keeps the head that fits, says last how much was dropped, and goes on', async (context) => {
    const program =
      "for (let i = 0; i < 1_000; i++) console.log('line ' + String(i).padStart(5, '0')); return 'went on'";
    const { logs, usage } = await capped(context, 1_000, program);
    const { expect } = context;
    const { dropped, droppedBytes } = usage.logs;
    const whole = logs.findIndex((text, index) => text !== `line ${String(index).padStart(5, '0')}`);
    expect(whole).toBeGreaterThan(10);
    expect(whole).toBeLessThanOrEqual(100);
    // One more entry may be there in part, then the one that says so.
    expect(logs.length).toBeLessThanOrEqual(whole + 2);
    expect(dropped).toBe(1_000 - whole);
    expect(droppedBytes).toBeGreaterThanOrEqual((dropped - 1) * 10);
    expect(logs.at(-1)).toMatch(/dropped/i);
    expect(logs.at(-1)).toContain(String(dropped));
  }),
  fact('caps a line of one megabyte', async (context) => {
    const { logs, usage } = await capped(
      context,
      10_000,
      "console.log('first'); console.log('x'.repeat(2 ** 20)); console.log('y'); return 'went on'",
    );
    const { expect } = context;
    expect(logs[0]).toBe('first');
    expect(logs.join('').length).toBeLessThan(11_000);
    expect(logs.at(-1)).toMatch(/dropped/i);
    expect(usage.logs.dropped).toBeGreaterThanOrEqual(1);
    expect(usage.logs.droppedBytes).toBeGreaterThan(2 ** 20 - 10_000);
  }),
  fact('caps a flood of lines', async (context) => {
    const program = "for (let i = 0; i < 100_000; i++) console.log('flood', i); return 'went on'";
    const { logs, usage } = await capped(context, 5_000, program);
    const whole = logs.filter((text, index) => text === `flood ${index}`).length;
    context.expect(usage.logs.dropped).toBe(100_000 - whole);
  }),
  fact('caps a flood of empty lines', async (context) => {
    const { logs, usage } = await capped(
      context,
      5_000,
      "for (let i = 0; i < 50_000; i++) console.log(); return 'went on'",
    );
    context.expect(logs.length).toBeLessThan(5_002);
    context.expect(usage.logs.dropped).toBe(50_000 - (logs.length - 1));
  }),
  fact('counts bytes, not characters', async (context) => {
    const { logs, usage } = await capped(
      context,
      1_000,
      "for (let i = 0; i < 9; i++) console.log('€'.repeat(100)); return 'went on'",
    );
    const whole = logs.filter((text) => text === '€'.repeat(100)).length;
    context.expect(whole).toBeLessThanOrEqual(3);
    context.expect(usage.logs.dropped).toBe(9 - whole);
    context.expect(usage.logs.droppedBytes).toBeGreaterThanOrEqual((usage.logs.dropped - 1) * 300);
  }),
  fact('drops nothing that fits', async (context) => {
    const { logs, usage } = await capped(
      context,
      10_000,
      "console.log('a'.repeat(5_000)); console.log('b'); return 'went on'",
    );
    context.expect(logs).toHaveLength(2);
    context.expect(usage.logs).toEqual({ dropped: 0, droppedBytes: 0 });
  }),
  fact('keeps no text at all under a cap of zero', async (context) => {
    const { logs, usage } = await capped(context, 0, "console.log('a'); console.log('b'); return 'went on'");
    context.expect(usage.logs.dropped).toBe(2);
    context.expect(logs).toHaveLength(1);
    context.expect(logs[0]).toMatch(/dropped/i);
  }),
]);
