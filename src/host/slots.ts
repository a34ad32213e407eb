/** Admits a fixed number of holders at a time, in the order in which they asked. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#free = size;
  }

  /**
   * Asks for a slot: `granted` is called once, maybe at once. The returned function gives the slot back, or leaves the
   * queue when it was not granted yet; calling it again does nothing.
   */
  enter(granted: () => void): () => void {
    let state: 'waiting' | 'holding' | 'left' = 'waiting';
    const admit = (): void => {
      state = 'holding';
      this.#free--;
      granted();
    };
    if (this.#free > 0) admit();
    else this.#waiting.add(admit);
    return () => {
      if (state === 'waiting') this.#waiting.delete(admit);
      else if (state === 'holding') this.#release();
      state = 'left';
    };
  }

  #release(): void {
    this.#free++;
    for (const admit of this.#waiting) {
      this.#waiting.delete(admit);
      return admit();
    }
  }
}
