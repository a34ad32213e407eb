import { afterAll, describe, expect, it } from 'vitest';
import { LosslessJsonCodeRuntime } from '../../../src/cordis/index.ts';
import { CodeRuntimeError } from '../../../src/index.ts';
import { WorkerThreadCodeRuntime } from '../../../src/node/index.ts';

const runtime = new LosslessJsonCodeRuntime(new WorkerThreadCodeRuntime());
const seen: unknown[] = [];
const bindings = [
  {
    global: 'tools',
    functions: {
      echo: (value: unknown) => {
        seen.push(value);
        return value;
      },
      today: () => new Date(0),
      nothing: () => undefined,
    },
    errorClass: { name: 'ToolCallError', memberNameProperty: 'toolName' },
  },
];
const run = (program: string) => runtime.run({ program, bindings });

afterAll(() => runtime.dispose());

describe('a runtime for lossless JSON', () => {
  it('describes itself as the runtime below does', () => {
    expect(runtime.isolation).toBe('worker-thread');
    expect(runtime.language).toBe('typescript');
    expect(runtime.capabilities.hardKill).toBe(true);
  });

  it('passes JSON on, in calls and as what the program returns', async () => {
    const { value, error } = await run(
      'return [await tools.echo({ a: [1, null] }), await tools.nothing()][0]',
    );
    expect(error).toBeUndefined();
    expect(value).toEqual({ a: [1, null] });
  });

  it('lets a program return nothing', async () => {
    expect(await run('await tools.nothing()')).not.toHaveProperty('error');
  });

  it('fails a completion that JSON would change, naming the path, and keeps the logs', async () => {
    const result = await run("console.log('so far'); return { rows: [{ at: new Date(0) }] }");
    expect(result.error).toEqual({
      kind: 'invalid-output',
      message: 'The completion value is not JSON without loss: value.rows[0].at is a Date',
    });
    expect(result).not.toHaveProperty('value');
    expect(result.logs).toEqual(['so far']);
    expect(result.usage.wallMs).toBeGreaterThan(0);
  });

  it('rejects a call whose argument JSON would change, before the function is called', async () => {
    seen.length = 0;
    const { value } = await run(
      'try { await tools.echo({ tags: new Set() }) } catch (e) { return [e instanceof ToolCallError, e.toolName, e.message] }',
    );
    expect(value).toEqual([
      true,
      'echo',
      'An argument of "echo" is not JSON without loss: args[0].tags is a Set',
    ]);
    expect(seen).toEqual([]);
  });

  it('rejects a call whose result JSON would change', async () => {
    const { value } = await run('return await tools.today().catch((e) => e.message)');
    expect(value).toBe('The result of "today" is not JSON without loss: result is a Date');
  });

  it('leaves a failure of the program as it is', async () => {
    expect((await run('throw new Error("no")')).error?.kind).toBe('exception');
  });

  it('refuses a malformed request, and any after its disposal', async () => {
    await expect(runtime.run({ program: 1 as never, bindings: [] })).rejects.toThrow(/Expected "program"/);
    const other = new LosslessJsonCodeRuntime(new WorkerThreadCodeRuntime({ warmWorkers: 0 }));
    await other.dispose();
    await expect(other.run({ program: '', bindings: [] })).rejects.toBeInstanceOf(CodeRuntimeError);
  });
});
