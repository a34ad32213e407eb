import { serveTranspiler } from '../transpile/worker.ts';

// Where a transpiler worker starts: the first message brings the port that it serves.
addEventListener(
  'message',
  ({ ports: [port] }: MessageEvent) => {
    if (port === undefined) return;
    serveTranspiler(port);
    port.start();
  },
  { once: true },
);
