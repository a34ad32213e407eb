import * as deepseek from '@deepseek-ai/cordis';
import * as cordis from 'cordis';
import { describe, expect, it } from 'vitest';
import * as codeseam from '../../../src/cordis/index.ts';
import { type CodeRunResult, CodeRuntime, CodeRuntimeError } from '../../../src/index.ts';
import { WorkerThreadCodeRuntime } from '../../../src/node/index.ts';

/** What the two packages have in common, so that one test is about both. */
interface Fiber {
  dispose(): Promise<void>;
  await(): Promise<unknown>;
}
interface TestContext extends codeseam.CordisContext {
  readonly codeRuntime: CodeRuntime;
  get(name: string): unknown;
  plugin(plugin: object, config?: unknown): Fiber;
}

const packages: [string, () => TestContext][] = [
  ['cordis', () => new cordis.Context() as unknown as TestContext],
  ['@deepseek-ai/cordis', () => new deepseek.Context() as unknown as TestContext],
];

describe.each(packages)('the plugin in %s', (_, createContext) => {
  it('provides a runtime that a plugin which depends on it runs programs with', async () => {
    const ctx = createContext();
    let result: CodeRunResult | undefined;
    const dependent = ctx.plugin({
      inject: ['codeRuntime'],
      async apply(inner: TestContext) {
        result = await inner.codeRuntime.run({ program: 'return 6 * 7', bindings: [] });
      },
    });
    expect(ctx.get('codeRuntime')).toBeUndefined();
    const fiber = ctx.plugin(codeseam, { computeMs: 5_000 });
    await fiber.await();
    await dependent.await();
    expect(ctx.get('codeRuntime')).toBeInstanceOf(CodeRuntime);
    expect(result?.value).toBe(42);
    await fiber.dispose();
  });

  it('is disposed of with its fiber: the service goes, runs end, and every worker has exited', async () => {
    const ctx = createContext();
    const fiber = ctx.plugin(codeseam);
    await fiber.await();
    const runtime = ctx.get('codeRuntime') as CodeRuntime;
    let ended = false;
    let run: Promise<CodeRunResult> | undefined;
    await new Promise<void>((started) => {
      const bindings = [{ global: 'tools', functions: { started } }];
      run = runtime.run({ program: 'await tools.started(); for (;;);', bindings });
      void run.then(() => (ended = true));
    });
    await fiber.dispose();
    expect(ended).toBe(true);
    expect((await run)?.error?.kind).toBe('abort');
    expect(ctx.get('codeRuntime')).toBeUndefined();
    await expect(runtime.run({ program: '', bindings: [] })).rejects.toBeInstanceOf(CodeRuntimeError);
  });

  it('ends a dependent that waits for its run before it lets go', async () => {
    const ctx = createContext();
    const fiber = ctx.plugin(codeseam, { warmWorkers: 0 });
    let run: Promise<CodeRunResult> | undefined;
    const dependent = ctx.plugin({
      inject: ['codeRuntime'],
      apply(inner: TestContext) {
        const started = inner.codeRuntime.run({ program: 'for (;;);', bindings: [] });
        run = started;
        inner.effect(() => async () => void (await started));
      },
    });
    await fiber.await();
    await dependent.await();
    await fiber.dispose();
    expect((await run)?.error?.kind).toBe('abort');
  });

  it('refuses a bad configuration, naming each field', async () => {
    const ctx = createContext();
    const config = { computeMs: 'soon', isolation: 'docker', colour: 'red', losslessJson: 1 };
    const refusal = ctx.plugin(codeseam, config).await();
    await expect(refusal).rejects.toThrow(/invalid config/);
    await expect(refusal).rejects.toThrow(
      /computeMs: expected a whole number of ms from 1 to \d+, got "soon"/,
    );
    await expect(refusal).rejects.toThrow(
      /isolation: expected "worker-thread", "process" or "container", got "docker"/,
    );
    await expect(refusal).rejects.toThrow(/unknown field "colour"/);
    await expect(refusal).rejects.toThrow(/losslessJson: expected true or false, got 1/);
    expect(ctx.get('codeRuntime')).toBeUndefined();
  });

  it('runs programs in a process of their own, and refuses what JSON would change, when told to', async () => {
    const ctx = createContext();
    const fiber = ctx.plugin(codeseam, { isolation: 'process', losslessJson: true });
    await fiber.await();
    const runtime = ctx.get('codeRuntime') as CodeRuntime;
    expect(runtime.isolation).toBe('process');
    const result = await runtime.run({ program: 'return new Date(0)', bindings: [] });
    expect(result.error?.kind).toBe('invalid-output');
    await fiber.dispose();
  });

  it('provides a runtime that the host made, and owns it even where the name is taken', async () => {
    const ctx = createContext();
    const runtimes = [new WorkerThreadCodeRuntime(), new WorkerThreadCodeRuntime()];
    const fibers = runtimes.map((runtime) =>
      ctx.plugin({ apply: (inner: TestContext) => codeseam.provideCodeRuntime(inner, runtime) }),
    );
    await fibers[0]!.await();
    expect(ctx.get('codeRuntime')).toBe(runtimes[0]);
    await expect(fibers[1]!.await()).rejects.toThrow(/codeRuntime/);
    await expect(runtimes[1]!.run({ program: '', bindings: [] })).rejects.toBeInstanceOf(CodeRuntimeError);
    await fibers[0]!.dispose();
    await expect(runtimes[0]!.run({ program: '', bindings: [] })).rejects.toBeInstanceOf(CodeRuntimeError);
  });
});

describe('the configuration of the plugin', () => {
  it('may be left out, as in YAML where nothing follows the key', () => {
    expect(codeseam.Config['~standard'].validate(undefined)).toEqual({ value: {} });
    expect(codeseam.Config['~standard'].validate(null)).toEqual({ value: {} });
  });

  it('is refused when it is no object', () => {
    expect(codeseam.Config['~standard'].validate('fast')).toEqual({
      issues: [{ message: 'Expected the runtime configuration to be an object, got "fast"' }],
    });
  });

  it('is as it was given, so that limits which go together are told from defaults', () => {
    const config = { maxWallMs: 1_000, losslessJson: true };
    expect(codeseam.Config['~standard'].validate(config)).toEqual({ value: config });
  });
});

describe('the types of the plugin', () => {
  it('fit both packages', () => {
    const first: cordis.Plugin<codeseam.CodeRuntimePluginConfig> = codeseam;
    const second: deepseek.Plugin<codeseam.CodeRuntimePluginConfig> = codeseam;
    expect([first, second]).toHaveLength(2);
  });
});
