import { Console } from 'node:console';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeBindingFunction, CodeBindingNamespace } from '../seam/types.ts';
import { UsageError } from './usage.ts';

/** The bindings that a module exports: a list of namespaces as its default, or named functions as members of `tools`. */
export async function loadBindings(file: string): Promise<readonly CodeBindingNamespace[]> {
  const module = await importModule(file);
  if (Array.isArray(module['default'])) return module['default'];
  const functions: Record<string, CodeBindingFunction> = {};
  for (const [name, value] of Object.entries(module)) {
    if (typeof value === 'function' && name !== 'default') functions[name] = value as CodeBindingFunction;
  }
  if (Object.keys(functions).length === 0) {
    throw new UsageError(`"${file}" exports neither a default list of namespaces nor a named function`);
  }
  return [{ global: 'tools', functions }];
}

async function importModule(file: string): Promise<Record<string, unknown>> {
  // Standard output is the program's result alone, whatever the bindings print.
  globalThis.console = new Console(process.stderr);
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new UsageError(
      `The bindings cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
