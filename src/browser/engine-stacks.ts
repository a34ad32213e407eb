/**
 * Whether the guest decides what the stack of an error says. WebKit writes it on each error when it is thrown, as a
 * property that nothing can intercept, beside the address of the script.
 */
export function engineLeavesStacksAlone(): boolean {
  try {
    Reflect.get(undefined as unknown as object, '');
  } catch (error) {
    return !Object.hasOwn(error as object, 'sourceURL');
  }
  return true;
}
