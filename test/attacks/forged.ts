import {
  BridgeCodeRuntime,
  type Clock,
  type CodeRuntimeConfig,
  type Endpoint,
  EndSignal,
  resolveConfig,
  type Substrate,
  watchBudgets,
} from '../../src/host/index.ts';

/** What a forged backend takes from the one that it stands for. */
export interface Platform {
  /** Starts a worker of a script, which is handed the port; the returned function ends it. */
  readonly spawn: (script: string, port: Port) => () => void;
  /** What the backend makes of its end of the port. */
  readonly endpointOf: (port: Port) => Endpoint;
  readonly clock: Clock;
}

type Port = InstanceType<typeof MessageChannel>['port2'];

/** What the program of a forged guest finds: ways to post whatever it likes. Text of a value is a letter and its JSON. */
const POWERS = `
  const withText = (message, text) => send('[' + message.replace('#', text.length) + ']\\n' + text);
  const call = (id, namespace = 0, member = 0, args = 'J[]') => withText('["call",' + id + ',' + namespace + ',' + member + ',#]', args);
  const done = (value = 'J1') => withText('["done",#]', value);
  const log = (text) => withText('["log",1,0,#]', text);
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

/** A guest in the place of ours: it evaluates the program that it is sent, and takes no reply but counts them. */
export const FORGED_GUEST = `
  const begin = (port) => {
    const send = (frame) => port.postMessage(frame);
    const replies = { count: 0 };
    port.onmessage = ({ data }) => {
      const end = data.indexOf('\\n');
      const [tag, manifest, script, program] = JSON.parse(data.slice(0, end))[0];
      if (tag !== 'run') return void replies.count++;
      const at = end + 1 + manifest + script;
      const body = data.slice(at, at + program);
      (0, eval)('(async (send, port, replies) => {' + ${JSON.stringify(POWERS)} + body + '\\n})')(send, port, replies);
    };
    send('[["ready"]]\\n');
  };
  if (typeof require === 'function') begin(require('node:worker_threads').workerData.port);
  else onmessage = ({ ports }) => begin(ports[0]);
`;

/** The same powers for a program of Node's own realm in a process: its own hand on the pipe, in the format of packets. */
export const PIPE_POWERS = `
  const { writeSync } = await import('node:fs');
  setInterval(() => {}, 1_000);
  const raw = (bytes) => { for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at) };
  const packet = (kind, payload, length = payload.length) => {
    const header = Buffer.alloc(5);
    header[0] = kind;
    header.writeUInt32LE(length, 1);
    raw(Buffer.concat([header, payload]));
  };
  const send = (frame) => packet(1, Buffer.from(frame, 'latin1'));
  ${POWERS}`;

/** After the attack, the real guest stays silent: it would tell that the program came to its end. */
export const PIPE_SILENCE = '\nawait new Promise(() => {});';

/** A real worker whose guest is forged, attached to the real host's side of the bridge. */
export class ForgedRuntime extends BridgeCodeRuntime {
  constructor(platform: Platform, config: CodeRuntimeConfig) {
    super(
      {
        isolation: 'forged',
        capabilities: {
          realm: 'bare',
          hardKill: true,
          memoryLimit: 'none',
          busyTime: false,
          noCodeFromStrings: false,
          cleanStacks: false,
        },
        transpiler: {
          transpile: async () => ({ outcome: 'transpiled', script: '', mappings: '', firstLine: 1 }),
          dispose: async () => {},
        },
        clock: platform.clock,
        boot: async () => bootForged(platform),
      },
      resolveConfig({ warmWorkers: 0, ...config }, { realms: ['bare'] }),
    );
  }
}

function bootForged({ spawn, endpointOf, clock }: Platform): Substrate {
  const { port1, port2 } = new MessageChannel();
  const end = new EndSignal();
  const terminate = spawn(FORGED_GUEST, port2);
  let unwatch = (): void => {};
  let markExited = (): void => {};
  const exited = new Promise<void>((resolve) => {
    markExited = resolve;
  });
  return {
    endpoint: endpointOf(port1),
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
      port1.close();
      terminate();
      markExited();
      return { busyMs: 0 };
    },
  };
}
