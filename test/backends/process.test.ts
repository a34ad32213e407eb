import { afterAll } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { conform } from './conform.ts';

const probe = new ProcessCodeRuntime({ warmWorkers: 0 });
afterAll(() => probe.dispose());
conform({
  name: 'process, realm bare',
  capabilities: probe.capabilities,
  create: (config) => new ProcessCodeRuntime(config),
});
