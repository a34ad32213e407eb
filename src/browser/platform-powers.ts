import {
  append,
  arrayJoin,
  jsonStringify,
  list,
  MapConstructor,
  mapDelete,
  mapGet,
  mapSet,
  reflectSet,
  stringFromCharCode,
} from '../bridge/intrinsics.ts';
import { type GuestHandle, type GuestPowers, URL_COMPONENTS } from '../guest/powers.ts';
import { createByteText } from './byte-text.ts';

type PlatformPowers = Omit<GuestPowers, 'realm' | 'evaluate' | 'post'>;

/**
 * The powers that any JavaScript platform has, from a worker's. `guest` is asked for when a power has to wake it.
 *
 * They live in the program's own realm, so they hold on to what the guest takes away, and use nothing that a program
 * can reach: the methods of the platform's objects it cannot, since it never sees one.
 */
export function platformPowers(guest: () => GuestHandle): PlatformPowers {
  const { setTimeout, clearTimeout, performance, crypto, URL: PlatformURL, Uint8Array: Bytes } = globalThis;
  const timers = new MapConstructor<number, number>();
  const { port1: here, port2: there } = new MessageChannel();
  let hops = 0;
  here.onmessage = () => {
    if (--hops > 0) there.postMessage(0);
    else guest().turn();
  };
  return {
    now: () => performance.now(),
    setTimer(id, delayMs) {
      const fire = (): void => {
        mapDelete(timers, id);
        guest().timer(id);
      };
      mapSet(timers, id, setTimeout(fire, delayMs) as unknown as number);
    },
    clearTimer(id) {
      clearTimeout(mapGet(timers, id));
      mapDelete(timers, id);
    },
    requestTurn() {
      // Two: what the platform tells about rejections is queued when the turn that asks is over, behind the first.
      hops = 2;
      there.postMessage(0);
    },
    randomBytes(count) {
      const bytes = crypto.getRandomValues(new Bytes(count));
      let text = '';
      for (let index = 0; index < count; index++) text += stringFromCharCode(bytes[index]!);
      return text;
    },
    parseUrl(input, base, property, value) {
      if (!PlatformURL.canParse(input, base)) return '';
      const url = new PlatformURL(input, base);
      if (property !== undefined) reflectSet(url, property, value);
      const components = list<string>();
      for (let index = 0; index < URL_COMPONENTS.length; index++) {
        append(components, jsonStringify(url[URL_COMPONENTS[index]!]));
      }
      return `[${arrayJoin(components, ',')}]`;
    },
    byteText: createByteText(),
  };
}
