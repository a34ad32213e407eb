import type { CodeBindingFunction } from '../seam/types.ts';
import { fact, topic } from './case.ts';
import type { RequestParts } from './request.ts';

function withErrorClass(functions: Record<string, CodeBindingFunction>): RequestParts {
  const errorClass = { name: 'ToolError', memberNameProperty: 'toolName' };
  return { bindings: [{ global: 'tools', functions, errorClass }] };
}

const bad = () => Promise.reject(Object.assign(new Error('no such issue'), { code: 404 }));

export const errorClassCases = topic('error class', [
  fact('makes a rejection an instance of the declared class', async ({ value, expect }) => {
    const program = `
      try { await tools.bad() } catch (e) {
        return [e instanceof ToolError, e instanceof Error, e.constructor === ToolError, e.message, e.code]
      }`;
    expect(await value(program, withErrorClass({ bad }))).toEqual([true, true, true, 'no such issue', 404]);
  }),
  fact("has the member's name under the declared property", async ({ value, expect }) => {
    const program = `
      const names = [];
      for (const name of ['bad', 'get-issue', '__proto__']) {
        try { await tools[name]() } catch (e) { names.push(e.toolName) }
      }
      return names`;
    const functions = Object.fromEntries(['bad', 'get-issue', '__proto__'].map((name) => [name, bad]));
    expect(await value(program, withErrorClass(functions))).toEqual(['bad', 'get-issue', '__proto__']);
  }),
  fact('is a real constructor of the program', async ({ value, expect }) => {
    const program = `
      const e = new ToolError('mine');
      class Sub extends ToolError {}
      return [
        typeof ToolError, ToolError.name, e instanceof ToolError, e instanceof Error, e.message,
        ToolError.prototype instanceof Error, new Sub('s') instanceof ToolError, globalThis.ToolError === ToolError,
      ]`;
    const expected = ['function', 'ToolError', true, true, 'mine', true, true, true];
    expect(await value(program, withErrorClass({ bad }))).toEqual(expected);
  }),
  fact('keeps the classes of two namespaces apart', async ({ value, expect }) => {
    const program = `
      const seen = [];
      for (const call of [a.bad, b.bad]) {
        try { await call() } catch (e) { seen.push([e instanceof AError, e instanceof BError, e.member ?? e.tool]) }
      }
      return seen`;
    const seen = await value(program, {
      bindings: [
        { global: 'a', functions: { bad }, errorClass: { name: 'AError', memberNameProperty: 'member' } },
        { global: 'b', functions: { bad }, errorClass: { name: 'BError', memberNameProperty: 'tool' } },
      ],
    });
    expect(seen).toEqual([
      [true, false, 'bad'],
      [false, true, 'bad'],
    ]);
  }),
  fact(
    'makes the call of a missing member throw one that is called a TypeError',
    async ({ value, expect }) => {
      const program = `
      try { tools.bda({}) } catch (e) { return [e instanceof ToolError, e.name, e.toolName, e.message] }`;
      const seen = (await value(program, withErrorClass({ bad }))) as unknown[];
      expect(seen.slice(0, 3)).toEqual([true, 'TypeError', 'bda']);
      expect(seen[3]).toContain('"bad"');
    },
  ),
  fact('makes an instance of whatever the host throws', async ({ value, expect }) => {
    const thrown: unknown[] = [null, 'text', 0, { a: 1 }, new TypeError('t')];
    const program = `
      const seen = [];
      for (let i = 0; i < 5; i++) {
        try { await tools.fail(i) } catch (e) { seen.push(e instanceof ToolError && e.toolName === 'fail') }
      }
      return seen`;
    const fail = (index: number) => {
      throw thrown[index];
    };
    expect(await value(program, withErrorClass({ fail }))).toEqual([true, true, true, true, true]);
  }),
  fact('has no class when none is declared', async ({ value, expect }) => {
    expect(await value('return typeof ToolError', { tools: { bad } })).toBe('undefined');
  }),
  fact('still works when the program replaces the global of that name', async ({ value, expect }) => {
    const program = `
      const Original = ToolError;
      try { globalThis.ToolError = class {} } catch {}
      try { await tools.bad() } catch (e) { return e instanceof Original }`;
    expect(await value(program, withErrorClass({ bad }))).toBe(true);
  }),
]);
