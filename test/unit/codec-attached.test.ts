import { describe, expect, it } from 'vitest';
import { ATTACHED_BYTES } from '../../src/bridge/codec/wire.ts';
import { type Buffers, decodeValue, encodeValue } from '../../src/bridge/codec.ts';
import { difference } from './fixtures/codec-same.ts';
import { options } from './fixtures/codec-use.ts';

const large = (seed: number): Uint8Array =>
  Uint8Array.from({ length: ATTACHED_BYTES }, (_, index) => index * seed);

function attach(value: unknown): { readonly text: string; readonly buffers: Buffers } {
  const encoding = encodeValue(value, { ...options, attaches: true });
  if (encoding.outcome !== 'encoded') throw new Error(encoding.message);
  return encoding;
}

function outcome(text: string, buffers: unknown): string {
  return decodeValue(text, undefined, buffers as Buffers).outcome;
}

describe('a large buffer beside the text', () => {
  it('is a copy of the bytes that are shown, and becomes the value as it is', () => {
    const pool = large(3);
    const view = new Uint8Array(pool.buffer, 0, ATTACHED_BYTES);
    const { text, buffers } = attach({ view, other: pool.buffer });
    expect(text.length).toBeLessThan(100);
    pool.fill(0);
    const decoding = decodeValue(text, undefined, buffers);
    if (decoding.outcome !== 'decoded') throw new Error('Malformed');
    const value = decoding.value as { view: Uint8Array; other: ArrayBuffer };
    expect(value.view.buffer).toBe(buffers?.[0]);
    expect(value.other).toBe(buffers?.[0]);
    expect(difference(value.view, large(3))).toBe('');
  });

  it('is never one that was moved already, whatever is resized meanwhile', () => {
    const buffer: ArrayBuffer & { resize?: (length: number) => void } = Reflect.construct(ArrayBuffer, [
      2 * ATTACHED_BYTES,
      { maxByteLength: 4 * ATTACHED_BYTES },
    ]);
    const shrinking = {
      get size() {
        buffer.resize?.(ATTACHED_BYTES);
        return 0;
      },
    };
    // Of a Set each member is read when its turn comes.
    const value = new Set<unknown>([new Uint8Array(buffer, 0, ATTACHED_BYTES), shrinking, buffer]);
    const encoding = encodeValue(value, { ...options, attaches: true, moves: true });
    const carried = encoding.outcome === 'encoded' ? Array.from(encoding.buffers ?? []) : [];
    expect(carried.filter(({ byteLength }) => byteLength !== ATTACHED_BYTES)).toEqual([]);
  });

  it('stands beside small ones, which stay in the text', () => {
    const value = [new Uint8Array([1, 2]), large(5), new Uint8Array([3]).buffer, large(7), 'Ω'];
    const { text, buffers } = attach(value);
    expect(buffers?.length).toBe(2);
    const decoding = decodeValue(text, undefined, buffers);
    expect(difference(decoding.outcome === 'decoded' && decoding.value, value)).toBe('');
  });

  it('is moved out of a value that is given away, where the engine can, and not before its parts are copied', () => {
    const whole = large(3);
    const encoding = encodeValue([whole, whole.subarray(7)], { ...options, attaches: true, moves: true });
    if (encoding.outcome !== 'encoded') throw new Error(encoding.message);
    const decoding = decodeValue(encoding.text, undefined, encoding.buffers);
    const expected = [large(3), large(3).slice(7)];
    expect(difference(decoding.outcome === 'decoded' && decoding.value, expected)).toBe('');
    const moves = 'transferToFixedLength' in ArrayBuffer.prototype;
    expect(whole.length).toBe(moves ? 0 : ATTACHED_BYTES);
  });

  it('counts toward the size of the value', () => {
    const most = (maxBytes: number) =>
      encodeValue(large(3), { ...options, attaches: true, maxBytes }).outcome;
    expect(most(ATTACHED_BYTES + 100)).toBe('encoded');
    expect(most(ATTACHED_BYTES)).toBe('too-large');
  });

  it('is in the text where it cannot be attached', () => {
    const encoding = encodeValue(large(3), options);
    expect(encoding.outcome === 'encoded' && encoding.buffers).toBeUndefined();
    expect(encoding.outcome === 'encoded' && encoding.text.length).toBeGreaterThan(ATTACHED_BYTES);
  });
});

describe('a text that does not fit its buffers is malformed', () => {
  const { text, buffers } = attach([large(3), large(5)]);
  const [first, second] = Array.from(buffers!);
  const header = (json: string): string => `X${json.length}:${json}`;

  it.each<[string, string, unknown]>([
    ['none', text, undefined],
    ['one too few', text, [first]],
    ['one too many', text, [first, second, first]],
    ['out of order', text.replace('["t",0]', '["t",2]'), buffers],
    ['named twice', text.replace('["t",1]', '["t",0]'), buffers],
    ['beyond the last', header('[[0],["t",1]]'), [first]],
    ['by no number', header('[[0],["t","0"]]'), [first]],
    ['with more to it', header('[[0],["t",0,0]]'), [first]],
    ['beside what has no table', 'J1', [first]],
    ['beside a string', 'Sx', [first]],
    [
      'of a length that its view cannot have',
      header('[[0],["v","Float64Array",[1]],["t",0]]'),
      [new ArrayBuffer(9)],
    ],
  ])('%s', (_, broken, given) => {
    expect(outcome(broken, given)).toBe('malformed');
  });

  it('and is not when it does', () => {
    expect(outcome(text, buffers)).toBe('decoded');
  });
});
