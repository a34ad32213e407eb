import { conform } from './conform.ts';
import { InProcessCodeRuntime, inProcessCapabilities } from './in-process.ts';

conform({
  name: 'in-process endpoint',
  capabilities: inProcessCapabilities,
  create: (config) => new InProcessCodeRuntime(config),
});
