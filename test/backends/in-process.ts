/**
 * A backend with no worker at all: the guest lives in a `vm` context of this very thread, at the far end of a
 * `MessageChannel`. It proves that the bridge needs nothing but an endpoint, and it is what writing a backend takes.
 */
import { MessageChannel } from 'node:worker_threads';
import {
  BridgeCodeRuntime,
  type CodeRuntimeConfig,
  EndSignal,
  GUEST_HOOK,
  GUEST_SCRIPT,
  type GuestHandle,
  type GuestPowers,
  resolveConfig,
  type Substrate,
  watchBudgets,
} from '../../src/host/index.ts';
import type { CodeRuntimeCapabilities } from '../../src/index.ts';
import { bareRealm, clock, keepAlive, leaseTranspiler, platformPowers } from '../../src/node/parts.ts';
import { onForeignRejections } from './foreign-rejections.ts';

export const inProcessCapabilities: CodeRuntimeCapabilities = {
  realm: 'bare',
  hardKill: false,
  memoryLimit: 'none',
  busyTime: false,
  noCodeFromStrings: true,
  cleanStacks: true,
};

export class InProcessCodeRuntime extends BridgeCodeRuntime {
  constructor(config: CodeRuntimeConfig = {}) {
    super(
      {
        isolation: 'in-process',
        capabilities: inProcessCapabilities,
        transpiler: leaseTranspiler(),
        clock,
        keepAlive,
        boot: async () => bootGuest(),
      },
      resolveConfig(config, {
        realms: ['bare'],
        unenforceable: { maxMemoryMb: 'not enforceable in this process' },
      }),
    );
  }
}

function bootGuest(): Substrate {
  const { port1, port2 } = new MessageChannel();
  const realm = bareRealm();
  const boot = realm.evaluateGuest(GUEST_SCRIPT, GUEST_HOOK) as (powers: GuestPowers) => GuestHandle;
  const guest = boot({
    realm: 'bare',
    evaluate: realm.evaluateProgram,
    post(frame) {
      port2.postMessage(frame);
      return true;
    },
    ...platformPowers(() => guest),
  });
  port2.on('message', (frame: string) => guest.receive(frame));
  const release = onForeignRejections(boot, guest);
  const end = new EndSignal();
  let unwatch = (): void => {};
  let markExited = (): void => {};
  const exited = new Promise<void>((resolve) => {
    markExited = resolve;
  });
  return {
    endpoint: port1 as unknown as Substrate['endpoint'],
    exited,
    onEnd: (listener) => end.listen(listener),
    start(limits) {
      unwatch = watchBudgets(
        clock,
        limits,
        () => 0,
        (budget) => end.fire({ cause: 'expired', budget }),
      );
    },
    async stop() {
      unwatch();
      release();
      port1.close();
      markExited();
      return { busyMs: 0 };
    },
  };
}
