import type { ConformanceReport, ConformanceResult } from 'codeseam/conformance';

/** What scripts read in the element `#report`, and get by POST. */
export type Message =
  | { readonly result: ConformanceResult }
  | { readonly report: ConformanceReport }
  | { readonly failure: string };

export interface Standing {
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  readonly userAgent: string;
  readonly containment: string;
  readonly done: number;
  readonly total: number;
  readonly strays: readonly string[];
  readonly report?: ConformanceReport;
  readonly failure?: string;
}

export function publish(standing: Standing): void {
  // As text of a script that is data, so that a driver without a debugger's powers reads it too.
  document.getElementById('report')!.textContent = JSON.stringify(standing).replaceAll('<', '\\u003c');
}

let posting: Promise<unknown> = Promise.resolve();

/** In order, and without holding up the suite. */
export function post(path: string | undefined, message: Message): void {
  if (path === undefined) return;
  const body = JSON.stringify(message);
  posting = posting
    .then(() => fetch(new URL(path, location.origin), { method: 'POST', body }))
    .catch(() => {});
}
