import { afterAll } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { inShort } from './at-length.ts';
import { conform } from './conform.ts';

const probe = new ProcessCodeRuntime({ realm: 'node', warmWorkers: 0 });
afterAll(() => probe.dispose());
conform(
  {
    name: 'process, realm node',
    capabilities: probe.capabilities,
    create: (config) => new ProcessCodeRuntime({ realm: 'node', ...config }),
  },
  inShort([
    'abort',
    'bindings',
    'budgets',
    'isolation',
    'lifecycle',
    'logs',
    'memory',
    'node realm',
    'program',
  ]),
);
