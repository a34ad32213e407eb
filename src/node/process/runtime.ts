import { BridgeCodeRuntime } from '../../host/bridge-runtime.ts';
import { type CodeRuntimeConfig, type FieldRule, resolveConfig } from '../../seam/config.ts';
import { ADDRESS, textOf, type WasmConfig } from '../../transpile/address.ts';
import { byteText } from '../byte-text.ts';
import { clock } from '../clock.ts';
import { keepAlive } from '../keep-alive.ts';
import { leaseTranspiler } from '../shared-transpiler.ts';
import { startChild } from './child.ts';
import { containerProblem } from './container.ts';
import { limitsData } from './memory.ts';
import { reaper } from './reaper.ts';

export interface ProcessConfig extends CodeRuntimeConfig, WasmConfig {
  /**
   * What surrounds the child. `process` (default): a process of its own, with Node's permission model on in the bare realm.
   * `container`: on Linux with bubblewrap, also namespaces of its own, without a network, and a root that holds nothing but
   * Node.
   */
  readonly isolation?: 'process' | 'container';
}

const ISOLATION: FieldRule = {
  accepts: (value) => value === 'process' || value === 'container',
  expected: '"process" or "container"',
  default: 'process',
};

/**
 * Runs each program in a process of its own, which the operating system limits and ends: the backend for programs from
 * strangers. Nothing that a program does there can crash, stall or exhaust the host.
 * @example
 * ```js
 * import { ProcessCodeRuntime } from 'codeseam/node';
 *
 * const runtime = new ProcessCodeRuntime({ realm: 'node' });
 * const { error } = await runtime.run({ program: 'process.exit(3)' });
 * console.log(error.kind); // worker-exit
 * console.log((await runtime.run({ program: 'return 1 + 1' })).value); // 2
 * await runtime.dispose();
 * ```
 */
export class ProcessCodeRuntime extends BridgeCodeRuntime {
  /**
   * @throws TypeError that lists every problem of the configuration; so does asking for a container where there can be
   *   none. Limits, units and defaults: `LIMITS`.
   */
  constructor(config: ProcessConfig = {}) {
    const resolved = resolveConfig<Required<Pick<ProcessConfig, 'isolation'>> & WasmConfig>(config, {
      realms: ['bare', 'node'],
      fields: { wasmURL: ADDRESS, isolation: ISOLATION },
      conflicts({ isolation }) {
        const problem = isolation === 'container' ? containerProblem() : '';
        return problem === '' ? [] : [`isolation: "container" is not available: ${problem}`];
      },
    });
    const { realm, maxMemoryMb, isolation } = resolved;
    super(
      {
        isolation,
        capabilities: {
          realm,
          hardKill: true,
          memoryLimit: limitsData ? 'operating-system' : 'heap',
          busyTime: true,
          noCodeFromStrings: realm === 'bare',
          cleanStacks: realm === 'bare',
        },
        transpiler: leaseTranspiler(textOf(resolved.wasmURL)),
        clock,
        byteText,
        keepAlive,
        boot: async () => startChild({ isolation, realm, maxMemoryMb }, resolved),
        close: () => reaper.close(),
      },
      resolved,
    );
  }
}
