import type { FrameNotice, FrameOrder } from './frame-protocol.ts';

// Where the frame of a worker starts. The first message, from the page that made the frame, brings the port for orders.
addEventListener('message', receivePort);

function receivePort({ source, ports }: MessageEvent): void {
  const [port] = ports;
  if (source !== parent || port === undefined) return;
  removeEventListener('message', receivePort);
  const notify = (notice: FrameNotice): void => port.postMessage(notice);
  port.onmessage = ({ data, ports }: MessageEvent<FrameOrder>) => {
    if (typeof data === 'number') return notify(data);
    if (data.order === 'spin') return spin(data.ms);
    if (!data.wasm) forbidWasm();
    const worker = new Worker(URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' })));
    worker.onerror = (event) => {
      event.preventDefault();
      notify('failed');
    };
    worker.postMessage(0, [...ports]);
  };
  notify('listening');
}

/** Policies add up, and a worker inherits them: one that does not compile WebAssembly shall not be able to. */
function forbidWasm(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = 'script-src blob:';
  document.head.append(policy);
}

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
