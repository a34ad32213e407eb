import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
const frame = readFileSync(fileURLToPath(new URL('../../dist/frame.html', import.meta.url)));

/** Runs two programs with the given options, one after the other. */
const RUN = (options: string) => `
  await using runtime = new WebWorkerCodeRuntime({ wasmURL, ${options} });
  const results = [];
  for (const n of [1, 2]) results.push(await run(runtime, 'enum E { A = ' + n + ' } return await host.f(E.A)', { f: (n) => n }));
  return results;
`;

const FORBIDDEN = ['unavailable', 'unavailable'];
const outcome = (results: unknown) =>
  (results as { value?: number; error?: { kind: string; message: string } }[]).map(
    ({ value, error }) => error?.kind ?? value,
  );
const messages = (results: unknown) =>
  (results as { error: { message: string } }[]).map(({ error }) => error.message);

describe.concurrent.each([
  "script-src 'self'",
  "default-src 'self'",
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'",
])('a page with the policy %s', (policy) => {
  const headers = { 'content-security-policy': policy };

  test('runs programs in frames of frameUrl', async () => {
    expect(outcome(await stage().play(RUN("frameUrl: '/dist/frame.html'"), { headers }))).toEqual([1, 2]);
  });

  test('says that it needs frameUrl', async () => {
    const results = await stage().play(RUN(''), { headers });
    expect(outcome(results)).toEqual(FORBIDDEN);
    for (const message of messages(results)) expect(message).toContain('frameUrl');
  });

  test('says which directive keeps workers out of the page', async () => {
    const results = await stage().play(RUN("containment: 'none'"), { headers });
    expect(outcome(results)).toEqual(FORBIDDEN);
    for (const message of messages(results)) expect(message).toContain('worker-src');
  });

  test('says so when frameUrl is not there, or is another page', async () => {
    stage().site.serve('/missing.html', { status: 404, body: 'Not found' });
    stage().site.serve('/other.html', { body: '<!doctype html><title>Other</title><p>Hello' });
    const addresses = ['/missing.html', '/other.html'];
    const results = await stage().play(
      `return await Promise.all(${JSON.stringify(addresses)}.map(async (frameUrl) => {
         await using runtime = new WebWorkerCodeRuntime({ wasmURL, frameUrl });
         return await run(runtime, 'return 1');
       }));`,
      { headers },
    );
    expect(outcome(results)).toEqual(FORBIDDEN);
    for (const [index, message] of messages(results).entries())
      expect(message).toContain(`"${addresses[index]}"`);
  });
});

describe.concurrent('a page that requires trusted types', () => {
  const headers = { 'content-security-policy': "script-src 'self'; require-trusted-types-for 'script'" };

  test('runs programs in frames of frameUrl', async () => {
    expect(outcome(await stage().play(RUN("frameUrl: '/dist/frame.html'"), { headers }))).toEqual([1, 2]);
  });

  test('says what it requires otherwise', async () => {
    for (const [options, type] of [
      ['', 'TrustedHTML'],
      ["containment: 'none'", 'TrustedScriptURL'],
    ] as const) {
      const results = await stage().play(RUN(options), { headers });
      expect(outcome(results)).toEqual(FORBIDDEN);
      for (const message of messages(results)) expect(message).toContain(type);
    }
  });
});

test.concurrent('says so when the server of frameUrl is not there', async () => {
  const results = await stage().play(RUN("frameUrl: 'http://127.0.0.1:1/frame.html'"));
  expect(outcome(results)).toEqual(FORBIDDEN);
  for (const message of messages(results)) expect(message).toContain('"http://127.0.0.1:1/frame.html"');
});

test.concurrent('runs programs in frames that are served with a policy and isolation headers of their own', async () => {
  stage().site.serve('/own/frame.html', {
    body: frame,
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:",
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
  const headers = {
    'content-security-policy': "script-src 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  expect(outcome(await stage().play(RUN("frameUrl: '/own/frame.html'"), { headers }))).toEqual([1, 2]);
});

test.concurrent('says so when the page forbids frames of that address', async () => {
  const headers = { 'content-security-policy': "script-src 'self'; frame-src 'none'" };
  const results = await stage().play(RUN("frameUrl: '/dist/frame.html'"), { headers });
  expect(outcome(results)).toEqual(FORBIDDEN);
  for (const message of messages(results)) expect(message).toContain('frame');
});

test.concurrent('runs programs in the page itself when its policy allows blob: and WebAssembly', async () => {
  const headers = {
    'content-security-policy': "script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:",
  };
  expect(outcome(await stage().play(RUN("containment: 'none'"), { headers }))).toEqual([1, 2]);
});

test.concurrent('names both directives when workers may be made of blob: and scripts may not', async () => {
  const headers = {
    'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
  };
  const results = await stage().play(RUN("containment: 'none'"), { headers });
  expect(outcome(results)).toEqual(FORBIDDEN);
  for (const message of messages(results))
    expect(message).toMatch(/allow blob: and 'wasm-unsafe-eval' in script-src, and blob: in worker-src/);
});

test.concurrent('names the least right that the compiler needs when scripts may be blob: alone', async () => {
  const headers = { 'content-security-policy': "script-src 'self' blob:" };
  const results = await stage().play(RUN("containment: 'none'"), { headers });
  expect(outcome(results)).toEqual(FORBIDDEN);
  for (const message of messages(results)) expect(message).toMatch(/'wasm-unsafe-eval' in script-src/);
});

test.concurrent('says so when a policy keeps the compiler from being fetched', async () => {
  const headers = { 'content-security-policy': "connect-src 'self'" };
  const elsewhere = `http://localhost:${new URL(stage().site.origin).port}/esbuild.wasm`;
  const results = await stage().play(
    `await using runtime = new WebWorkerCodeRuntime({ wasmURL: '${elsewhere}' });
     return [await run(runtime, 'return 1 as number'), await run(runtime, 'return 1 as number')];`,
    { headers },
  );
  expect(outcome(results)).toEqual(FORBIDDEN);
  for (const message of messages(results)) expect(message).toContain(elsewhere);
});
