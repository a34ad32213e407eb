import { mapDelete, mapGet, mapSet, mapSize, mathMin, reflectApply } from '../bridge/intrinsics.ts';
import type { GuestPowers } from './powers.ts';

/** The longest delay that timers of the platforms keep; what is longer waits that long, rather than not at all. */
const MAX_DELAY = 2_147_483_647;

interface Timer {
  readonly callback: (...args: unknown[]) => unknown;
  readonly args: unknown[];
  readonly every: number | undefined;
}

/** `setTimeout` and its kin, alike everywhere: ids are numbers, callbacks are functions, delays are clamped. */
export class Timers {
  readonly #powers: Pick<GuestPowers, 'setTimer' | 'clearTimer'>;
  readonly #onUncaught: (error: unknown) => void;
  readonly #onCleared: () => void;
  readonly #active = new Map<number, Timer>();
  #lastId = 0;

  constructor(
    powers: Pick<GuestPowers, 'setTimer' | 'clearTimer'>,
    listeners: { readonly onUncaught: (error: unknown) => void; readonly onCleared: () => void },
  ) {
    this.#powers = powers;
    this.#onUncaught = listeners.onUncaught;
    this.#onCleared = listeners.onCleared;
  }

  get pending(): number {
    return mapSize(this.#active);
  }

  globals() {
    const set = (
      name: string,
      repeat: boolean,
      callback: unknown,
      delay: unknown,
      args: unknown[],
    ): number => {
      if (typeof callback !== 'function') {
        throw new TypeError(`Expected the callback of ${name} to be a function, got ${typeof callback}`);
      }
      const ms = clampDelay(delay, repeat ? 1 : 0);
      const id = ++this.#lastId;
      mapSet(this.#active, id, {
        callback: callback as Timer['callback'],
        args,
        every: repeat ? ms : undefined,
      });
      this.#powers.setTimer(id, ms);
      return id;
    };
    const clear = (id?: unknown): void => {
      if (!mapDelete(this.#active, Number(id))) return;
      this.#powers.clearTimer(Number(id));
      this.#onCleared();
    };
    return {
      setTimeout: (callback?: unknown, delay?: unknown, ...args: unknown[]) =>
        set('setTimeout', false, callback, delay, args),
      setInterval: (callback?: unknown, delay?: unknown, ...args: unknown[]) =>
        set('setInterval', true, callback, delay, args),
      clearTimeout: (id?: unknown) => clear(id),
      clearInterval: (id?: unknown) => clear(id),
    };
  }

  /** The platform's timer went off. */
  fire(id: number): void {
    const timer = mapGet(this.#active, id);
    if (timer === undefined) return;
    if (timer.every === undefined) mapDelete(this.#active, id);
    else this.#powers.setTimer(id, timer.every);
    try {
      reflectApply(timer.callback, undefined, timer.args);
    } catch (error) {
      this.#onUncaught(error);
    }
  }
}

function clampDelay(delay: unknown, least: number): number {
  const ms = Number(delay);
  if (!(ms >= least)) return least;
  return mathMin(ms, MAX_DELAY);
}
