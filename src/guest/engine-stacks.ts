import {
  captureGetter,
  defineData,
  defineProperty,
  ErrorConstructor,
  errorIsError,
  getOwnPropertyDescriptor,
  type List,
  NativeProxy,
  objectToString,
  reflectApply,
  reflectConstruct,
  reflectDeleteProperty,
  setPrototypeOf,
  stringIndexOf,
  weakMapGet,
  weakMapSet,
} from '../bridge/intrinsics.ts';
import { parseStack, type ScriptPlace, scriptOf } from './parse-stack.ts';
import { defineGlobal } from './realm.ts';

const SUBCLASSES = [
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
] as const;

type ErrorClass = new (...args: unknown[]) => object;
type Capture = (target: object, constructorOpt?: unknown) => void;

const nativeStack = captureGetter(ErrorConstructor.prototype, 'stack');
/** Where the engine says on an error, beside its stack, in which script it was made. A host's own data is enumerable. */
const PLACES = nativeStack ? ['fileName', 'lineNumber', 'columnNumber'] : ['line', 'column', 'sourceURL'];

const nativeCapture = (ErrorConstructor as { captureStackTrace?: Capture }).captureStackTrace;

/**
 * Whether the engine asks `Error.prepareStackTrace` what a stack shall look like. Only V8 does; elsewhere a stack is a
 * text of the engine's own, which has to be parsed.
 */
export function enginePreparesStacks(): boolean {
  let asked = false;
  const prepare = (): string => {
    asked = true;
    return '';
  };
  defineProperty(ErrorConstructor, 'prepareStackTrace', { value: prepare, configurable: true });
  void new ErrorConstructor().stack;
  reflectDeleteProperty(ErrorConstructor, 'prepareStackTrace');
  return asked;
}

/**
 * The stacks of an engine that writes them itself, and what a program sees in their place: `describe` makes it of an
 * error. In Firefox the stack is an accessor that all errors inherit, and is replaced. In WebKit it is an own property of
 * each error, written when the error is made: those that the program or the guest constructs are relieved of it, and so
 * is every error that the guest comes to see, but nothing can be done about one that the engine throws and the program
 * catches.
 */
export class EngineStacks {
  /** Whether the places in them are the ends of expressions: WebKit's are. */
  readonly pointsBehind = nativeStack === undefined;

  /** The guest's own script, as the engine calls it. */
  readonly #guest = scriptOf(new ErrorConstructor().stack ?? '');
  readonly #raw = new WeakMap<object, string>();
  readonly #describe: (error: object) => string;
  readonly #adopt: (target: object, raw: string) => void;

  /** @param adopt gives an object the stack that the engine's text tells of. */
  constructor(describe: (error: object) => string, adopt: (target: object, raw: string) => void) {
    this.#describe = describe;
    this.#adopt = adopt;
  }

  /** Replaces what shows stacks in this realm. Returns what the global `Error` now is. */
  install(): object {
    const { prototype } = ErrorConstructor;
    defineProperty(prototype, 'stack', { ...this.#accessor(), enumerable: false, configurable: true });
    defineData(ErrorConstructor, 'captureStackTrace', this.#capture(), false);
    const Wrapped = this.#wrap(ErrorConstructor as ErrorClass);
    for (let index = 0; index < SUBCLASSES.length; index++) {
      const name = SUBCLASSES[index]!;
      const Native = globalThis[name] as ErrorClass;
      setPrototypeOf(Native, Wrapped);
      defineGlobal(name, this.#wrap(Native));
    }
    return Wrapped;
  }

  /** The engine's own text for an error; `undefined` for what is none, or has none. */
  rawOf(error: object): string | undefined {
    try {
      const kept = weakMapGet(this.#raw, error);
      if (kept !== undefined) return kept;
      if (nativeStack !== undefined) return text(nativeStack(error));
      return isError(error) ? weakMapGet(this.#raw, this.relieve(error)) : undefined;
    } catch {
      // A trap of a proxy, or no stack left.
      return undefined;
    }
  }

  parse(raw: string): List<ScriptPlace> {
    return parseStack(raw, this.#guest);
  }

  /** Takes from an error what the engine wrote on it. */
  relieve<Type extends object>(error: Type): Type {
    if (nativeStack === undefined) {
      if (!isHidden(error, 'sourceURL')) return error;
      const raw = text(getOwnPropertyDescriptor(error, 'stack')?.value);
      // Otherwise it is a text of the program's own.
      if (raw === undefined || stringIndexOf(raw, '@') < 0) return error;
      weakMapSet(this.#raw, error, raw);
      reflectDeleteProperty(error, 'stack');
    }
    for (let index = 0; index < PLACES.length; index++) {
      if (isHidden(error, PLACES[index]!)) reflectDeleteProperty(error, PLACES[index]!);
    }
    return error;
  }

  #accessor() {
    const describe = this.#describe;
    const rawOf = (error: object): string | undefined => this.rawOf(error);
    return {
      get(this: unknown): string | undefined {
        return isObject(this) && rawOf(this) !== undefined ? describe(this) : undefined;
      },
      set(this: unknown, value: unknown): void {
        if (isObject(this)) defineData(this, 'stack', value, false);
      },
    };
  }

  #capture(): Capture {
    return (target, constructorOpt) => {
      if (!isObject(target))
        throw new TypeError(`Expected an object to give a stack to, got ${typeof target}`);
      const holder: { stack?: unknown } = {};
      if (nativeCapture) reflectApply(nativeCapture, ErrorConstructor, [holder, constructorOpt]);
      this.#adopt(target, text(holder.stack) ?? '');
    };
  }

  #wrap(Native: ErrorClass): ErrorClass {
    const handler: ProxyHandler<ErrorClass> = {
      apply: (target, _self, args) => this.relieve(reflectConstruct(target, args) as object),
      construct: (target, args, newTarget) =>
        this.relieve(reflectConstruct(target, args, newTarget) as object),
    };
    // Without a prototype: a trap that a program plants on Object.prototype is no trap of this one.
    const Wrapped = new NativeProxy(Native, setPrototypeOf(handler, null) as ProxyHandler<ErrorClass>);
    defineData(Native.prototype as object, 'constructor', Wrapped, false);
    return Wrapped;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isHidden(error: object, key: string): boolean {
  return getOwnPropertyDescriptor(error, key)?.enumerable === false;
}

function isError(value: object): boolean {
  return errorIsError ? errorIsError(value) : objectToString(value) === '[object Error]';
}
