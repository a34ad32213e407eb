import type { CodeBindingNamespace } from 'codeseam';

/**
 * Evaluates the host's functions, in this page and with all of its powers: they are the host. Never done before a visitor
 * asks for a run, because a link can bring functions along.
 * @throws whatever the module throws, and an Error when it does not export `bindings`.
 */
export async function importHost(source: string): Promise<readonly CodeBindingNamespace[]> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    const module = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    if (!Array.isArray(module['bindings']))
      throw new Error('Expected the host functions to end in "export const bindings = [...]"');
    return module['bindings'] as CodeBindingNamespace[];
  } finally {
    URL.revokeObjectURL(url);
  }
}
