import type { Kind } from '../attack.ts';
import { crossRunChannels } from './cross-run-channels.ts';
import { deepValues } from './deep-values.ts';
import { escapes } from './escapes.ts';
import { exoticValues } from './exotic-values.ts';
import { floods } from './floods.ts';
import { junkFrames } from './junk-frames.ts';
import { lateFailures } from './late-failures.ts';
import { lateTraffic } from './late-traffic.ts';
import { memory } from './memory.ts';
import { names } from './names.ts';
import { networkAndStorage } from './network-and-storage.ts';
import { neverEnding } from './never-ending.ts';
import { patchedRealm } from './patched-realm.ts';
import { stuckBuiltins } from './stuck-builtins.ts';
import { substrate } from './substrate.ts';

/** Every row of the table, by kind. */
export const CATALOGUE: readonly Kind[] = [
  junkFrames,
  names,
  lateTraffic,
  deepValues,
  exoticValues,
  patchedRealm,
  escapes,
  floods,
  neverEnding,
  stuckBuiltins,
  memory,
  substrate,
  lateFailures,
  crossRunChannels,
  networkAndStorage,
];
