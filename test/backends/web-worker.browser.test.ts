import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import { afterAll } from 'vitest';
import { WebWorkerCodeRuntime } from '../../src/browser/index.ts';
import { conform } from './conform.ts';

/** What differs in the page itself; `npm run browsers` tries every topic there as well. */
const HOUSING_TOPICS = [
  'abort',
  'bindings',
  'bare realm',
  'budgets',
  'isolation',
  'lifecycle',
  'limits',
  'program',
];

for (const containment of ['frame', 'none'] as const) {
  const probe = new WebWorkerCodeRuntime({ wasmURL, containment, warmWorkers: 0 });
  afterAll(() => probe.dispose());
  conform(
    {
      name: `web-worker, containment ${containment}`,
      capabilities: probe.capabilities,
      // The suite also tries configurations that the type forbids.
      create: (config) => new WebWorkerCodeRuntime({ wasmURL, containment, ...(config as object) }),
    },
    containment === 'none' ? HOUSING_TOPICS : undefined,
  );
}
