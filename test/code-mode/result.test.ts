import { afterAll, expect, it } from 'vitest';
import {
  type CodeModeOptions,
  type ContentBlock,
  createCodeMode,
  type RunCodeOutcome,
} from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { textOf } from './calls-harness.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

const LONE_SURROGATE = /\p{Surrogate}/u;

function execute(code: string, options: Partial<CodeModeOptions> = {}): Promise<RunCodeOutcome> {
  return createCodeMode({ runtime, tools: [], ...options }).execute({ code });
}

/** The content of a result that must be a single text. */
async function onlyText(code: string, options?: Partial<CodeModeOptions>): Promise<string> {
  const { content } = await execute(code, options);
  expect(content).toHaveLength(1);
  return textOf(content);
}

it.each<[string, string]>([
  ['"plain text"', 'plain text'],
  ['"42"', '42'],
  ['42', '42'],
  ['null', 'null'],
  ['true', 'true'],
  ['""', '""'],
  ['[1, 2, 3]', '[1,2,3]'],
  ['{ a: 1, b: ["x", null] }', '{"a":1,"b":["x",null]}'],
  ['[]', '[]'],
  ['new Array(3)', '[ <3 empty items> ]'],
  ['[, { type: "text", text: "a" }]', "[ <1 empty item>, { type: 'text', text: 'a' } ]"],
  ['{ type: "text", text: "said" }', 'said'],
  ['10n', '10n'],
  ['NaN', 'NaN'],
  ['new Map([["a", { b: 1 }]])', "Map(1) { 'a' => { b: 1 } }"],
  ['new Date(0)', '1970-01-01T00:00:00.000Z'],
  ['{ a: undefined }', '{ a: undefined }'],
  ['{ n: [1, NaN] }', '{ n: [ 1, NaN ] }'],
  ['new Error("oh").message', 'oh'],
])('shows the value of %s', async (expression, text) => {
  expect(await onlyText(`return ${expression}`)).toBe(text);
});

it('spreads JSON over lines when it is short, and not when it is long', async () => {
  const medium = await onlyText('return Array.from({ length: 10 }, (_, n) => ({ name: "item", n }))');
  expect(medium).toContain('\n    "name": "item",\n');
  const long = await onlyText('return Array.from({ length: 500 }, (_, n) => ({ name: "item", n }))');
  expect(long.startsWith('[{"name":"item","n":0},{"name":"item","n":1}')).toBe(true);
});

it('shows a cycle', async () => {
  expect(await onlyText('const a = { name: "a" }; a.self = a; return a')).toBe(
    "<ref *1> { name: 'a', self: [Circular *1] }",
  );
});

it('bounds the text of a value whose text would be endless', async () => {
  const text = await onlyText('let a = ["x"]; for (let n = 0; n < 60; n++) a = [a, a]; return a');
  expect(text.length).toBeLessThanOrEqual(40_000);
});

it('shows a value that is nested very deeply', async () => {
  const text = await onlyText('let a = {}; for (let n = 0; n < 3000; n++) a = { a }; return a');
  expect(text.length).toBeLessThanOrEqual(40_000);
});

it('says that a program returned nothing', async () => {
  expect(await onlyText('const x = 1;')).toBe('The program returned nothing: end it with "return"');
  expect(textOf((await execute('console.log("hi");')).content)).toBe(
    'Logs:\nhi\nThe program returned nothing',
  );
});

it('says how many calls were dropped because nobody awaited them', async () => {
  let ordered = 0;
  const order = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ordered++;
  };
  const tools = [{ name: 'order', execute: order }];
  const program = (call: string): string => `for (const id of [1, 2, 3]) ${call}({ id });`;
  expect(textOf((await execute(program('tools.order'), { tools })).content)).toBe(
    'The program returned nothing: end it with "return"\n' +
      '3 calls were not over when the program ended, and may not have been made: await every call',
  );
  expect(ordered).toBeLessThan(3);
  expect(await onlyText(`${program('await tools.order')} return 1`, { tools })).toBe('1');
});

it.each<[string, string, string]>([
  [
    'calls a tool as if it were a global',
    'await users()',
    'users is not defined: the tool is tools["users"] (line 1',
  ],
  [
    'wants what the realm lacks',
    'await fetch("/")',
    'fetch is not available here; only tools leads out of the program (line 1',
  ],
  [
    'wants a module',
    'await import("fs")',
    'nor require() is available; only tools leads out of the program (line 1',
  ],
  ['has a name of its own that is missing', 'return user', 'ReferenceError: user is not defined (line 1'],
])('tells a program that %s what there is', async (_what, code, message) => {
  const tools = [{ name: 'users', execute: () => [] }];
  expect(await onlyText(code, { tools })).toContain(message);
});

it('shows logs first, then the value in a block of its own', async () => {
  const { content, isError } = await execute('console.log("one"); console.warn({ two: 2 }); return { x: 1 }');
  expect(isError).toBe(false);
  expect(content).toEqual([
    { type: 'text', text: 'Logs:\none\n{ two: 2 }\n\nReturned:' },
    { type: 'text', text: '{"x":1}' },
  ]);
});

it('shows kind, message and code frame of a failure after its logs', async () => {
  const { content, isError } = await execute('console.log("so far");\nnull.x;');
  expect(isError).toBe(true);
  const text = textOf(content);
  expect(text).toMatch(/^Logs:\nso far\nError \(exception\): TypeError/);
  expect(text).toContain('(line 2, column');
  expect(text).toContain('> 2 | null.x;');
});

it('keeps what a host knows about an unavailable runtime from the model', async () => {
  await using broken = new WorkerThreadCodeRuntime({ wasmURL: '/secret/place/esbuild.wasm' });
  const { content, run } = await execute('return 1', { runtime: broken });
  expect(run.error?.message).toContain('/secret/place');
  expect(textOf(content)).toBe(
    'Error (unavailable): The code runtime is not available, so the program did not run',
  );
});

it.each([
  [
    'a value',
    'return "a".repeat(3000) + "b".repeat(3000)',
    /^a+\n\[… 5\d\d\d of 6000 characters left out …\]\nb+$/,
  ],
  [
    'logs',
    'console.log("a".repeat(3000) + "b".repeat(3000)); return 1',
    /^Logs:\na+\n\[… .* …\]\nb+\n\nReturned:\n1$/,
  ],
  [
    'an error',
    'throw new Error("a".repeat(3000) + "b".repeat(3000))',
    /^Error \(exception\): .*a+\n\[… .* …\]\n/,
  ],
])(
  'keeps head and tail of %s within the budget, and says how much was cut',
  async (_what, code, expected) => {
    const { content } = await execute(code, { maxResultCharacters: 1_000 });
    expect(textOf(content)).toMatch(expected);
    expect(lengthOf(content)).toBeLessThanOrEqual(1_000);
    expect(lengthOf(content)).toBeGreaterThan(850);
  },
);

it('leaves a text of exactly the budget whole', async () => {
  expect(await onlyText('return "a".repeat(1000)', { maxResultCharacters: 1_000 })).toBe('a'.repeat(1_000));
  expect(await onlyText('return "a".repeat(1001)', { maxResultCharacters: 1_000 })).toContain(
    'of 1001 characters',
  );
});

it('lets a long log push out neither the value nor the failure', async () => {
  const noise = 'for (let n = 0; n < 1000; n++) console.log("noise ".repeat(20));';
  const small = await execute(`${noise} return { answer: 42 }`, { maxResultCharacters: 2_000 });
  expect(textOf(small.content)).toContain('{"answer":42}');
  const failed = await execute(`${noise} throw new Error("reason")`, { maxResultCharacters: 2_000 });
  expect(textOf(failed.content)).toContain('reason');
  const both = await execute(`${noise} return "v".repeat(5000)`, { maxResultCharacters: 2_000 });
  expect(lengthOf(both.content)).toBeLessThanOrEqual(2_000);
  expect(textOf(both.content).match(/v/g)!.length).toBeGreaterThan(1_200);
  expect(textOf(both.content).match(/noise/g)!.length).toBeGreaterThan(30);
});

it('cuts no character in half', async () => {
  for (const padding of ['', 'x']) {
    const text = await onlyText(`return "${padding}" + "😀".repeat(5000)`, { maxResultCharacters: 1_001 });
    expect(text).not.toMatch(LONE_SURROGATE);
    expect(text.length).toBeLessThanOrEqual(1_001);
  }
});

const IMAGE = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const AUDIO = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav', annotations: { priority: 1 } };
const LINK = { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' };
const BLOB = { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'aGk=' } };
const FILE = { type: 'resource', resource: { uri: 'file:///a.txt', text: 'hello' } };

it.each([IMAGE, AUDIO, LINK, BLOB, FILE])('passes a block of content through: %j', async (block) => {
  const { content } = await execute(`console.log("seen"); return ${JSON.stringify(block)}`);
  expect(content).toEqual([{ type: 'text', text: 'Logs:\nseen\n\nReturned:' }, block]);
});

it('passes blocks through among other members of an array', async () => {
  const value = JSON.stringify(['look:', IMAGE, { type: 'text', text: 'nice' }, { a: 1 }]);
  expect((await execute(`return ${value}`)).content).toEqual([
    { type: 'text', text: 'look:' },
    IMAGE,
    { type: 'text', text: 'nice' },
    { type: 'text', text: '{"a":1}' },
  ]);
});

it('shows an array of nothing but text blocks as its texts', async () => {
  const { content } = await execute('return [{ type: "text", text: "a" }, { type: "text", text: "b" }]');
  expect(textOf(content)).toBe('a\nb');
});

it.each<[string, unknown]>([
  ['an image without data', { type: 'image', mimeType: 'image/png' }],
  ['a node of a document', [{ type: 'text', text: 'a', marks: [] }]],
  ['a block inside of data', { chart: IMAGE }],
  ['a resource without contents', { type: 'resource', resource: { uri: 'file:///x' } }],
  ['a row that looks like an image', [{ ...IMAGE, id: 5 }, { name: 'x' }]],
  ['a row that looks like a link', [{ ...LINK, id: 7 }]],
  ['an image that is the name of one', { ...IMAGE, data: 'cat.png!' }],
  ['an image without its padding', { ...IMAGE, data: 'aGk' }],
  ['an image of text', { ...IMAGE, mimeType: 'text/plain' }],
  ['a resource of two kinds', { type: 'resource', resource: { uri: 'a:b', text: 'a', blob: 'aGk=' } }],
])('takes %s for data', async (_what, value) => {
  const text = await onlyText(`return ${JSON.stringify(value)}`);
  expect(JSON.parse(text)).toEqual(value);
});

it('does not count the data of an image, but the text of a resource', async () => {
  const image = { ...IMAGE, data: 'A'.repeat(50_000) };
  expect((await execute(`return ${JSON.stringify(image)}`, { maxResultCharacters: 1_000 })).content).toEqual([
    image,
  ]);
  const file = { type: 'resource', resource: { uri: 'file:///a.txt', text: 'x'.repeat(50_000) } };
  const { content } = await execute(`return ${JSON.stringify(file)}`, { maxResultCharacters: 1_000 });
  expect(content).toHaveLength(1);
  const { resource } = content[0] as unknown as typeof file;
  expect(resource.uri).toBe('file:///a.txt');
  expect(resource.text).toMatch(/^x+\n\[… \d+ of 50000 characters left out …\]\nx+$/);
  expect(resource.text.length).toBeLessThanOrEqual(1_000);
});

it('leaves out blocks in the middle of very many, and says how many', async () => {
  const code = `return Array.from({ length: 100 }, (_, n) => ({ ...${JSON.stringify(LINK)}, size: n }))`;
  const { content } = await execute(code, { maxResultCharacters: 1_000 });
  const note = content.find(({ type }) => type === 'text') as { text: string };
  expect(note.text).toMatch(/^\[… \d+ of \d+ characters and [89]\d content blocks left out …\]$/);
  expect(content[0]).toMatchObject({ size: 0 });
  expect(content.at(-1)).toMatchObject({ size: 99 });
  expect(content.length).toBeLessThan(25);
});

it('takes more than a hundred blocks for data', async () => {
  const blocks = Array.from({ length: 101 }, () => LINK);
  expect(JSON.parse(await onlyText(`return ${JSON.stringify(blocks)}`))).toEqual(blocks);
});

it.each<[string, object]>([
  ['the annotations of a text', { type: 'text', text: 'hi', annotations: 'y'.repeat(1e6) }],
  ['the address of a resource', { type: 'resource', resource: { uri: 'u'.repeat(1e6), text: 'hi' } }],
  [
    'the bytes of a resource',
    { type: 'resource', resource: { uri: 'u', text: 'hi', blob: 'b'.repeat(1e6) } },
  ],
  ['the name of a link', { ...LINK, name: 'n'.repeat(1e6) }],
  ['the description of a link', { ...LINK, description: 'n'.repeat(3_000) }],
  ['an address that leaves no room', { type: 'resource', resource: { uri: 'u'.repeat(990), text: 'hi' } }],
  [
    'an address beside a text',
    { type: 'resource', resource: { uri: 'u'.repeat(600), text: 't'.repeat(900) } },
  ],
])('counts %s', async (_what, block) => {
  for (const value of [block, [block], [IMAGE, block]]) {
    const { content } = await execute(`return ${JSON.stringify(value)}`, { maxResultCharacters: 1_000 });
    expect(JSON.stringify(content).length).toBeLessThan(1_500);
  }
});

it('drops what MCP has for programs, and annotations that it does not know', async () => {
  const block = {
    ...AUDIO,
    _meta: { x: 'y'.repeat(2_000) },
    annotations: { priority: 1, note: 'n'.repeat(2_000) },
  };
  const { content } = await execute(`return [${JSON.stringify(block)}]`, { maxResultCharacters: 1_000 });
  expect(content).toEqual([AUDIO]);
});

it.each([
  ['a sparse array', 'const a = []; a.length = 4e9; return a'],
  ['many of one sparse array', 'const a = []; a.length = 1e8; return Array(3000).fill(a)'],
  [
    'many blocks with one long list',
    `const _meta = Array(900000).fill(0); return Array(20).fill({ ...${JSON.stringify(IMAGE)}, _meta })`,
  ],
  [
    'long lists that are no JSON among blocks',
    `const list = Array(300000).fill(1n); return [${JSON.stringify(IMAGE)}, ...Array(99).fill(list)]`,
  ],
])('shows %s in a time that its text is worth', async (_what, code) => {
  // What takes longer takes minutes.
  const { content } = await execute(code);
  expect(textOf(content)).not.toBe('');
});

it.each([
  ['a long buffer', 'return { buffer: new ArrayBuffer(60_000_000) }'],
  ['a view of one', 'return new DataView(new ArrayBuffer(60_000_000))'],
  ['a long string as an object', 'return [Object("x".repeat(20_000_000))]'],
])('shows the ends of %s without a look at all of it', async (_what, code) => {
  const before = process.cpuUsage();
  const { content } = await execute(code);
  const { user, system } = process.cpuUsage(before);
  expect(textOf(content)).toMatch(/00 00|xxx/);
  // To look at all of it takes 20 to 30 seconds.
  expect((user + system) / 1e6).toBeLessThan(7);
});

it('never passes on a block that JSON cannot carry', async () => {
  const { content } = await execute(`return { ...${JSON.stringify(IMAGE)}, size: 10n }`);
  expect(textOf(content)).toContain('size: 10n');
});

function lengthOf(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (block.type === 'text' ? String(block['text']).length : 0), 0);
}
