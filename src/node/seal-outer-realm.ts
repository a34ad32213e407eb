const ERRORS = [
  Error,
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

const FUNCTIONS = [() => {}, async () => {}, function* () {}, async function* () {}];

/**
 * Makes an error of this realm worthless to whoever gets hold of one. The platform itself can be made to throw one into
 * the program's realm (its stack formatter at the end of the stack, its bookkeeping of promises), where nothing of ours
 * stands in between. So errors lead nowhere from here on: no prototype with anything on it, no function constructor.
 * To be called last, when nothing on this side reads the name of an error any more.
 */
export function sealOuterRealm(): void {
  const stack = Object.getOwnPropertyDescriptor(new Error(), 'stack');
  for (const accessor of [stack?.get, stack?.set]) {
    if (accessor) Object.freeze(Object.setPrototypeOf(accessor, null));
  }
  for (const { prototype } of ERRORS) {
    for (const key of Reflect.ownKeys(prototype)) Reflect.deleteProperty(prototype, key);
    Object.freeze(Object.setPrototypeOf(prototype, null));
  }
  for (const example of FUNCTIONS) Reflect.deleteProperty(Object.getPrototypeOf(example), 'constructor');
}
