import { parseGuestFrame } from '../bridge/parse-frame.ts';
import { CodeRuntimeError } from '../seam/errors.ts';
import type { Clock } from './clock.ts';
import type { Substrate } from './substrate.ts';

/** How long after one was taken a new spare is booted, in ms: long enough to stay out of the way of a short run. */
const REFILL_DELAY_MS = 25;

/**
 * How long disposal waits for substrates to exit, in ms, before it reports them as leaked: of time, and where it is told,
 * of CPU time of this process as well, since on a busy machine all takes longer.
 */
const EXIT_BOUND_MS = 10_000;

/** How long it waits at most, however busy the machine is, in ms. */
const LAST_EXIT_BOUND_MS = 60_000;
const EXIT_CHECK_MS = 500;

/** How long a guest may take to greet, in ms: one that never does must not hold a run for ever. */
const BOOT_BOUND_MS = 30_000;

/** The longest greeting: `[["ready"]]` and a line feed. */
const READY_FRAME_CHARACTERS = 12;

/** A substrate that ended before its guest could greet: for no fault of a program, and maybe of nobody. */
class EndedAtBoot extends Error {}

/** Boots substrates, some of them ahead of need; every one is handed out once. */
export class Pool {
  readonly #boot: () => Promise<Substrate>;
  readonly #size: number;
  readonly #clock: Clock;
  readonly #cpuMs: (() => number) | undefined;
  readonly #spares = new Set<Promise<Substrate>>();
  readonly #booting = new Set<Promise<Substrate>>();
  readonly #alive = new Set<Substrate>();
  #cancelRefill: (() => void) | undefined;
  #closed = false;

  constructor(
    boot: () => Promise<Substrate>,
    { size, clock, cpuMs }: { size: number; clock: Clock; cpuMs: (() => number) | undefined },
  ) {
    this.#cpuMs = cpuMs;
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
    return this.#bootReady().catch((error) => {
      // What shares a process with it may have taken it along.
      if (!(error instanceof EndedAtBoot) || this.#closed) throw error;
      return this.#bootReady();
    });
  }

  /** Takes back what `take` promised, and nobody has used. */
  giveBack(taking: Promise<Substrate>): void {
    taking.then(
      (substrate) => {
        if (this.#closed || this.#spares.size >= this.#size) substrate.stop();
        else this.#keep(taking);
      },
      () => {},
    );
  }

  /** Boots the missing spares after a delay; a refill that was due before is replaced. */
  refill(delayMs: number): void {
    this.#cancelRefill?.();
    if (this.#closed) return;
    this.#cancelRefill = this.#clock.after(delayMs, () => {
      while (this.#spares.size < this.#size && !this.#closed) this.#keep(this.#bootReady());
    });
  }

  /** Stops everything that is left and waits until it has exited. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelRefill?.();
    const exited = this.#stopAll().then(() => true);
    const { bound, cancel } = this.#patience();
    const quiet = await Promise.race([exited, bound]);
    cancel();
    if (quiet) return;
    const message = `Workers that did not exit when they were stopped, and were left running: ${this.#alive.size}`;
    throw new CodeRuntimeError('leaked', message);
  }

  /** Resolves to false when there is no point in waiting for an exit any longer. */
  #patience(): { readonly bound: Promise<false>; readonly cancel: () => void } {
    const start = this.#clock.now();
    const cpuStart = this.#cpuMs?.() ?? Number.NEGATIVE_INFINITY;
    let cancel = (): void => {};
    const bound = new Promise<false>((resolve) => {
      const check = (): void => {
        const elapsed = this.#clock.now() - start;
        const cpu = (this.#cpuMs?.() ?? 0) - cpuStart;
        if (elapsed >= LAST_EXIT_BOUND_MS || Math.min(elapsed, cpu) >= EXIT_BOUND_MS) resolve(false);
        else cancel = this.#clock.after(EXIT_CHECK_MS, check);
      };
      check();
    });
    return { bound, cancel: () => cancel() };
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

  #keep(spare: Promise<Substrate>): void {
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
        reject(new EndedAtBoot(end.cause === 'exited' ? end.detail : `${end.budget} expired`)),
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
