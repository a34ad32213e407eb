/** Looks for sparse arrays. Takes time in proportion to what is there, not to what is not. */
export class HoleMeter {
  readonly #seen = new Set<object>();
  #most = 0;

  /** The most items that one array lacks, in this value or in those before it. */
  mostIn(root: unknown): number {
    const queue: object[] = [];
    const add = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || this.#seen.has(value)) return;
      this.#seen.add(value);
      queue.push(value);
    };
    add(root);
    for (const value of queue) this.#look(value, add);
    return this.#most;
  }

  #look(value: object, add: (part: unknown) => void): void {
    // Their items are no objects, and are very many at worst.
    if (ArrayBuffer.isView(value) || value instanceof String) return;
    if (Array.isArray(value)) this.#most = Math.max(this.#most, value.length - Object.keys(value).length);
    if (value instanceof Map || value instanceof Set) {
      for (const [key, item] of value.entries()) {
        add(key);
        add(item);
      }
    }
    if (value instanceof Error) {
      add(value.cause);
      add((value as AggregateError).errors);
    }
    Object.values(value).forEach(add);
  }
}
