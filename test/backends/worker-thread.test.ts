import { afterAll } from 'vitest';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { conform } from './conform.ts';

for (const realm of ['bare', 'node'] as const) {
  const probe = new WorkerThreadCodeRuntime({ realm, warmWorkers: 0 });
  afterAll(() => probe.dispose());
  conform({
    name: `worker-thread, realm ${realm}`,
    capabilities: probe.capabilities,
    create: (config) => new WorkerThreadCodeRuntime({ realm, ...config }),
  });
}
