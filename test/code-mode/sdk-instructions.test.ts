/** What a model is told of `run_code`, and that it is so. */
import { afterAll, describe, expect, test } from 'vitest';
import { type CodeTool, createCodeMode } from '../../src/code-mode/index.ts';
import { runCodeTool } from '../../src/code-mode/run-code-tool.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

const options = {
  sdk: 'declare const shop: {};\n',
  global: 'shop',
  names: ['b', 'a', '"\u2028'],
  maxSdkCharacters: 1_000,
};

describe('the description', () => {
  test('holds the instructions, and the declarations as they are', () => {
    const { tool, instructions } = runCodeTool(options);
    expect(tool.name).toBe('run_code');
    expect(tool.description).toContain(instructions);
    expect(tool.description.endsWith(`\n\n${options.sdk}`)).toBe(true);
    expect(instructions).toContain('shop["name"]');
    expect(instructions.length).toBeLessThan(1_200);
  });

  test('lists the names in place of declarations that are too long', () => {
    const { description } = runCodeTool({ ...options, maxSdkCharacters: 23 }).tool;
    expect(description).not.toContain('declare const');
    expect(description).toContain('look up its declaration');
    expect(description.endsWith('Their exact names: "\\"\\u2028", "a", "b"')).toBe(true);
  });

  test('lists as many names as there is room for', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `tool_${index}`);
    const { description } = runCodeTool({ ...options, names, maxSdkCharacters: 0 }).tool;
    expect(description.endsWith('Their exact names: and 5000 more')).toBe(true);
    const long = runCodeTool({ ...options, sdk: 'x'.repeat(100_000), names, maxSdkCharacters: 99_999 }).tool;
    expect(long.description.length).toBeLessThan(10_000);
    expect(long.description).toMatch(/"tool_0", "tool_1", .+", and 4\d\d\d more$/);
  });

  test('the input is a program, and maybe a sentence', () => {
    expect(runCodeTool(options).tool.inputSchema).toMatchObject({
      type: 'object',
      properties: { code: { type: 'string' }, description: { type: 'string' } },
      required: ['code'],
      additionalProperties: false,
    });
  });
});

describe('what the instructions say is so', () => {
  const double: CodeTool = {
    name: 'a-b',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    readOnly: true,
    execute: (args) => (args as { n: number }).n * 2,
  };
  const fail: CodeTool = {
    name: 'fail',
    execute: () => {
      throw new Error('no such file');
    },
  };
  const optional: CodeTool = {
    name: 'optional',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    execute: (args) => args,
  };
  const mode = createCodeMode({ runtime, tools: [double, fail, optional] });
  const run = async (code: string) => (await mode.execute({ code })).run;

  test.each([
    ['a call by exact name', 'return await tools["a-b"]({ n: 2 })', 4],
    ['a call without arguments where all are optional', 'return await tools.optional()', {}],
    ['calls together', 'return await Promise.all([1, 2].map((n) => tools["a-b"]({ n })))', [2, 4]],
    [
      'a failed call',
      'try { await tools.fail({}) } catch (error) { return [error instanceof ToolCallError, error.toolName, error.message] }',
      [true, 'fail', 'no such file'],
    ],
    [
      'arguments that are wrong',
      'return await tools["a-b"]({ n: "2" }).catch((error) => error instanceof ToolCallError)',
      true,
    ],
  ])('%s', async (_name, code, expected) => {
    expect((await run(code)).value).toEqual(expected);
  });

  test('only what is returned or logged comes back', async () => {
    const { value, logs } = await run('console.log("seen"); const unseen = 1; return { n: 1 }');
    expect({ value, logs }).toEqual({ value: { n: 1 }, logs: ['seen'] });
  });

  test('no imports, no network, and nothing is kept', async () => {
    expect((await run('import fs from "fs"; return 1')).error?.kind).toBe('exception');
    await run('globalThis.kept = 1');
    expect((await run('return [typeof fetch, typeof process, typeof kept]')).value).toEqual(
      Array(3).fill('undefined'),
    );
  });
});
