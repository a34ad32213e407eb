// What programs look around with, in search of the realm that they are held in.

/**
 * Climbs from a value to whatever realm it is of, and says what was found there. Every program gets it.
 * A value of an outer realm has a `Function` that is not ours, and with it `process`.
 */
export const CLIMB = `
  const ours = Object.getPrototypeOf(() => {});
  function foreign(value: unknown, seen = new Set<unknown>()): string[] {
    const found: string[] = [];
    const visit = (item: any, path: string) => {
      if ((typeof item !== 'object' && typeof item !== 'function') || item === null || seen.has(item) || path.length > 200) return;
      seen.add(item);
      // Errors that Node itself throws are sealed: they lead to an empty prototype, or to none.
      const sealed = (value: object) => Object.isFrozen(value) && Reflect.ownKeys(value).every((key) => key === 'length' || key === 'name');
      if (typeof item === 'function' && !ours.isPrototypeOf(item) && item !== ours && !sealed(item)) found.push(path);
      const root = (() => { let p = item; for (let q; (q = Object.getPrototypeOf(p)); ) p = q; return p; })();
      if (root !== Object.prototype && root !== item && root !== globalThis && !sealed(root)) found.push(path + ' has a root of its own');
      for (const key of Reflect.ownKeys(item)) {
        let descriptor: PropertyDescriptor | undefined;
        try { descriptor = Reflect.getOwnPropertyDescriptor(item, key); } catch { continue; }
        for (const part of ['value', 'get', 'set'] as const) visit(descriptor?.[part], path + '.' + String(key));
      }
      visit(Object.getPrototypeOf(item), path + '.__proto__');
    };
    visit(value, '');
    return found;
  }
`;

/** Everything that can be reached from a value: `process`, a loader or a function constructor must not be among it. */
export const CRAWL = `
  function crawl(start: unknown): string[] {
    const found: string[] = [];
    const seen = new Set<unknown>();
    const queue: [unknown, string][] = [[start, '']];
    for (const [item, path] of queue) {
      if ((typeof item !== 'object' && typeof item !== 'function') || item === null || seen.has(item) || seen.size > 20_000) continue;
      seen.add(item);
      try {
        const made = (item as any)('return typeof process')();
        if (made === 'object') found.push(path);
      } catch {}
      if ((item as any).getBuiltinModule) found.push(path);
      for (const key of Reflect.ownKeys(item)) {
        let descriptor: PropertyDescriptor | undefined;
        try { descriptor = Reflect.getOwnPropertyDescriptor(item, key); } catch { continue; }
        for (const part of ['value', 'get', 'set'] as const) queue.push([descriptor?.[part], path + '.' + String(key)]);
      }
      queue.push([Object.getPrototypeOf(item), path + '.__proto__']);
    }
    return found;
  }
`;
