import { WebWorkerCodeRuntime } from 'codeseam/browser';
import { BUDGET_NAMES, type Budgets } from '../state/settings.ts';

let current: { readonly budgets: Budgets; readonly runtime: WebWorkerCodeRuntime } | undefined;

/**
 * The runtime with these budgets. Limits belong to a runtime, not to a run, so other budgets take another runtime; it is
 * made before the old one is disposed of, so that they share the compiler that is already up.
 */
export function runtimeWith(budgets: Budgets, wasmURL: string): WebWorkerCodeRuntime {
  if (current && BUDGET_NAMES.every((name) => current?.budgets[name] === budgets[name]))
    return current.runtime;
  const runtime = new WebWorkerCodeRuntime({ wasmURL, ...budgets });
  void current?.runtime.dispose();
  current = { budgets, runtime };
  return runtime;
}
