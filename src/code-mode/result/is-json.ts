/** Levels of a value beyond which nothing is written as JSON. */
const MAX_LEVELS = 500;

/** What may still be looked at, of all the values that share it: what is used up does not come back. */
export interface Allowance {
  values: number;
  characters: number;
}

/**
 * Whether JSON says all there is to a value, and little enough. What is shared counts each time that it would be
 * written: the text of a small value may be endless.
 */
export function isJson(root: unknown, allowance: Allowance): boolean {
  const visit = (value: unknown, level: number): boolean => {
    if (level > MAX_LEVELS) return false;
    switch (typeof value) {
      case 'string':
        allowance.characters -= value.length;
        return allowance.characters >= 0;
      case 'boolean':
        return true;
      case 'number':
        return Number.isFinite(value);
      case 'object':
        if (value === null) return true;
        return Array.isArray(value) ? visitItems(value, level) : visitProperties(value, level);
      default:
        return false;
    }
  };
  const take = (values: number): boolean => {
    allowance.values -= values;
    return allowance.values >= 0;
  };
  const visitItems = (items: readonly unknown[], level: number): boolean =>
    take(1 + items.length) && isDense(items) && items.every((item) => visit(item, level + 1));
  const visitProperties = (value: object, level: number): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    const keys = Object.keys(value);
    return (
      take(1 + keys.length) &&
      keys.every((key) => visit(key, level + 1) && visit(Reflect.get(value, key), level + 1))
    );
  };
  return visit(root, 0);
}

/** Whether an array has no holes, and nothing but its items. */
export function isDense(items: readonly unknown[]): boolean {
  return Object.keys(items).length === items.length;
}
