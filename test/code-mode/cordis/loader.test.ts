import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Context } from '@deepseek-ai/cordis';
import Include from '@deepseek-ai/cordis-plugin-include';
import Loader from '@deepseek-ai/cordis-plugin-loader';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as codeseam from '../../../src/cordis/index.ts';
import type { CodeRuntime } from '../../../src/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'codeseam-cordis-'));
let root: Context;

/** Starts an application from a YAML file, as the `cordis` command does. */
async function start(yaml: string): Promise<Context> {
  await writeFile(join(folder, 'cordis.yml'), yaml);
  root = new Context();
  root.baseUrl = pathToFileURL(`${folder}/`).href;
  await root.plugin(Loader);
  Object.assign(root.loader.builtins, { include: Include, codeseam });
  await root.loader.create({ name: 'cordis:include', config: { path: './cordis.yml' } });
  await root.loader.await();
  return root;
}

afterEach(() => root.fiber.dispose());
afterAll(() => rm(folder, { recursive: true }));

describe('the loader of Cordis', () => {
  it('starts the runtime that its YAML describes, and ends it with the entry', async () => {
    const ctx = await start(`
      - id: runtime
        name: cordis:codeseam
        config:
          isolation: process
          computeMs: 20000
          maxMemoryMb: 256
          losslessJson: true
    `);
    const runtime = ctx.get('codeRuntime') as unknown as CodeRuntime;
    expect(runtime.isolation).toBe('process');
    expect(await runtime.run({ program: 'return [1]', bindings: [] })).toMatchObject({ value: [1] });
    expect(await runtime.run({ program: 'return new Map()', bindings: [] })).toMatchObject({
      error: { kind: 'invalid-output' },
    });
    const [include] = [...ctx.loader.entries()];
    await include!.fiber!.dispose();
    expect(ctx.get('codeRuntime')).toBeUndefined();
  });

  it('refuses YAML with a mistake, naming the field, and starts again once it is mended', async () => {
    const ctx = await start(`
      - id: runtime
        name: cordis:codeseam
        config:
          maxMemory: 256
    `);
    const entry = [...ctx.loader.entries()].find(({ options }) => options.id === 'runtime')!;
    await expect(entry.fiber!.await()).rejects.toThrow(/invalid config:\s.*unknown field "maxMemory"/);
    expect(ctx.get('codeRuntime')).toBeUndefined();
    await entry.update({ config: { maxMemoryMb: 256 } });
    await entry.fiber!.await();
    expect(ctx.get('codeRuntime')).toMatchObject({ isolation: 'worker-thread' });
  });
});
