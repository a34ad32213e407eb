import { afterAll, expect, test } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { inShort } from './at-length.ts';
import { conform } from './conform.ts';

/** A container needs bubblewrap, and a system that lets it make namespaces: either it can be made, or asking says why not. */
try {
  const probe = new ProcessCodeRuntime({ isolation: 'container', warmWorkers: 0 });
  afterAll(() => probe.dispose());
  conform(
    {
      name: 'container',
      capabilities: probe.capabilities,
      create: (config) => new ProcessCodeRuntime({ isolation: 'container', ...config }),
    },
    inShort([
      'abort',
      'bindings',
      'bare realm',
      'budgets',
      'isolation',
      'lifecycle',
      'limits',
      'memory',
      'program',
    ]),
  );
} catch (error) {
  test('asking for a container says why there can be none', () => {
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/isolation: "container" is not available: .{10}/);
  });
}
