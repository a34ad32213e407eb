import { signal } from '@preact/signals';
import { WebWorkerCodeRuntime } from 'codeseam/browser';
import {
  type ConformanceBackend,
  type ConformanceReport,
  type ConformanceResult,
  registerConformance,
  runConformance,
} from 'codeseam/conformance';
import wasmURL from 'codeseam/esbuild.wasm?url';
import type { Containment, Parameters } from './parameters.ts';
import { post, publish, type Standing } from './report.ts';

export const standing = signal<Standing['state']>('idle');
export const results = signal<readonly ConformanceResult[]>([]);
export const total = signal(0);
export const report = signal<ConformanceReport | undefined>(undefined);
export const failure = signal<string | undefined>(undefined);

/** The table is drawn anew this often at most, in ms: drawing must not cost what is being tested its time. */
const REFRESH_MS = 200;

/** What went wrong outside of any case, from before the first module on. */
const strays = (globalThis as { strays?: string[] }).strays ?? [];

/** Runs the suite in this page, and lets scripts read along. */
export async function runSuite({ containment, only, post: path }: Parameters): Promise<void> {
  const collected: ConformanceResult[] = [];
  let refresh: number | undefined;
  results.value = [];
  report.value = failure.value = undefined;
  standing.value = 'running';
  try {
    const pattern = new RegExp(only, 'i');
    const picks = (topic: string, name: string): boolean => pattern.test(`${topic}: ${name}`);
    const backend = await backendOf(containment);
    total.value = countCases(backend, picks);
    tell();
    report.value = await runConformance(backend, {
      only: picks,
      onResult(result) {
        collected.push(result);
        refresh ??= setTimeout(show, REFRESH_MS);
        post(path, { result });
        tell();
      },
    });
    show();
    standing.value = 'done';
    post(path, { report: report.value });
  } catch (error) {
    show();
    failure.value = String(error);
    standing.value = 'failed';
    post(path, { failure: failure.value });
  }
  tell();

  function show(): void {
    clearTimeout(refresh);
    refresh = undefined;
    results.value = [...collected];
  }

  function tell(): void {
    publish({
      state: standing.value,
      userAgent: navigator.userAgent,
      containment,
      done: collected.length,
      total: total.value,
      strays,
      ...(report.value && { report: report.value }),
      ...(failure.value !== undefined && { failure: failure.value }),
    });
  }
}

async function backendOf(containment: Containment): Promise<ConformanceBackend> {
  const probe = new WebWorkerCodeRuntime({ wasmURL, containment, warmWorkers: 0 });
  const { capabilities } = probe;
  await probe.dispose();
  return {
    name: `web-worker, containment ${containment}`,
    capabilities,
    // The suite also tries configurations that the type forbids.
    create: (config) => new WebWorkerCodeRuntime({ wasmURL, containment, ...(config as object) }),
  };
}

/** By registering them all, and running none. */
function countCases(backend: ConformanceBackend, picks: (topic: string, name: string) => boolean): number {
  let topic = '';
  let cases = 0;
  registerConformance(backend, {
    expect: (() => undefined) as never,
    test: (name) => {
      if (picks(topic, name)) cases += 1;
    },
    group(name, body) {
      topic = name;
      body();
    },
    afterAll() {},
  });
  return cases;
}
