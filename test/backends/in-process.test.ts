import { afterAll, describe, expect, test } from 'vitest';
import { registerConformance } from '../../src/conformance/index.ts';
import { InProcessCodeRuntime, inProcessCapabilities } from './in-process.ts';
import { printRegistration } from './print-registration.ts';

const registration = registerConformance(
  {
    name: 'in-process endpoint',
    capabilities: inProcessCapabilities,
    create: (config) => new InProcessCodeRuntime(config),
  },
  { test, expect, group: describe, afterAll },
);
printRegistration('in-process endpoint', registration);
