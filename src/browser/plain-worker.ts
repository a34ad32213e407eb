import { Failure, type Housing } from './housing.ts';

const POLICY =
  'with containment "none", the Content-Security-Policy of the page has to allow blob: and \'wasm-unsafe-eval\' in ' +
  'script-src, and blob: in worker-src where it has one';

/** Starts workers in the page itself: no frame, no other process, the page's own policy. */
export function plainWorker(): Housing {
  const failure = new Failure();
  let worker: Worker | undefined;
  let url: string | undefined;

  function revoke(): void {
    if (url !== undefined) URL.revokeObjectURL(url);
    url = undefined;
  }

  return {
    spawn(script, ports) {
      url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      try {
        worker = new Worker(url);
      } catch (error) {
        revoke();
        return failure.fire(`${(error as Error).message}: ${POLICY}`);
      }
      // A policy that forbids the worker shows as an event without a message, and only there.
      worker.onerror = (event) => {
        event.preventDefault();
        failure.fire(`it failed to load or to run: ${POLICY}`);
      };
      worker.postMessage(0, [...ports]);
    },
    onFailure: (listener) => failure.listen(listener),
    watch() {},
    unwatch() {},
    isAlive: async () => true,
    close() {
      revoke();
      worker?.terminate();
    },
  };
}
