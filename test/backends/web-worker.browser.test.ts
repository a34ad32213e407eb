import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import { afterAll, describe, expect, test } from 'vitest';
import { WebWorkerCodeRuntime } from '../../src/browser/index.ts';
import { registerConformance } from '../../src/conformance/index.ts';
import { printRegistration } from './print-registration.ts';

for (const containment of ['frame', 'none'] as const) {
  const probe = new WebWorkerCodeRuntime({ wasmURL, containment, warmWorkers: 0 });
  afterAll(() => probe.dispose());
  const registration = registerConformance(
    {
      name: `web-worker, containment ${containment}`,
      capabilities: probe.capabilities,
      // The suite also tries configurations that the type forbids.
      create: (config) => new WebWorkerCodeRuntime({ wasmURL, containment, ...(config as object) }),
    },
    { test, expect, group: describe, afterAll },
  );
  printRegistration(`web-worker, containment ${containment}`, registration);
}
