import { afterAll, describe, expect, test } from 'vitest';
import { registerConformance } from '../../src/conformance/index.ts';
import { InProcessCodeRuntime, inProcessCapabilities } from './in-process.ts';

registerConformance(
  {
    name: 'in-process endpoint',
    capabilities: inProcessCapabilities,
    create: (config) => new InProcessCodeRuntime(config),
  },
  { test, expect, group: describe, afterAll },
);
