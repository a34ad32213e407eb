import { afterAll, describe, expect, test } from 'vitest';
import { registerConformance } from '../../src/conformance/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { printRegistration } from './print-registration.ts';

for (const realm of ['bare', 'node'] as const) {
  const probe = new WorkerThreadCodeRuntime({ realm, warmWorkers: 0 });
  afterAll(() => probe.dispose());
  const registration = registerConformance(
    {
      name: `worker-thread, realm ${realm}`,
      capabilities: probe.capabilities,
      create: (config) => new WorkerThreadCodeRuntime({ realm, ...config }),
    },
    { test, expect, group: describe, afterAll },
  );
  printRegistration(`worker-thread, realm ${realm}`, registration);
}
