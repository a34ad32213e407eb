import { all, bareRealm, cleanStacks, fact, topic } from './case.ts';
import { HOST_TRACE, positionOf } from './text.ts';

/** Programs that throw at the first `new Error` of their text. */
const THROWS: readonly [fact: string, program: string][] = [
  ['on the first line', "throw new Error('x')"],
  ['on the third of three lines', "const a = 1\nconst b = 2\nthrow new Error('x')"],
  [
    'below five lines of types',
    "interface A {\n  a: number\n}\ntype B = A\ntype C = B[]\n\n  throw new Error('x')",
  ],
  [
    'behind types on the same line',
    "const a: Map<string, number[]> = new Map(); throw new Error('x' as string)",
  ],
  ['behind letters outside of ASCII', "const größe: string = 'ääää'; throw new Error('x')"],
  ['behind a template of several lines', "const text = `one\ntwo ${1}\nthree`; throw new Error('x')"],
  ['behind tabs', "if (true) {\n\t\tthrow new Error('x')\n}"],
  [
    'in a nested function',
    "function outer() {\n  const inner = () => {\n    throw new Error('x')\n  }\n  inner()\n}\nouter()",
  ],
  [
    'in a method of a class with modifiers',
    "class A {\n  private async m<T>(a: T) {\n    throw new Error('x')\n  }\n  go() { return this.m(1) }\n}\nawait new A().go()",
  ],
  ['after an await', "const x: number = await Promise.resolve(1)\n\nthrow new Error('x')"],
  [
    'in a timer',
    "setTimeout(() => {\n  throw new Error('x')\n}, 1)\nawait new Promise((r) => setTimeout(r, 200))",
  ],
  ['with CRLF line ends', "const a = 1\r\n\r\nthrow new Error('x')\r\n"],
  ['behind an enum', 'enum E {\n  A,\n  B,\n}\nthrow new Error(String(E.A))'],
];

/** Programs that do not parse, and the text at which they stop. */
const UNPARSED: readonly [fact: string, program: string, at: string][] = [
  ['a missing name', 'const = 1', '= 1'],
  ['a missing name below types', 'interface A {}\n\n  const = 1', '= 1'],
  ['a missing name behind letters outside of ASCII', "const s = 'äöü'; const = 1", '= 1'],
  ['smart quotes', 'return “hi”', '“hi'],
];

const LOCATED_NAMES: readonly [fact: string, program: string, name: string][] = [
  ['on its own', 'missing', 'missing'],
  ['behind a return', 'return missing.x', 'missing'],
  ['on the line after a return', 'return (\n  missing.x\n);', 'missing'],
  ['behind an await', 'const r = await missing("x")', 'missing'],
  ['in a condition', 'if (missing) {}', 'missing'],
  ['behind text that holds it', "const s = 'missing missing'; return s + (missing as string)", 'missing as'],
  ['of a power', 'const home = 1;\nreturn Deno.env.HOME', 'Deno'],
];

const LOCATED_LINES: readonly [fact: string, program: string, line: number][] = [
  ['what the engine throws', 'const a: null = null\n\na.x', 3],
  ['what a builtin throws', "const text: string = '{'\nJSON.parse(text)", 2],
  ['what a callback of a builtin throws', '[1].map(\n  (x: number) => x.missing.deep,\n)', 2],
  ['what a web global throws', "const a = 1\n\nnew URL('not a url')", 3],
  ['a call of a member that does not exist', 'const a = 1\nawait tools.serch({})', 2],
];

export const positionCases = topic('positions', [
  ...THROWS.map(([name, program]) =>
    fact(`locates a throw ${name}`, async ({ failure, expect }) => {
      const { location, message } = await failure(program);
      const { line, column } = positionOf(program, 'new Error');
      expect(location).toEqual({ line, column });
      expect(message).toContain(`(line ${line}, column ${column})`);
    }),
  ),
  ...UNPARSED.map(([name, program, at]) =>
    fact(`locates a syntax error: ${name}`, async ({ failure, expect }) => {
      const { kind, location, message } = await failure(program);
      const { line, column } = positionOf(program, at);
      expect(kind).toBe('exception');
      expect(location).toEqual({ line, column });
      expect(message).toContain(`(line ${line}, column ${column})`);
      expect(message).toContain(`> ${line} |`);
    }),
  ),
  ...LOCATED_NAMES.map(([name, program, at]) =>
    fact(`locates an unknown name ${name}`, async ({ failure, expect }) => {
      const { location } = await failure(program);
      expect(location).toEqual(positionOf(program, at));
    }),
  ),
  fact('locates an unknown name before its declaration', async ({ failure, expect }) => {
    const program = 'const a = 1;\nreturn 1 + later; let later = 1';
    const { location } = await failure(program);
    const { line, column } = positionOf(program, 'later;');
    expect(location?.line).toBe(line);
    // An engine that does not say which name it is points at the statement, or into it.
    expect(location!.column).toBeLessThanOrEqual(column);
  }),
  ...LOCATED_LINES.map(([name, program, line]) =>
    fact(`locates the line of ${name}`, async ({ failure, expect }) => {
      const { location, message } = await failure(program, { tools: { search: () => 1 } });
      expect(location?.line).toBe(line);
      expect(message).toContain(`> ${line} |`);
    }),
  ),
  fact('locates a missing brace inside of the program', async ({ failure, expect }) => {
    const { kind, location } = await failure('if (true) {\n  return 1');
    expect(kind).toBe('exception');
    expect(location!.line).toBeLessThanOrEqual(2);
    expect(location!.line).toBeGreaterThanOrEqual(1);
  }),
  fact('shows the offending line as it was submitted', async ({ failure, expect }) => {
    const { message } = await failure(
      "type A = 1\nconst b: number = 2 as number; throw new Error('x')\nreturn b",
    );
    expect(message).toContain('> 2 | const b: number = 2 as number; throw new Error');
  }),
  fact('keeps the code frame of a very long line short', async ({ failure, expect }) => {
    const program = `const a = '${'x'.repeat(200_000)}'; throw new Error('far')`;
    const { message, location } = await failure(program);
    expect(location).toEqual(positionOf(program, 'new Error'));
    expect(message.length).toBeLessThan(5_000);
  }),
  fact('locates a throw at the end of a long typed program', async ({ failure, expect }) => {
    const lines = Array.from({ length: 2_000 }, (_, line) => `const v${line}: number = ${line} as number;`);
    const { location } = await failure(`${lines.join('\n')}\nthrow new Error('x')`);
    expect(location).toEqual({ line: 2_001, column: 7 });
  }),
  fact('counts lines behind a byte order mark', async ({ failure, expect }) => {
    expect((await failure("\uFEFFconst a = 1\nthrow new Error('x')")).location).toEqual({
      line: 2,
      column: 7,
    });
  }),
  fact('shows no frame of the runtime and no path of the host in a message', async ({ failure, expect }) => {
    for (const program of [
      'null.x',
      // No tail call: some engines make those without using up the stack.
      'function f() { return f() + 1 } f()',
      'await Promise.reject(new Error("x"))',
      'JSON.parse("{")',
    ]) {
      const { message } = await failure(program);
      expect(message).not.toMatch(HOST_TRACE);
      expect(message).not.toMatch(/^\s+at /m);
    }
  }),
  fact(
    'shows no frame of the runtime and no path of the host in a stack',
    bareRealm,
    async ({ value, expect }) => {
      const program = `
      const stacks: string[] = [];
      const note = (error: unknown) => stacks.push(String((error as Error).stack));
      try { null.x } catch (error) { note(error) }
      try { await tools.bad() } catch (error) { note(error) }
      try { tools.missing() } catch (error) { note(error) }
      try { new URL('?') } catch (error) { note(error) }
      try { structuredClone(() => 1) } catch (error) { note(error) }
      try { await tools.take(() => 1) } catch (error) { note(error) }
      await new Promise((resolve) => setTimeout(() => { note(new Error('timer')); resolve(0) }, 1));
      return stacks`;
      const stacks = (await value(program, {
        tools: {
          bad: () => Promise.reject(new Error('bad')),
          take: () => 1,
        },
      })) as string[];
      expect(stacks).toHaveLength(7);
      for (const stack of stacks) expect(stack).not.toMatch(HOST_TRACE);
    },
  ),
  fact('tells the stack of an error as every engine does', bareRealm, async ({ value, expect }) => {
    const program = `type Unused = 1
function outer(): string {
  const inner = (): string => {
    const error: Error = new RangeError('x')
    return error.stack!
  }
  return inner() + ''
}
class Own extends Error {}
const own = new Own('y')
const captured: { stack?: string } = {}
Error.captureStackTrace(captured)
return [outer() + '', own.stack, captured.stack, Object.getOwnPropertyNames(own)]`;
    const frame = (text: string) => {
      const { line, column } = positionOf(program, text);
      return `program.ts:${line}:${column}`;
    };
    const [nested, own, captured, names] = (await value(program)) as [string, string, string, string[]];
    expect(nested.split('\n')).toEqual([
      'RangeError: x',
      `    at inner (${frame('new RangeError')})`,
      `    at outer (${frame('inner() +')})`,
      `    at ${frame('outer() +')}`,
    ]);
    expect(own).toBe(`Error: y\n    at ${frame('new Own')}`);
    expect(captured).toBe(`Error\n    at ${frame('captureStackTrace(captured)')}`);
    expect(names.filter((name) => name !== 'stack')).toEqual(['message']);
  }),
  fact(
    'tells the stack of what the engine throws by lines of the program',
    all(bareRealm, cleanStacks),
    async ({ value, expect }) => {
      const program = `type Unused = 1
const stacks: string[] = []
const note = (error: unknown): void => void stacks.push((error as Error).stack!)
try { (undefined as any).x } catch (error) { note(error) }
try { JSON.parse('{') } catch (error) { note(error) }
try { [1].map((x: any) => x.missing.deep) } catch (error) { note(error) }
return stacks`;
      const stacks = (await value(program)) as string[];
      expect(stacks).toHaveLength(3);
      stacks.forEach((stack, index) => {
        const [headline = '', first = '', ...more] = stack.split('\n');
        expect(headline).toMatch(/^(?:TypeError|SyntaxError): /);
        expect(first).toMatch(new RegExp(`^    at .*program\\.ts:${index + 4}:\\d+\\)?$`));
        for (const frame of more) expect(frame).toMatch(/^ {4}at .*program\.ts:\d+:\d+\)?$/);
      });
    },
  ),
]);
