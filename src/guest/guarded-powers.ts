import type { ByteText } from '../bridge/byte-text.ts';
import type { GuestPowers } from './powers.ts';

/**
 * The powers, each behind a fence: what one throws is an error of the outer realm (a stack overflow makes any call
 * throw one), and must not be seen by a program, which could climb from it to the outer realm's `Function`.
 * Whatever comes back is let in only if it is the primitive it should be.
 */
export function guardPowers(powers: GuestPowers): GuestPowers {
  // Taken apart once: the record itself is an object of the outer realm.
  const { realm, post, evaluate, now, setTimer, clearTimer, requestTurn, randomBytes, parseUrl } = powers;
  const { byteText, carriesBuffers } = powers;
  let lastTime = 0;
  return {
    realm: realm === 'node' ? 'node' : 'bare',
    carriesBuffers: carriesBuffers === true,
    post(text, buffers) {
      try {
        return post(text, buffers) !== false;
      } catch {
        return false;
      }
    },
    evaluate: (script) => text(() => evaluate(script)),
    now() {
      // A clock that cannot be read stands still: a log entry must not be from before the run.
      try {
        const time: unknown = now();
        if (typeof time === 'number' && time > lastTime) lastTime = time;
      } catch {}
      return lastTime;
    },
    setTimer: (id, delayMs) => quietly(() => setTimer(id, delayMs)),
    clearTimer: (id) => quietly(() => clearTimer(id)),
    requestTurn: () => quietly(() => requestTurn()),
    randomBytes: (count) => text(() => randomBytes(count)),
    parseUrl: (input, base, property, value) => text(() => parseUrl(input, base, property, value)),
    ...(byteText && { byteText: guardByteText(byteText) }),
  };
}

function guardByteText({ toText, toBytes }: ByteText): ByteText {
  const guarded: ByteText = {
    toText: (buffer, offset, length) => text(() => toText(buffer, offset, length)),
  };
  if (toBytes === undefined) return guarded;
  return {
    ...guarded,
    toBytes(characters, buffer) {
      try {
        return toBytes(characters, buffer) === true;
      } catch {
        return false;
      }
    },
  };
}

function quietly(power: () => void): void {
  try {
    power();
  } catch {}
}

function text(power: () => string): string {
  let result: unknown = '';
  try {
    result = power();
  } catch {}
  return typeof result === 'string' ? result : '';
}
