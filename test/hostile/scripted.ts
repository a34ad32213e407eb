import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { BridgeCodeRuntime, EndSignal, type Substrate } from '../../src/host/index.ts';
import { clock } from '../../src/node/clock.ts';
import { keepAlive } from '../../src/node/keep-alive.ts';
import { leaseTranspiler } from '../../src/node/shared-transpiler.ts';
import { resolveConfig } from '../../src/seam/config.ts';

/** What the far side does once it was told to run a program: it may send anything, at any time. */
export type Script = (guest: { readonly send: (frame: unknown) => void; readonly port: MessagePort }) => void;

/** A runtime whose guest is a script of the test: the host's side is the real one. Scripts are used one a run, in order. */
export class ScriptedRuntime extends BridgeCodeRuntime {
  /** Frames that the host sent, `run` frames aside. */
  readonly replies: string[] = [];

  constructor(scripts: Script[], greeting: unknown = '[["ready"]]\n') {
    super(
      {
        isolation: 'scripted',
        capabilities: {
          realm: 'bare',
          hardKill: true,
          memoryLimit: 'none',
          busyTime: false,
          noCodeFromStrings: true,
          cleanStacks: true,
        },
        transpiler: leaseTranspiler(),
        clock,
        keepAlive,
        boot: async () => this.#boot(scripts, greeting),
      },
      resolveConfig(
        { warmWorkers: 0, maxPendingCalls: 50, maxLogBytes: 1_000, maxValueBytes: 2_000_000 },
        { realms: ['bare'] },
      ),
    );
  }

  #boot(scripts: Script[], greeting: unknown): Substrate {
    const { port1, port2 } = new MessageChannel();
    const end = new EndSignal();
    let markExited = (): void => {};
    const exited = new Promise<void>((resolve) => {
      markExited = resolve;
    });
    port2.on('message', (frame: string) => {
      if (frame.startsWith('[["run"'))
        scripts.shift()?.({ send: (sent) => port2.postMessage(sent), port: port2 });
      else this.replies.push(frame);
    });
    port2.postMessage(greeting);
    return {
      endpoint: port1 as unknown as Substrate['endpoint'],
      exited,
      onEnd: (listener) => end.listen(listener),
      start() {},
      async stop() {
        port1.close();
        markExited();
        return { busyMs: 0 };
      },
    };
  }
}
