// Runs the suite in a plain page and posts every result to the server that the page came from.
import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import { WebWorkerCodeRuntime } from '../../../src/browser/index.ts';
import { type ConformanceResult, runConformance } from '../../../src/conformance/index.ts';

const parameters = new URLSearchParams(location.search);
const containment = parameters.get('containment') === 'none' ? 'none' : 'frame';
const filter = new RegExp(parameters.get('only') ?? '', 'i');

let posting: Promise<unknown> = Promise.resolve();

function post(message: object): void {
  posting = posting.then(() =>
    fetch('/conformance-report', { method: 'POST', body: JSON.stringify(message) }),
  );
}

async function run(): Promise<void> {
  const probe = new WebWorkerCodeRuntime({ wasmURL, containment, warmWorkers: 0 });
  const { capabilities } = probe;
  await probe.dispose();
  const report = await runConformance(
    {
      name: `web-worker, containment ${containment}`,
      capabilities,
      // The suite also tries configurations that the type forbids.
      create: (config) => new WebWorkerCodeRuntime({ wasmURL, containment, ...(config as object) }),
    },
    {
      only: (topic, name) => filter.test(`${topic}: ${name}`),
      onResult: (result: ConformanceResult) => post({ result }),
    },
  );
  post({ report });
}

run().catch((error: unknown) => post({ failure: String(error) }));
