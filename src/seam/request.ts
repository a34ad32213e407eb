import { describeValue } from './describe-value.ts';
import { LIMITS } from './limits.ts';
import { isPortableName, PORTABLE_NAME } from './names.ts';
import { unknownFields } from './nearest-names.ts';
import type {
  AbortSignalLike,
  CodeBindingErrorClass,
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeLogEntry,
  CodeRunRequest,
} from './types.ts';

const LIST_SHAPE = '[{ global: "shop", functions: { price() { … } } }]';

/** A request that was checked, and copied so that later changes by the caller change nothing. */
export interface ValidRequest {
  readonly program: string;
  readonly namespaces: readonly ValidNamespace[];
  readonly signal: AbortSignalLike | undefined;
  /** Sees each log entry as it arrives, if the caller wants to. */
  readonly onLog: ((entry: CodeLogEntry) => void) | undefined;
}

/** A namespace of a request that was checked. */
export interface ValidNamespace {
  readonly global: string;
  readonly members: readonly string[];
  /** The host functions, index for index with `members`, bound to the object they came from. */
  readonly functions: readonly ((...args: unknown[]) => unknown)[];
  readonly errorClass: CodeBindingErrorClass | undefined;
}

/**
 * The one validator of requests: every backend calls it, so misuse reads the same everywhere.
 * @throws TypeError that names the field.
 */
export function validateRequest(request: CodeRunRequest): ValidRequest {
  if (!isObject(request))
    throw new TypeError(`Expected a run request { program, bindings }, got ${describeValue(request)}`);
  refuseUnknown(request, 'the run request', ['program', 'bindings', 'signal', 'onLog'], limitAdvice);
  const {
    program,
    bindings = [],
    signal,
    onLog,
  } = request as {
    readonly [Field in keyof CodeRunRequest]: unknown;
  };
  if (typeof program !== 'string')
    throw new TypeError(`Expected "program" to be a string, got ${describeValue(program)}`);
  if (!Array.isArray(bindings))
    throw new TypeError(
      `Expected "bindings" to be an array of namespaces, as in ${LIST_SHAPE}, got ${describeValue(bindings)}`,
    );
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw new TypeError(`Expected "signal" to be an AbortSignal, got ${describeValue(signal)}`);
  }
  if (onLog !== undefined && typeof onLog !== 'function') {
    throw new TypeError(`Expected "onLog" to be a function, got ${describeValue(onLog)}`);
  }
  const taken = new Map<string, string>();
  return {
    program,
    // Array.from, unlike map, visits the holes of a sparse array, which are as wrong as any other missing namespace.
    namespaces: Array.from(bindings, (namespace, index) =>
      validNamespace(namespace, `bindings[${index}]`, taken),
    ),
    signal,
    onLog: onLog as ValidRequest['onLog'],
  };
}

function validNamespace(namespace: unknown, field: string, taken: Map<string, string>): ValidNamespace {
  if (!isObject(namespace))
    throw new TypeError(
      `Expected "${field}" to be a namespace { global, functions }, got ${describeValue(namespace)}`,
    );
  refuseUnknown(namespace, `"${field}"`, ['global', 'functions', 'errorClass'], functionAdvice);
  const { global, functions, errorClass } = namespace as {
    readonly [Field in keyof CodeBindingNamespace]: unknown;
  };
  const name = claimName(global, `${field}.global`, taken);
  if (!isObject(functions)) {
    throw new TypeError(
      `Expected "${field}.functions" to be an object of functions, got ${describeValue(functions)}`,
    );
  }
  const members = Object.keys(functions);
  if (members.length === 0 && isClassInstance(functions)) {
    throw new TypeError(
      `Expected "${field}.functions" to have functions of its own: methods of a class are not found`,
    );
  }
  return {
    global: name,
    members,
    functions: members.map((member) => validFunction(functions, member, `${field}.functions`)),
    errorClass:
      errorClass === undefined ? undefined : validErrorClass(errorClass, `${field}.errorClass`, taken),
  };
}

function validFunction(functions: object, member: string, field: string): (...args: unknown[]) => unknown {
  const value: unknown = read(functions, member, field);
  if (typeof value !== 'function') {
    throw new TypeError(
      `Expected "${field}[${JSON.stringify(member)}]" to be a function, got ${describeValue(value)}`,
    );
  }
  // Not `bind`: a function may lack it.
  return (...args) => Reflect.apply(value as CodeBindingFunction, functions, args);
}

function read(functions: object, member: string, field: string): unknown {
  try {
    return Reflect.get(functions, member);
  } catch (cause) {
    throw new TypeError(
      `Expected "${field}[${JSON.stringify(member)}]" to be a function, got an accessor that throws`,
      { cause },
    );
  }
}

function validErrorClass(
  errorClass: unknown,
  field: string,
  taken: Map<string, string>,
): CodeBindingErrorClass {
  if (!isObject(errorClass))
    throw new TypeError(
      `Expected "${field}" to be { name, memberNameProperty }, got ${describeValue(errorClass)}`,
    );
  refuseUnknown(errorClass, `"${field}"`, ['name', 'memberNameProperty']);
  const { name, memberNameProperty } = errorClass as {
    readonly [Field in keyof CodeBindingErrorClass]: unknown;
  };
  const claimed = claimName(name, `${field}.name`, taken);
  if (typeof memberNameProperty !== 'string' || memberNameProperty === '') {
    const got = describeValue(memberNameProperty);
    throw new TypeError(
      `Expected "${field}.memberNameProperty" to be a string that is not empty, got ${got}`,
    );
  }
  return { name: claimed, memberNameProperty };
}

function claimName(name: unknown, field: string, taken: Map<string, string>): string {
  if (typeof name !== 'string')
    throw new TypeError(`Expected "${field}" to be a string, got ${describeValue(name)}`);
  if (!isPortableName(name)) {
    const problem = PORTABLE_NAME.test(name)
      ? 'is a reserved word or the name of a builtin'
      : `must match ${PORTABLE_NAME.source}`;
    throw new TypeError(`Invalid "${field}": "${name}" ${problem}`);
  }
  const other = taken.get(name);
  if (other !== undefined)
    throw new TypeError(`Invalid "${field}": "${name}" is already the name of "${other}"`);
  taken.set(name, field);
  return name;
}

/** A field that nobody reads is a mistake: of spelling, or of place, which `adviceFor` knows. */
function refuseUnknown(
  value: object,
  where: string,
  known: readonly string[],
  adviceFor: (field: string, value: unknown) => string | undefined = () => undefined,
): void {
  const problem = unknownFields(value, known, ` in ${where}`);
  if (problem === undefined) return;
  const advice = Object.entries(value)
    .filter(([field]) => !known.includes(field))
    .map(([field, given]) => adviceFor(field, given))
    .find((each) => each !== undefined);
  throw new TypeError(`U${problem.slice(1)}${advice === undefined ? '' : `; ${advice}`}`);
}

function limitAdvice(field: string): string | undefined {
  return Object.hasOwn(LIMITS, field) || /time|limit|deadline|memory|ms$/i.test(field)
    ? "limits are options of the runtime's constructor, and signal: AbortSignal.timeout(ms) ends one run"
    : undefined;
}

function functionAdvice(field: string, value: unknown): string | undefined {
  return typeof value === 'function' ? `put ${JSON.stringify(field)} under "functions"` : undefined;
}

function isClassInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By behaviour, not by class: a signal of another realm, or of a polyfill, is a signal. */
function isAbortSignal(value: unknown): value is AbortSignalLike {
  if (!isObject(value)) return false;
  const signal = value as { readonly [Field in keyof AbortSignalLike]: unknown };
  return (
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function'
  );
}
