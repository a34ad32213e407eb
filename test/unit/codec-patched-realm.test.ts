import { types } from 'node:util';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { CodecFixture } from './fixtures/codec-entry.ts';
import script from './fixtures/codec-entry.ts?script';
import { PATCHES, PRELUDE } from './fixtures/codec-patches.ts';
import { difference } from './fixtures/codec-same.ts';
import { decoded, MIB, textOf } from './fixtures/codec-use.ts';
import { CROSSING } from './fixtures/codec-values.ts';

const VALUES = CROSSING.filter(({ name }) => !name.startsWith('a deep')).map(
  ({ name, make, expected = make }) => ({
    name,
    text: textOf(make()),
    expected: expected(),
  }),
);

const GLOBALS =
  'Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((key) => [key, globalThis[key]]))';

/** A realm that has the codec, with all values made by its own builtins, before a program patches it. */
function patchedRealm(patch: string) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY as unknown as vm.Context);
  vm.runInContext(script, context);
  const there = vm.runInContext('fixture', context) as CodecFixture;
  const realm = { ...(vm.runInContext(GLOBALS, context) as object) };
  const values = VALUES.map(({ text }) => (there.decodeValue(text) as { value?: unknown }).value);
  vm.runInContext(`${PRELUDE}\n${patch}`, context);
  return { there, realm, values };
}

/** Nothing of a patched realm may reach an assertion: to print it would run its traps here. */
function problems(check: (index: number) => string): string[] {
  return VALUES.flatMap(({ name }, index) => {
    try {
      const problem = check(index);
      return problem === '' ? [] : [`${name}: ${problem}`];
    } catch (error) {
      const stack = types.isNativeError(error) && Object.getOwnPropertyDescriptor(error, 'stack')?.value;
      return [`${name} threw ${typeof stack === 'string' ? stack : typeof error}`];
    }
  });
}

const everything = Object.values(PATCHES).map((patch) => `try { ${patch} } catch {}`);
const patches: [string, string][] = [...Object.entries(PATCHES), ['everything', everything.join('\n')]];

describe.each(patches)('in a realm whose program patched %s', (_name, patch) => {
  const { there, realm, values } = patchedRealm(patch);

  it('decodes there what was encoded here', () => {
    const found = problems((index) => {
      const decoding = there.decodeValue(VALUES[index]!.text);
      const value = Object.getOwnPropertyDescriptor(decoding, 'value');
      return value ? difference(VALUES[index]!.expected, value.value, realm) : 'malformed';
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['without', {}],
    ['with', { isProxy: types.isProxy }],
  ])('encodes there what is decoded here, %s a test for proxies', (_name, more) => {
    const found = problems((index) => {
      const encoding = there.encodeValue(values[index], { root: 'value', maxBytes: 64 * MIB, ...more });
      if (encoding.outcome !== 'encoded') return encoding.message;
      return difference(VALUES[index]!.expected, decoded(encoding.text));
    });
    expect(found).toEqual([]);
  });

  it('refuses there what does not cross, and decodes nothing from what is no text of a codec', () => {
    for (const value of [() => {}, { a: Symbol() }, [Promise.resolve()]]) {
      expect(`${there.encodeValue(value, { root: 'value', maxBytes: MIB }).outcome}`).toBe('uncloneable');
    }
    for (const text of ['', 'J', 'J{', 'X', 'X3:[0', 'X7:[[0],1]', 'X15:[[0],["r","(",""]]']) {
      expect(`${text} ${there.decodeValue(text).outcome}`).toBe(`${text} malformed`);
    }
  });
});
