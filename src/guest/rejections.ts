import { mapDelete, mapForEach, mapSet, mapSize } from '../bridge/intrinsics.ts';

/** How many unhandled rejections are told one by one. */
const MAX_TOLD = 20;

/** Rejections that no handler has been attached to so far. They are told at the end: until then one still may be. */
export class Rejections {
  readonly #open = new Map<unknown, unknown>();

  add(promise: unknown, reason: unknown): void {
    mapSet(this.#open, promise, reason);
  }

  handled(promise: unknown): void {
    mapDelete(this.#open, promise);
  }

  tell(write: (text: string) => void, describe: (reason: unknown) => string): void {
    let told = 0;
    mapForEach(this.#open, (reason) => {
      if (told++ < MAX_TOLD) write(`Unhandled rejection: ${describe(reason)}`);
    });
    const more = mapSize(this.#open) - MAX_TOLD;
    if (more > 0) write(`Unhandled rejection: … ${more} more`);
  }
}
