import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeValue, encodeValue } from '../../src/bridge/codec.ts';
import { anyValue } from './fixtures/codec-arbitrary.ts';
import { difference } from './fixtures/codec-same.ts';
import { bytesOf, decoded, MIB, options, textOf } from './fixtures/codec-use.ts';

const runs = { seed: 20_260_101, numRuns: 1_500 };

/** Decodes what may be anything; what comes out must be a value that can be encoded, or is refused in good order. */
function survive(text: string): void {
  const decoding = decodeValue(text);
  if (decoding.outcome === 'malformed') return;
  const encoding = encodeValue(decoding.value, options);
  if (encoding.outcome !== 'encoded') return;
  expect(difference(decoding.value, decoded(encoding.text))).toBe('');
}

describe('any value', () => {
  it('arrives as a structured clone of it would', () => {
    fc.assert(
      fc.property(anyValue(false), (value) => {
        expect(difference(structuredClone(value), decoded(textOf(value)))).toBe('');
      }),
      runs,
    );
  });

  it('arrives as it was, errors and their data included', () => {
    fc.assert(
      fc.property(anyValue(true), (value) => {
        expect(difference(value, decoded(textOf(value)))).toBe('');
      }),
      runs,
    );
  });

  it('needs exactly the bytes that it is said to need', () => {
    fc.assert(
      fc.property(anyValue(true), (value) => {
        const encoding = encodeValue(value, options);
        if (encoding.outcome !== 'encoded') throw new Error(encoding.message);
        const bytes = bytesOf(encoding.text);
        expect(encodeValue(value, { ...options, maxBytes: bytes })).toEqual(encoding);
        expect(encodeValue(value, { ...options, maxBytes: bytes - 1 }).outcome).toBe('too-large');
      }),
      runs,
    );
  });

  it('is written the same way when what arrived is sent back', () => {
    fc.assert(
      fc.property(anyValue(true), (value) => {
        const text = textOf(value);
        expect(textOf(decoded(text))).toBe(text);
      }),
      runs,
    );
  });
});

describe('any text', () => {
  const tokens = [
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    ':',
    '0',
    '1',
    '-1',
    '[0]',
    '[1]',
    '[-5]',
    '"a"',
    '"m"',
    '"s"',
    '"d"',
    '"r"',
  ];
  const more = [
    '"p"',
    '"e"',
    '"b"',
    '"v"',
    'null',
    '["0x1"]',
    '"Uint8Array"',
    '"__proto__":',
    '4294967295',
    '1e999',
    '\xff',
  ];
  const token = fc.constantFrom(...tokens, ...more);

  it('is decoded or malformed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(token).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'J', 'X'), text, (format, rest) => {
        survive(format + rest);
        survive(`X${rest.length}:${rest}`);
        survive(`X${rest.length + 4}:[[0]${rest}]`);
      }),
      runs,
    );
  });

  it('is decoded or malformed when it was a value once', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(6),
      put: fc.oneof(token, fc.constant('')),
    });
    fc.assert(
      fc.property(
        anyValue(true),
        anyValue(true),
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        (value, other, edits) => {
          let text = textOf(value);
          for (const { at, cut, put } of edits) {
            const from = Math.floor(at * text.length);
            text = text.slice(0, from) + put + text.slice(from + cut);
          }
          survive(text);
          // The same with a header of the length that it says it has.
          const body = text.slice(text.indexOf(':') + 1);
          survive(`X${Math.max(1, body.lastIndexOf(']') + 1)}:${body}`);
          const from = Math.floor((edits[0]?.at ?? 0) * text.length);
          survive(textOf(value).slice(0, from));
          survive(textOf(value).slice(0, from) + textOf(other).slice(from));
        },
      ),
      runs,
    );
  });
});

describe('the memory that a text takes', () => {
  const nodes = (count: number, node: string): string => {
    const items = Array.from({ length: count }, (_, index) => `[${index + 1}]`).join();
    const header = `[[0],["a",${count},[${items}]]${`,${node}`.repeat(count)}]`;
    return `X${header.length}:${header}`;
  };
  it.each([
    '["a",4294967295,[]]',
    '["a",4294967295,[],"4294967294",1]',
    '["a",1000,[]]',
    '["a",1024,[],"1023",1]',
    '["a",500,[1]]',
    '["a",33554433,[]]',
    '["m"]',
    '["s"]',
    '["d",0]',
    '["p",1]',
    '["b",0]',
    '["e","Error","",0]',
    '["e","Other",null,0]',
    '{}',
  ])('is in proportion to it: %s', (node) => {
    const text = nodes(10_000, node);
    const before = process.memoryUsage();
    const value = decoded(text) as unknown[];
    const after = process.memoryUsage();
    expect(value.length).toBe(10_000);
    const taken = after.heapUsed + after.external - before.heapUsed - before.external;
    expect(taken).toBeLessThan(60 * text.length + 4 * MIB);
  });

  it('is none for buffers that announce more than there is', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const length of ['1e9', '4294967296', '9007199254740991', '-1', '0.5', '"8"', '8']) {
      const header = `[[0],["b",${length}]]`;
      expect(decodeValue(`X${header.length}:${header}1234567`).outcome).toBe('malformed');
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
  });
});
