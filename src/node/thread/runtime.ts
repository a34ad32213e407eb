import { Worker } from 'node:worker_threads';
import { BridgeCodeRuntime } from '../../host/bridge-runtime.ts';
import { type CodeRuntimeConfig, resolveConfig } from '../../seam/config.ts';
import { ADDRESS, textOf, type WasmConfig } from '../../transpile/address.ts';
import { byteText } from '../byte-text.ts';
import { clock } from '../clock.ts';
import { keepAlive } from '../keep-alive.ts';
import { leaseTranspiler } from '../shared-transpiler.ts';
import { readsWorkerMemory } from './meter.ts';
import { Supervisor } from './supervisor.ts';

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Runs each program in a fresh worker thread of this process: the backend for agent hosts on Node.
 *
 * In the bare realm a program has no power but its bindings. It still shares the process: see the README for what one
 * thread cannot contain.
 * @example
 * ```js
 * import { WorkerThreadCodeRuntime } from 'codeseam/node';
 *
 * const runtime = new WorkerThreadCodeRuntime({ computeMs: 1_000 });
 * const functions = { add: (a, b) => a + b };
 * const { value } = await runtime.run({ program: 'return await math.add(1, 2)', bindings: [{ global: 'math', functions }] });
 * console.log(value); // 3
 * const { error } = await runtime.run({ program: 'for (;;);' });
 * console.log(error.kind); // timeout
 * await runtime.dispose();
 * ```
 */
export class WorkerThreadCodeRuntime extends BridgeCodeRuntime {
  /** @throws TypeError that lists every problem of the configuration. Fields, units and defaults: `LIMITS`. */
  constructor(config: CodeRuntimeConfig & WasmConfig = {}) {
    const resolved = resolveConfig<WasmConfig>(config, {
      realms: ['bare', 'node'],
      fields: { wasmURL: ADDRESS },
    });
    const supervisor = new Supervisor();
    const { realm, maxMemoryMb, wasmURL } = resolved;
    super(
      {
        isolation: 'worker-thread',
        capabilities: {
          realm,
          hardKill: true,
          memoryLimit: readsWorkerMemory(Worker.prototype) ? 'heap-and-buffers' : 'process-growth',
          busyTime: true,
          noCodeFromStrings: realm === 'bare',
          cleanStacks: realm === 'bare',
        },
        transpiler: leaseTranspiler(textOf(wasmURL)),
        clock,
        byteText,
        carriesBuffers: true,
        keepAlive,
        cpuMs,
        boot: () => supervisor.boot({ realm, maxMemoryMb }),
        close: () => supervisor.close(),
      },
      resolved,
    );
  }
}
