/** Reads a property of anything, by whatever means a program gave it; `undefined` when that throws. */
export function read(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** The same, for what has to be a string. */
export function readString(value: unknown, key: PropertyKey): string | undefined {
  const text = read(value, key);
  return typeof text === 'string' ? text : undefined;
}
