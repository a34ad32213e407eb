import { defineProperty, freeze, NativeProxy, reflectGet, setPrototypeOf } from '../bridge/intrinsics.ts';
import type { RunManifest } from '../bridge/protocol.ts';
import { nearestNames } from '../seam/nearest-names.ts';

const { toPrimitive: TO_PRIMITIVE } = Symbol;

/** Sends one call to the host. */
export type SendCall = (namespace: number, member: number, args: unknown[]) => Promise<unknown>;

/** Makes the error that the call of a member that is not there throws. */
export type MissingMember = (namespace: number, member: string, message: string) => Error;

/** Makes the bindings' namespaces, as properties of the global. Members are defined, never assigned: any string is a name, `__proto__` included. */
export function defineNamespaces(
  target: object,
  namespaces: RunManifest['namespaces'],
  { send, missing }: { readonly send: SendCall; readonly missing: MissingMember },
): void {
  for (let index = 0; index < namespaces.length; index++) {
    const { global, members } = namespaces[index]!;
    const parts = { global, members, send, missing };
    defineFixed(target, global, makeNamespace(index, parts));
  }
}

interface NamespaceParts {
  readonly global: string;
  readonly members: readonly string[];
  readonly send: SendCall;
  readonly missing: MissingMember;
}

function makeNamespace(namespace: number, { global, members, send, missing }: NamespaceParts): object {
  const object: object = setPrototypeOf({}, null);
  for (let member = 0; member < members.length; member++) {
    const call = (...args: unknown[]): Promise<unknown> => send(namespace, member, args);
    defineProperty(call, 'name', { value: members[member], configurable: true });
    defineFixed(object, members[member]!, freeze(call));
  }
  freeze(object);
  const notPrimitive = (): never => {
    throw new TypeError(
      `${global} cannot be converted to a string or a number: it is an object of functions`,
    );
  };
  // Reading a member that is not there gives a function that throws when it is called: only so can the error name the
  // members that are. `in`, `Object.keys` and spread see the members alone.
  const handler: ProxyHandler<object> = setPrototypeOf(
    {
      get(target: object, key: PropertyKey) {
        if (key === TO_PRIMITIVE) return notPrimitive;
        const value: unknown = reflectGet(target, key);
        if (value !== undefined || typeof key === 'symbol' || isProbe(key)) return value;
        return () => {
          throw missing(namespace, key as string, missingMessage(global, key as string, members));
        };
      },
    },
    null,
  );
  return new NativeProxy(object, handler);
}

/** Names that the language and its libraries look up on any object, to find out what it is: absent is the answer. */
function isProbe(key: PropertyKey): boolean {
  return (
    key === 'then' ||
    key === 'toJSON' ||
    key === 'constructor' ||
    key === 'toString' ||
    key === 'valueOf' ||
    key === '__proto__'
  );
}

function missingMessage(global: string, key: string, members: readonly string[]): string {
  const nearest = nearestNames(key, members);
  const hint =
    nearest.length === 0
      ? `${global} has no members`
      : `the nearest member${nearest.length === 1 ? ' is' : 's are'} ${nearest.join(', ')}`;
  return `${global}[${JSON.stringify(key)}] is not a function: ${hint}`;
}

function defineFixed(target: object, key: string, value: unknown): void {
  defineProperty(target, key, { value, enumerable: true, writable: false, configurable: false });
}
