import {
  append,
  defineData,
  ErrorConstructor,
  getOwnPropertyDescriptor,
  list,
} from '../bridge/intrinsics.ts';
import type { RunManifest } from '../bridge/protocol.ts';
import { defineGlobal } from './realm.ts';

type ErrorClass = new (message?: string, options?: ErrorOptions) => Error;

/** What an error carries over when it becomes an instance of a namespace's error class. */
const CARRIED = ['cause', 'errors', 'code', 'data'] as const;

/** The error classes that the bindings declare, and the errors made from what host functions threw. */
export class BindingErrors {
  readonly #manifest: RunManifest;
  readonly #classes = list<ErrorClass | undefined>();

  constructor(manifest: RunManifest) {
    this.#manifest = manifest;
    for (let index = 0; index < manifest.namespaces.length; index++) {
      const declared = manifest.namespaces[index]!.errorClass;
      append(this.#classes, declared && makeErrorClass(declared.name));
    }
  }

  /** The error that a call rejects with; `decoded` is what the host sent, rebuilt in this realm. */
  make(namespace: number, member: number, decoded: unknown): Error {
    const error =
      decoded instanceof ErrorConstructor ? decoded : new ErrorConstructor('The host function failed');
    const Class = this.#classes[namespace];
    const { members, errorClass } = this.#manifest.namespaces[namespace]!;
    if (Class === undefined || errorClass === undefined) return error;
    const instance = new Class(error.message);
    // A name that says no more than "Error" gives way to that of the class.
    if (error.name !== 'Error') defineData(instance, 'name', error.name, false);
    for (let index = 0; index < CARRIED.length; index++) {
      const descriptor = getOwnPropertyDescriptor(error, CARRIED[index]!);
      if (descriptor) defineData(instance, CARRIED[index]!, descriptor.value, descriptor.enumerable === true);
    }
    defineData(instance, errorClass.memberNameProperty, members[member]);
    return instance;
  }

  /** The error that the call of a member that is not there throws: it is caught like that of any other call. */
  missing(namespace: number, member: string, message: string): Error {
    const Class = this.#classes[namespace];
    const { errorClass } = this.#manifest.namespaces[namespace]!;
    if (Class === undefined || errorClass === undefined) return new TypeError(message);
    const instance = new Class(message);
    defineData(instance, 'name', 'TypeError', false);
    defineData(instance, errorClass.memberNameProperty, member);
    return instance;
  }
}

function makeErrorClass(name: string): ErrorClass {
  // The global one: it may not be the engine's own any more.
  const Class = class extends Error {};
  defineData(Class, 'name', name, false);
  defineData(Class.prototype, 'name', name, false);
  defineGlobal(name, Class);
  return Class;
}
