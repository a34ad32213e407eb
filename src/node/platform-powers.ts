import { type GuestHandle, type GuestPowers, URL_COMPONENTS } from '../guest/powers.ts';
import { byteText } from './byte-text.ts';

type PlatformPowers = Omit<GuestPowers, 'realm' | 'evaluate' | 'post'>;

/** The powers that any JavaScript platform has, from Node's. `guest` is asked for when a power has to wake it. */
export function platformPowers(guest: () => GuestHandle): PlatformPowers {
  const timers = new Map<number, NodeJS.Timeout>();
  // Node makes the clock of a thread, and its turns, when they are first asked for, which takes as long as a short run.
  performance.now();
  setImmediate(() => {});
  return {
    now: () => performance.now(),
    setTimer(id, delayMs) {
      const fire = (): void => {
        timers.delete(id);
        guest().timer(id);
      };
      timers.set(id, setTimeout(fire, delayMs));
    },
    clearTimer(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    requestTurn() {
      setImmediate(() => guest().turn());
    },
    randomBytes: (count) => process.getBuiltinModule('node:crypto').randomBytes(count).toString('latin1'),
    parseUrl(input, base, property, value) {
      if (!URL.canParse(input, base)) return '';
      const url = new URL(input, base);
      if (property !== undefined) Reflect.set(url, property, value);
      return JSON.stringify(URL_COMPONENTS.map((name) => url[name]));
    },
    byteText,
  };
}
