import {
  functionToString,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  toStringTag,
} from '../../bridge/intrinsics.ts';
import { stringStartsWith } from '../builtins.ts';
import type { Surroundings } from './context.ts';
import { findData, functionName } from './prototypes.ts';
import { cut } from './text.ts';

/** Longest function name that is printed. */
const MAX_NAME = 200;

/** `[Function: name]`, `[class Name extends Other]`. */
export function functionText(
  value: object,
  className: string | null,
  tag: string,
  surroundings: Surroundings,
): string {
  const shownTag = tag === '' ? '' : ` [${tag}]`;
  const name = cut(functionName(value), MAX_NAME);
  if (isClass(value)) {
    const ownClass = className === null || className === 'Function' ? '' : ` [${className}]`;
    return `[class ${name || '(anonymous)'}${ownClass}${shownTag}${heritage(value, className, surroundings)}]`;
  }
  const type = functionType(value, surroundings);
  const lost = className === null ? ' (null prototype)' : '';
  const ownClass = className === null || className === type ? '' : ` ${className}`;
  return `[${type}${lost}${name === '' ? ' (anonymous)' : `: ${name}`}]${ownClass}${tag === type ? '' : shownTag}`;
}

/** The source alone could be that of a method called `class`. */
function isClass(value: object): boolean {
  return (
    getOwnPropertyDescriptor(value, 'prototype')?.writable === false &&
    stringStartsWith(functionToString(value), 'class')
  );
}

function heritage(value: object, className: string | null, { isProxy }: Surroundings): string {
  if (className === null) return ' extends [null prototype]';
  const parent = getPrototypeOf(value) as object | null;
  const name = parent === null || isProxy(parent) ? '' : functionName(parent);
  return name === '' ? '' : ` extends ${cut(name, MAX_NAME)}`;
}

function functionType(value: object, surroundings: Surroundings): string {
  const tag = findData(value, toStringTag, surroundings);
  const special = tag === 'AsyncFunction' || tag === 'GeneratorFunction' || tag === 'AsyncGeneratorFunction';
  return special ? tag : 'Function';
}
