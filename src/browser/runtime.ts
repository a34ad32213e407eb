import { BridgeCodeRuntime } from '../host/bridge-runtime.ts';
import { type CodeRuntimeConfig, type ConfigRestrictions, resolveConfig } from '../seam/config.ts';
import { ADDRESS, type Address, textOf, type WasmConfig } from '../transpile/address.ts';
import { createByteText } from './byte-text.ts';
import { clock } from './clock.ts';
import { engineLeavesStacksAlone } from './engine-stacks.ts';
import { frame } from './frame.ts';
import type { Housing } from './housing.ts';
import { plainWorker } from './plain-worker.ts';
import { leaseTranspiler } from './shared-transpiler.ts';
import { bootGuest } from './substrate.ts';

export interface WebWorkerConfig extends Omit<CodeRuntimeConfig, 'realm' | 'maxMemoryMb'>, WasmConfig {
  /** Only `bare`: there is no other realm in a page. */
  readonly realm?: 'bare';
  /** The compiler's WebAssembly, compiled by the page, in place of `wasmURL`. Its worker then lives in the page itself. */
  readonly wasmModule?: WebAssembly.Module;
  /**
   * Where each program's worker lives. `frame` (default): in a hidden, sandboxed frame of its own, with an opaque origin and
   * a policy that allows no connection. `none`: in the page itself, for callers without a DOM or with a policy of their own;
   * the program still has no global to reach the page's network or storage by, but nothing behind that stops it.
   */
  readonly containment?: 'frame' | 'none';
  /**
   * Address of the file `frame.html` of this package, for pages whose Content-Security-Policy keeps frames written into
   * them from running a script. Default: the frame is written into the page.
   */
  readonly frameUrl?: Address;
}

type Resolved = Pick<WebWorkerConfig, 'wasmURL' | 'wasmModule' | 'frameUrl'> & {
  readonly containment: 'frame' | 'none';
};

const RESTRICTIONS: ConfigRestrictions = {
  realms: ['bare'],
  unenforceable: { maxMemoryMb: 'not enforceable in a browser' },
  fields: {
    wasmURL: ADDRESS,
    frameUrl: ADDRESS,
    wasmModule: {
      accepts: (value) => Object.prototype.toString.call(value) === '[object WebAssembly.Module]',
      expected: 'a WebAssembly.Module',
    },
    containment: {
      accepts: (value) => value === 'frame' || value === 'none',
      expected: '"frame" or "none"',
      default: 'frame',
    },
  },
  conflicts({ wasmURL, wasmModule, containment, frameUrl }) {
    const problems: string[] = [];
    if (wasmURL === undefined && wasmModule === undefined)
      problems.push(
        'wasmURL: expected the address of esbuild.wasm, the file codeseam/esbuild.wasm, got undefined',
      );
    if (wasmURL !== undefined && wasmModule !== undefined)
      problems.push('wasmURL and wasmModule exclude each other');
    if (frameUrl !== undefined && containment === 'none')
      problems.push('frameUrl has no meaning with containment "none"');
    return problems;
  },
};

/**
 * Runs each program in a fresh Web Worker: the backend for pages. By default the worker is born in a sandboxed frame of
 * its own, which in Chromium is another process.
 */
export class WebWorkerCodeRuntime extends BridgeCodeRuntime {
  /** @throws TypeError that lists every problem of the configuration. Limits, units and defaults: `LIMITS`. */
  constructor(config: WebWorkerConfig) {
    const resolved = resolveConfig<Resolved>(config, RESTRICTIONS);
    const { containment, wasmURL, wasmModule } = resolved;
    const frameUrl = textOf(resolved.frameUrl);
    const house = (): Housing => (containment === 'frame' ? frame(frameUrl) : plainWorker());
    super(
      {
        isolation: 'web-worker',
        capabilities: {
          realm: 'bare',
          hardKill: true,
          memoryLimit: 'none',
          busyTime: true,
          noCodeFromStrings: true,
          cleanStacks: engineLeavesStacksAlone(),
        },
        transpiler: leaseTranspiler({
          wasm: wasmModule ?? textOf(wasmURL),
          house: wasmModule ? plainWorker : house,
          housing: `${containment} ${frameUrl}`,
        }),
        clock,
        byteText: createByteText(),
        carriesBuffers: true,
        boot: async () => bootGuest(house()),
      },
      resolved,
    );
  }
}
