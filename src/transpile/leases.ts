import type { Transpiler } from './transpiler.ts';

interface Shared {
  readonly transpiler: Transpiler;
  leases: number;
}

/**
 * Transpilers that the runtimes of one process or page share: they hold no state of a runtime, and starting one costs a
 * third of a second and a few hundred megabytes. One ends with the last runtime that leased it.
 */
export class TranspilerLeases {
  readonly #shared = new Map<string, Shared>();

  /** A lease of the transpiler known by `key`, made by `create` if there is none; disposing of it ends the lease. */
  lease(key: string, create: () => Transpiler): Transpiler {
    const shared = this.#shared.get(key) ?? { transpiler: create(), leases: 0 };
    this.#shared.set(key, shared);
    shared.leases++;
    let released: Promise<void> | undefined;
    return {
      transpile: (program, options) => shared.transpiler.transpile(program, options),
      dispose: () => (released ??= this.#release(key, shared)),
    };
  }

  async #release(key: string, shared: Shared): Promise<void> {
    if (--shared.leases > 0) return;
    this.#shared.delete(key);
    await shared.transpiler.dispose();
  }
}
