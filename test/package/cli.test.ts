import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam cli '));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function codeseam(args: string[], input?: string): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  });
}

describe('codeseam run', () => {
  test('runs a file: logs to standard error, the value to standard output', () => {
    const program = file('ok.ts', 'console.log("hi"); const n: number = 2; return { n }');
    const { stdout, stderr, status } = codeseam(['run', program]);
    expect({ stdout, stderr, status }).toEqual({ stdout: '{ n: 2 }\n', stderr: 'hi\n', status: 0 });
  });

  test('reads the program from standard input', () => {
    expect(codeseam(['run'], 'return "a"').stdout).toBe('a\n');
    expect(codeseam(['run', '-'], 'return "b"').stdout).toBe('b\n');
  });

  test('calls functions of a bindings module', () => {
    const named = file('named.mjs', 'export const add = (a, b) => a + b; export const answer = 42;');
    expect(codeseam(['run', '--bindings', named], 'return tools.add(1, 2)').stdout).toBe('3\n');
    const listed = file('listed.mjs', 'export default [{ global: "shop", functions: { price: () => 5 } }];');
    expect(codeseam(['run', '--bindings', listed], 'return shop.price()').stdout).toBe('5\n');
  });

  test('prints one JSON object, and nothing else, with --json', () => {
    const { stdout, stderr, status } = codeseam(
      ['run', '--json'],
      'console.log("x"); return { a: [1, 2n, NaN], m: new Map([[1, 2]]) }',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      value: { a: [1, '2n', 'NaN'], m: 'Map(1) { 1 => 2 }' },
      inexact: ['/value/a/1', '/value/a/2', '/value/m'],
      logs: ['x'],
      usage: { calls: { started: 0, settled: 0 } },
    });
  });

  test('tells a text that stands for something else from one that the program returned, with --json', () => {
    const { stdout } = codeseam(
      ['run', '--json'],
      `const loop: any = {}; loop.self = loop;
       return { text: '2n', 'a/b': [2n ** 400_000n, undefined, -0, new Date(0), loop, { deep: ['x'] }] }`,
    );
    const { value, inexact } = JSON.parse(stdout);
    expect(value.text).toBe('2n');
    expect(value['a/b'][5]).toEqual({ deep: ['x'] });
    const texts = ['0', '1', '2', '3', '4/self'];
    expect(inexact).toEqual(texts.map((place) => `/value/a~1b/${place}`));
    expect(stdout.length).toBeLessThan(1_000);
    expect(JSON.parse(codeseam(['run', '--json'], "return ['2n']").stdout)).not.toHaveProperty('inexact');
  });

  test('keeps to the limits that are given', () => {
    expect(codeseam(['run', '--value-bytes', '100'], 'return "x".repeat(200)').stderr).toContain(
      'maxValueBytes',
    );
    expect(
      codeseam(['run', '--log-bytes', '0'], 'console.log("x".repeat(99)); return 1').stderr,
    ).not.toContain('xx');
    const hoard = 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))';
    expect(codeseam(['run', '--memory-mb', '64'], hoard).stderr).toContain('64 MiB');
  });

  test('exits with 1 and the message when the program fails', () => {
    const { stdout, stderr, status } = codeseam(['run'], 'const a = 1;\nnull.x');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^exception: TypeError: .* \(line 2, column \d+\)/);
    const json = codeseam(['run', '--json'], 'throw new Error("no")');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout).error.kind).toBe('exception');
  });

  test('keeps to the budgets that are given', () => {
    expect(codeseam(['run', '--compute-ms', '100'], 'for (;;);').stderr).toContain(
      'computeMs allows: 100 ms',
    );
    expect(
      codeseam(['run', '--wall-ms', '100'], 'await new Promise((r) => setTimeout(r, 5000))').stderr,
    ).toContain('maxWallMs allows: 100 ms');
  });

  test('runs a program in a process of its own when asked', () => {
    const args = ['run', '--isolation', 'process', '--realm', 'node'];
    const { stdout } = codeseam(args, "return (await import('node:worker_threads')).isMainThread");
    expect(stdout).toBe('true\n');
  });

  test('gives a program the realm of Node when asked', () => {
    expect(codeseam(['run', '--realm', 'node'], 'return typeof process.version').stdout).toBe('string\n');
    expect(codeseam(['run'], 'return typeof process').stdout).toBe('undefined\n');
  });

  test.each([
    [[], 'Expected a command'],
    [['walk'], 'Unknown command "walk"'],
    [['run', 'a.ts', 'b.ts'], 'Expected one program, got 2'],
    [['run', '--nope'], 'Unknown option "--nope": expected one of --compute-ms, --wall-ms, --memory-mb, '],
    [['run', '--wall', '5'], 'Unknown option "--wall": did you mean "--wall-ms"'],
    [
      ['run', '--compute-ms', 'soon'],
      'Expected --compute-ms to be a whole number of ms from 1 to 9007199254740991, got "soon"',
    ],
    [['run', '--compute-ms', '0', '-'], 'Expected --compute-ms to be a whole number of ms from 1 to '],
    [
      ['run', '--memory-mb', '1'],
      'Expected --memory-mb to be a whole number of MiB from 16 to 65536, got "1"',
    ],
    [
      ['run', '--isolation', 'vm', '-'],
      'Expected --isolation to be "worker-thread", "process" or "container", got "vm"',
    ],
    [['run', '--realm', 'deno', '-'], 'Expected --realm to be "bare" or "node", got "deno"'],
    [['run', 'no-such-file.ts'], 'The program cannot be read'],
    [['run', '--bindings', 'no-such-file.mjs', '-'], 'The bindings cannot be loaded'],
  ])('exits with 2 and says what is wrong for %j', (args, message) => {
    const { stdout, stderr, status } = codeseam(args, 'return 1');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain('codeseam --help lists them');
  });

  test('does not wait for what the bindings still wait for', () => {
    const slow = file(
      'slow.mjs',
      'export const wait = () => new Promise((resolve) => setTimeout(resolve, 100_000));',
    );
    const { stderr, status } = codeseam(
      ['run', '--bindings', slow, '--wall-ms', '100'],
      'await tools.wait()',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('maxWallMs');
  });

  test('keeps what the bindings print off standard output', () => {
    const chatty = file(
      'chatty.mjs',
      'console.log("loaded"); export const hello = () => console.log("called");',
    );
    const { stdout, stderr } = codeseam(
      ['run', '--json', '--bindings', chatty],
      'await tools.hello(); return 1',
    );
    expect(JSON.parse(stdout).value).toBe(1);
    expect(stderr).toBe('loaded\ncalled\n');
  });

  test('ends quietly when nobody reads its output any more', () => {
    const { stderr } = spawnSync(
      'sh',
      ['-c', `echo 'return "x".repeat(1e6)' | "${process.execPath}" "${command}" run | true`],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
  });

  test('is a file that can be run', () => {
    expect(statSync(command).mode & 0o111).not.toBe(0);
  });

  test('exits with 2 for bindings that are not valid, naming the field', () => {
    const bad = file('bad.mjs', 'export default [{ global: "class", functions: {} }];');
    const { stderr, status } = codeseam(['run', '--bindings', bad], 'return 1');
    expect(status).toBe(2);
    expect(stderr).toContain('bindings[0].global');
  });

  test.each([['--json'], ['']])(
    'an interrupt aborts the run and keeps what was logged %s',
    async (option) => {
      const program = file('loop.ts', 'console.log("begun"); await tools.begun(); for (;;);');
      const bindings = file('begun.mjs', "export const begun = () => console.error('It loops');");
      const args = [command, 'run', program, '--bindings', bindings, ...(option ? [option] : [])];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      const output = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk) => (output.stdout += chunk));
      child.stderr.on('data', (chunk) => {
        output.stderr += chunk;
        if (output.stderr.includes('It loops') && !child.killed) child.kill('SIGINT');
      });
      const status = await new Promise((resolve) => child.on('close', resolve));
      expect(status).toBe(1);
      if (option) {
        expect(JSON.parse(output.stdout)).toMatchObject({ logs: ['begun'], error: { kind: 'abort' } });
      } else {
        expect(output.stderr).toContain('abort: The run was aborted: interrupted from the keyboard');
      }
    },
  );

  test('prints its version', () => {
    const { stdout, status } = codeseam(['--version']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  test('prints its usage', () => {
    for (const args of [['--help'], ['run', '--help']]) {
      const { stdout, status } = codeseam(args);
      expect(status).toBe(0);
      expect(stdout).toContain('Exit status');
    }
  });
});
