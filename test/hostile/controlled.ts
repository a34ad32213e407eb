import { BridgeCodeRuntime, EndSignal, type Substrate, type SubstrateEnd } from '../../src/host/index.ts';
import { clock } from '../../src/node/clock.ts';
import { keepAlive } from '../../src/node/keep-alive.ts';
import { resolveConfig } from '../../src/seam/config.ts';

type Listener = (event: { data: unknown }) => void;

/** The far side of one run, in the hands of the test. */
export interface Puppet {
  /** Delivers a frame to the host, now. What the host's listener throws comes back. */
  send(frame: unknown): void;
  /** Ends the substrate as its own meters or its death would. */
  end(end: SubstrateEnd): void;
  readonly stopped: boolean;
  /** What the host sent, the first being the program. */
  readonly received: string[];
}

/** A runtime without any worker or compiler: every event of a run happens when the test says so. */
export class ControlledRuntime extends BridgeCodeRuntime {
  constructor(
    onRun: (puppet: Puppet) => void,
    config: object = {},
    onBoot: (puppet: Puppet) => void = () => {},
  ) {
    super(
      {
        isolation: 'controlled',
        capabilities: {
          realm: 'bare',
          hardKill: true,
          memoryLimit: 'none',
          busyTime: false,
          noCodeFromStrings: true,
          cleanStacks: true,
        },
        transpiler: {
          // A program that is empty does not compile.
          transpile: async (program) =>
            program === ''
              ? { outcome: 'rejected', message: 'empty' }
              : { outcome: 'transpiled', script: '', mappings: '', firstLine: 1 },
          dispose: async () => {},
        },
        // Time stands still: how long a frame takes on a busy machine must not decide the order of events.
        clock: { ...clock, now: () => 0 },
        keepAlive,
        boot: async () => puppetSubstrate(onRun, onBoot),
      },
      resolveConfig({ warmWorkers: 0, ...config }, { realms: ['bare'] }),
    );
  }
}

function puppetSubstrate(onRun: (puppet: Puppet) => void, onBoot: (puppet: Puppet) => void): Substrate {
  const listeners = new Set<Listener>();
  const signal = new EndSignal();
  const received: string[] = [];
  let stopped = false;
  let ended = false;
  let markExited = (): void => {};
  const exited = new Promise<void>((resolve) => {
    markExited = resolve;
  });
  const send = (frame: unknown): void => {
    for (const listener of [...listeners]) listener({ data: frame });
  };
  const puppet: Puppet = {
    send,
    end(end) {
      ended = true;
      signal.fire(end);
    },
    get stopped() {
      return stopped;
    },
    received,
  };
  onBoot(puppet);
  return {
    endpoint: {
      postMessage(frame) {
        received.push(String(frame));
        if (received.length === 1) queueMicrotask(() => onRun(puppet));
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
      start() {
        if (!ended) send('[["ready"]]\n');
      },
    },
    exited,
    onEnd: (listener) => signal.listen(listener),
    start() {},
    async stop() {
      stopped = true;
      markExited();
      return { busyMs: 0 };
    },
  };
}
