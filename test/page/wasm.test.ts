import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { otherVersion } from '../unit/fixtures/other-version.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const compiler = file('node_modules/esbuild-wasm/esbuild.wasm');
const ONE = "run(runtime, 'return 1 as number')";

test('names the address and the status of a compiler that is not there, and tries again with the next run', async () => {
  const { site } = stage();
  site.serve('/late.wasm', { status: 404, body: 'not yet' });
  const scene = await stage().open(`
    await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/late.wasm' });
    const first = await ${ONE};
    const second = await ${ONE};
    await say('failed', [first, second]);
    await until(() => globalThis.ready);
    return [await ${ONE}, await ${ONE}];
  `);
  const failed = await scene.said('failed');
  site.serve('/late.wasm', { body: compiler });
  await scene.page.evaluate('globalThis.ready = true');
  const error = { kind: 'unavailable', message: expect.stringMatching(/"\/late\.wasm".*404/) };
  expect(failed).toMatchObject([{ error }, { error }]);
  expect(await scene.said('done')).toMatchObject([{ value: 1 }, { value: 1 }]);
  await scene.close();
});

test('names the address of a compiler whose server is not there', async () => {
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL: 'http://127.0.0.1:1/esbuild.wasm' });
      return await ${ONE};
    `),
  ).toMatchObject({
    error: { kind: 'unavailable', message: expect.stringContaining('"http://127.0.0.1:1/esbuild.wasm"') },
  });
});

test('takes a compiler that is served with the wrong type', async () => {
  stage().site.serve('/typed.wasm', { body: compiler, headers: { 'content-type': 'text/plain' } });
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/typed.wasm' });
      return await ${ONE};
    `),
  ).toMatchObject({ value: 1 });
});

test.for([
  ['a page', '<!doctype html><title>Not found</title>'],
  ['nothing', ''],
  ['another module', new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
] as const)('names the address when the server sends %s in its place', async ([, body]) => {
  stage().site.serve('/wrong.wasm', { body });
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/wrong.wasm' });
      return [await ${ONE}, await ${ONE}];
    `),
  ).toMatchObject(
    Array(2).fill({ error: { kind: 'unavailable', message: expect.stringContaining('"/wrong.wasm"') } }),
  );
});

test('names the type of what the server sends in its place', async () => {
  stage().site.serve('/app', { body: '<!doctype html>', headers: { 'content-type': 'text/html' } });
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/app' });
      return await ${ONE};
    `),
  ).toMatchObject({
    error: {
      kind: 'unavailable',
      message: expect.stringMatching(/"\/app".*answered text\/html, which is no WebAssembly/),
    },
  });
});

test.for(['frame', 'none'])(
  'names both versions when the compiler is of another, containment %s',
  async (containment) => {
    stage().site.serve('/old.wasm', { body: otherVersion(compiler) });
    const scene = await stage().open(`
    await until(() => globalThis.ready);
    await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/old.wasm', containment: '${containment}' });
    return await ${ONE};
  `);
    const uncaught: Error[] = [];
    scene.page.on('pageerror', (error) => uncaught.push(error));
    await scene.page.evaluate('globalThis.ready = true');
    expect(await scene.said('done')).toMatchObject({
      error: {
        kind: 'unavailable',
        message: expect.stringMatching(
          /"\/old\.wasm": it is of version 0\.0\.1+ .* version \d+\.\d+\.\d+ is needed/,
        ),
      },
    });
    expect(uncaught).toEqual([]);
    await scene.close();
  },
);

test('says so when the server sends half of the file', async () => {
  stage().site.serve('/half.wasm', { body: compiler.subarray(0, compiler.length / 2) });
  const error = { kind: 'unavailable', message: expect.stringContaining('WebAssembly') };
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL: '/half.wasm' });
      return [await ${ONE}, await ${ONE}];
    `),
  ).toMatchObject([{ error }, { error }]);
});

test('takes a module that the page has compiled', async () => {
  expect(
    await stage().play(`
      const wasmModule = await WebAssembly.compileStreaming(fetch(wasmURL));
      const results = [];
      for (const containment of ['frame', 'none']) {
        await using runtime = new WebWorkerCodeRuntime({ wasmModule, containment });
        results.push(await ${ONE});
      }
      return results;
    `),
  ).toMatchObject([{ value: 1 }, { value: 1 }]);
});

test('works beside a compiler that the page has initialised itself', async () => {
  stage().site.serve('/esbuild.js', { body: file('node_modules/esbuild-wasm/esm/browser.min.js') });
  expect(
    await stage().play(`
      const esbuild = await import('/esbuild.js');
      await esbuild.initialize({ wasmURL });
      await using runtime = new WebWorkerCodeRuntime({ wasmURL });
      const { value } = await ${ONE};
      const { code } = await esbuild.transform('let a: 1 = 1', { loader: 'ts' });
      return [value, code];
    `),
  ).toEqual([1, 'let a = 1;\n']);
});

test('serves two runtimes at once, and one of them after the other is disposed', async () => {
  expect(
    await stage().play(`
      const first = new WebWorkerCodeRuntime({ wasmURL });
      const second = new WebWorkerCodeRuntime({ wasmURL });
      const third = new WebWorkerCodeRuntime({ wasmURL, containment: 'none' });
      const all = await Promise.all([first, second, third, first].map((runtime) => ${ONE}));
      await first.dispose();
      const rest = await Promise.all([second, third].map((runtime) => run(runtime, 'return 2 as number')));
      await Promise.all([second.dispose(), third.dispose()]);
      return [all, rest].map((results) => results.map(({ value }) => value));
    `),
  ).toEqual([
    [1, 1, 1, 1],
    [2, 2],
  ]);
});
