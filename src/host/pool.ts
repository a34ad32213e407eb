import { parseGuestFrame } from '../bridge/parse-frame.ts';
import { CodeRuntimeError } from '../seam/errors.ts';
import type { Clock } from './clock.ts';
import type { Substrate } from './substrate.ts';

/** How long after one was taken a new spare is booted, in ms: long enough to stay out of the way of a short run. */
const REFILL_DELAY_MS = 25;

/** How long disposal waits for substrates to exit, in ms, before it reports them as leaked. */
const EXIT_BOUND_MS = 10_000;

/** How long a guest may take to greet, in ms: one that never does must not hold a run for ever. */
const BOOT_BOUND_MS = 30_000;

/** The longest greeting: `[["ready"]]` and a line feed. */
const READY_FRAME_CHARACTERS = 12;

/** Boots substrates, some of them ahead of need; every one is handed out once. */
export class Pool {
  readonly #boot: () => Promise<Substrate>;
  readonly #size: number;
  readonly #clock: Clock;
  readonly #spares = new Set<Promise<Substrate>>();
  readonly #booting = new Set<Promise<Substrate>>();
  readonly #alive = new Set<Substrate>();
  #cancelRefill: (() => void) | undefined;
  #closed = false;

  constructor(boot: () => Promise<Substrate>, size: number, clock: Clock) {
    this.#boot = boot;
    this.#size = size;
    this.#clock = clock;
  }

  /**
   * Hands out a substrate whose guest listens.
   * @throws whatever kept it from booting.
   */
  async take(): Promise<Substrate> {
    for (const spare of this.#spares) {
      this.#spares.delete(spare);
      this.refill(REFILL_DELAY_MS);
      // A spare may have failed to boot long ago, for a reason that is gone by now.
      const substrate = await spare.catch(() => undefined);
      if (substrate && (await this.#isAlive(substrate))) return substrate;
    }
    this.refill(REFILL_DELAY_MS);
    return this.#bootReady();
  }

  /** Boots the missing spares after a delay; a refill that was due before is replaced. */
  refill(delayMs: number): void {
    this.#cancelRefill?.();
    if (this.#closed) return;
    this.#cancelRefill = this.#clock.after(delayMs, () => {
      while (this.#spares.size < this.#size && !this.#closed) this.#addSpare();
    });
  }

  /** Stops everything that is left and waits until it has exited. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelRefill?.();
    const exited = this.#stopAll().then(() => true);
    let cancel = (): void => {};
    const bound = new Promise<boolean>((resolve) => {
      cancel = this.#clock.after(EXIT_BOUND_MS, () => resolve(false));
    });
    const quiet = await Promise.race([exited, bound]);
    cancel();
    if (quiet) return;
    const message = `${this.#alive.size} workers did not exit within ${EXIT_BOUND_MS} ms and were left running`;
    throw new CodeRuntimeError('leaked', message);
  }

  /** Stops what runs, and what is still on its way to run. */
  async #stopAll(): Promise<void> {
    const alive = [...this.#alive];
    await Promise.all(alive.map((substrate) => substrate.stop()));
    await Promise.all(alive.map((substrate) => substrate.exited));
    await Promise.allSettled(this.#booting);
  }

  async #isAlive(substrate: Substrate): Promise<boolean> {
    if (substrate.isAlive && !(await substrate.isAlive())) await substrate.stop();
    return this.#alive.has(substrate);
  }

  #addSpare(): void {
    const spare = this.#bootReady();
    this.#spares.add(spare);
    spare.then(
      (substrate) => substrate.exited.then(() => this.#spares.delete(spare)),
      () => this.#spares.delete(spare),
    );
  }

  #bootReady(): Promise<Substrate> {
    const booting = this.#bootAndGreet();
    this.#booting.add(booting);
    const booted = (): void => void this.#booting.delete(booting);
    booting.then(booted, booted);
    return booting;
  }

  /** Waits for the guest's greeting: a frame sent before the guest listens would be lost. */
  async #bootAndGreet(): Promise<Substrate> {
    const substrate = await this.#boot();
    if (this.#closed) {
      await substrate.stop();
      await substrate.exited;
      throw new Error('The runtime was disposed');
    }
    this.#alive.add(substrate);
    substrate.exited.then(() => this.#alive.delete(substrate));
    const { endpoint } = substrate;
    let cancel = (): void => {};
    const greeted = new Promise<void>((resolve, reject) => {
      cancel = this.#clock.after(BOOT_BOUND_MS, () =>
        reject(new Error(`its guest did not greet within ${BOOT_BOUND_MS} ms`)),
      );
      const onMessage = ({ data }: { data: unknown }): void => {
        endpoint.removeEventListener('message', onMessage);
        const messages = parseGuestFrame(data, READY_FRAME_CHARACTERS);
        if (messages?.length === 1 && messages[0]?.tag === 'ready') return resolve();
        reject(new Error('its guest did not greet as it should'));
      };
      endpoint.addEventListener('message', onMessage);
      endpoint.start?.();
      substrate.exited.then(() => reject(new Error('it was stopped before its guest greeted')));
      substrate.onEnd((end) =>
        reject(new Error(end.cause === 'exited' ? end.detail : `${end.budget} expired`)),
      );
    });
    try {
      await greeted;
    } catch (error) {
      substrate.stop();
      throw error;
    } finally {
      cancel();
    }
    return substrate;
  }
}
