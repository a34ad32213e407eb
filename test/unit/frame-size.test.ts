import { expect, test } from 'vitest';
import { Outbox } from '../../src/bridge/outbox.ts';
import { parseGuestFrame } from '../../src/bridge/parse-frame.ts';
import { HEADER_CHARACTERS } from '../../src/bridge/protocol.ts';

const MANY = 100 * 1024 * 1024;

function framesOf(texts: readonly string[]): string[] {
  const frames: string[] = [];
  const outbox = new Outbox((frame) => frames.push(frame));
  texts.forEach((args, id) => {
    outbox.add({ tag: 'call', id, namespace: 0, member: 0, args, buffers: undefined });
  });
  outbox.flush();
  return frames;
}

test('a host has no more than some hundreds of messages to handle in one go, and gets all of them in order', () => {
  const frames = framesOf(Array<string>(5_000).fill('J[]'));
  const parsed = frames.map((frame) => Array.from(parseGuestFrame(frame, MANY)!));
  expect(Math.max(...parsed.map(({ length }) => length))).toBeLessThan(1_500);
  expect(parsed.flat().map((message) => message.tag === 'call' && message.id)).toEqual([
    ...Array(5_000).keys(),
  ]);
});

test('a frame with a longer header than any sender makes is not part of the protocol', () => {
  const calls = (count: number): string => `[${Array(count).fill('["taken",0]').join(',')}]\n`;
  expect(parseGuestFrame(calls(1_000), MANY)).toHaveLength(1_000);
  expect(calls(2_000).length).toBeGreaterThan(HEADER_CHARACTERS);
  expect(parseGuestFrame(calls(2_000), MANY)).toBeUndefined();
});

test('a large text travels alone, so that a part of it keeps nothing else in memory', () => {
  const large = `S${'x'.repeat(300_000)}`;
  const frames = framesOf(['J[]', large, 'J[]']);
  expect(frames.map((frame) => parseGuestFrame(frame, MANY)?.length)).toEqual([1, 1, 1]);
});
