import { Context } from '@deepseek-ai/cordis';
import SystemPrompt from '@deepseek-ai/dsh-system-prompt';
import ToolRuntime, { defineTool } from '@deepseek-ai/dsh-tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as codeseam from '../../../src/cordis/index.ts';

const root = new Context();

beforeAll(async () => {
  await root.plugin(SystemPrompt);
  await root.plugin(codeseam, { losslessJson: true });
  await root.plugin(ToolRuntime, { mode: 'code', maxParallelSubCalls: 2 });
  await root.plugin({
    inject: ['tools'],
    apply(ctx: Context) {
      ctx.tools.register(
        defineTool({
          name: 'add-up',
          description: 'Adds up numbers.',
          parameters: { numbers: { type: 'array', items: { type: 'number' }, required: true } },
          output: {
            schema: { type: 'number' },
            render: (_args, sum) => [{ type: 'text', text: String(sum) }],
          },
          async execute({ numbers }) {
            return numbers.reduce((sum, number) => sum + number, 0);
          },
        }),
      );
    },
  });
});
afterAll(() => root.fiber.dispose());

let calls = 0;
async function runCode(code: string) {
  const callId = `call-${++calls}` as never;
  const { signal } = new AbortController();
  const args = { code, description: 'A test' };
  return root.tools.execute({ callId, rootCallId: callId, name: 'run_code', arguments: args, signal });
}

describe("the Code Mode of the DeepSeek Harness's tools", () => {
  it('runs a program of a model with our runtime', async () => {
    const result = await runCode(
      "console.log('adding'); const sum: number = await tools['add-up']({ numbers: [1, 2, 3] }); return { sum }",
    );
    expect(result).toMatchObject({ isError: false, value: { logs: ['adding'], result: { sum: 6 } } });
  });

  it('lets a program catch the ToolCallError of a tool that refuses its arguments', async () => {
    const result = await runCode(
      "try { await tools['add-up']({}) } catch (e) { return [e instanceof ToolCallError, e.toolName, e.message] }",
    );
    const message = expect.stringContaining('numbers');
    expect(result).toMatchObject({ isError: false, value: { result: [true, 'add-up', message] } });
  });

  it('reports what JSON would change as the failure of the program, and where it is', async () => {
    const result = await runCode('return { made: new Date(0) }');
    const message = expect.stringContaining('code run failed (invalid-output): ');
    expect(result).toMatchObject({ isError: true, error: { message } });
    expect(JSON.stringify(result)).toContain('value.made is a Date');
  });

  it('reports an exception with our code frame', async () => {
    const result = await runCode('const rows = [];\nreturn rows[0].id;');
    expect(JSON.stringify(result)).toContain('line 2, column 16');
  });
});
