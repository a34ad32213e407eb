/** Values, and levels of them, beyond which nothing is written as JSON. */
const MAX_VALUES = 1_000_000;
const MAX_LEVELS = 500;

/**
 * Whether JSON says all there is to a value, in about `maxCharacters` at most. What is shared counts each time that it
 * would be written: the text of a small value may be endless.
 */
export function isJson(root: unknown, maxCharacters: number): boolean {
  let values = 0;
  let characters = 0;
  const visit = (value: unknown, level: number): boolean => {
    if (++values > MAX_VALUES || level > MAX_LEVELS) return false;
    switch (typeof value) {
      case 'string':
        characters += value.length;
        return characters <= maxCharacters;
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
  const visitItems = (items: readonly unknown[], level: number): boolean =>
    Object.keys(items).length === items.length && items.every((item) => visit(item, level + 1));
  const visitProperties = (value: object, level: number): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    return Object.entries(value).every(([key, item]) => visit(key, level + 1) && visit(item, level + 1));
  };
  return visit(root, 0);
}
