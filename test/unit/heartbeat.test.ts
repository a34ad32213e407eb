import { describe, expect, it } from 'vitest';
import { Heartbeat } from '../../src/host/heartbeat.ts';

const PACE = { busyMs: 8, idleMs: 16 };

/** A page and a worker on one clock that the test moves: what was seen, and when, is exact. */
class Scene {
  now = 0;
  readonly heartbeat: Heartbeat;
  /** Beats that the worker has not answered. */
  readonly beats: number[] = [];
  #last = 1_000;
  #timer: { at: number; callback: () => void } | undefined;

  constructor() {
    const clock = {
      now: () => this.now,
      after: (delayMs: number, callback: () => void) => {
        const timer = { at: this.now + delayMs, callback };
        this.#timer = timer;
        return () => {
          if (this.#timer === timer) this.#timer = undefined;
        };
      },
      soon: () => {},
    };
    this.heartbeat = new Heartbeat(
      (beat) => void this.beats.push(beat),
      () => ++this.#last,
      clock,
      PACE,
    );
    this.heartbeat.start();
  }

  /** Passes time in which the page is free and the worker answers nothing. */
  busy(ms: number): void {
    this.#pass(ms, () => {});
  }

  /** Passes time in which the page is free and the worker answers at once. */
  idle(ms: number): void {
    this.#pass(ms, () => {
      while (this.beats.length > 0) this.answer();
    });
  }

  /** Passes time in which the page gets to nothing: its timers are late. */
  stall(ms: number): void {
    this.now += ms;
  }

  answer(data: unknown = this.beats.shift(), ownMs = Number.POSITIVE_INFINITY): void {
    this.heartbeat.answered(data, ownMs);
  }

  #pass(ms: number, after: () => void): void {
    after();
    for (let left = ms; left > 0; left--) {
      this.now++;
      if (this.#timer && this.#timer.at <= this.now) {
        const { callback } = this.#timer;
        this.#timer = undefined;
        callback();
      }
      after();
    }
  }
}

function within(value: number, from: number, to: number): void {
  expect(value).toBeGreaterThanOrEqual(from);
  expect(value).toBeLessThanOrEqual(to);
}

describe('the heartbeat of a worker', () => {
  it('charges nothing for an idle worker', () => {
    const scene = new Scene();
    scene.idle(60_000);
    expect(scene.heartbeat.busyMs()).toBe(0);
  });

  it('charges a hot loop in full, while it runs', () => {
    const scene = new Scene();
    scene.idle(1_000);
    scene.busy(500);
    within(scene.heartbeat.busyMs(), 450, 500);
    scene.answer();
    within(scene.heartbeat.busyMs(), 450, 500);
  });

  it('charges a worker that is busy half of the time for about half of it', () => {
    const scene = new Scene();
    for (let turn = 0; turn < 100; turn++) {
      scene.busy(50);
      scene.idle(50);
    }
    within(scene.heartbeat.busyMs(), 4_000, 5_100);
  });

  it('charges nothing for a stall of the page while the worker is idle', () => {
    const scene = new Scene();
    for (let turn = 0; turn < 50; turn++) {
      scene.idle(100);
      // The beat is out, and its answer waits in the queue of a page that does not get to it.
      while (scene.beats.length === 0) scene.busy(1);
      scene.stall(5_000);
      scene.busy(1);
      scene.answer();
    }
    expect(scene.heartbeat.busyMs()).toBeLessThan(500);
  });

  it('believes no more than a second of a machine that slept', () => {
    const scene = new Scene();
    scene.busy(100);
    scene.stall(8 * 3_600_000);
    scene.busy(100);
    within(scene.heartbeat.busyMs(), 180, 1_400);
  });

  it('charges a hot loop in full for a page in the background, whose timers come once a second', () => {
    const scene = new Scene();
    scene.busy(20);
    for (let second = 0; second < 10; second++) {
      scene.stall(990);
      scene.busy(10);
    }
    within(scene.heartbeat.busyMs(), 8_500, 10_100);
  });

  it('believes a worker of a busy machine that it was idle for a moment, and not for long', () => {
    const scene = new Scene();
    for (let turn = 0; turn < 100; turn++) {
      scene.idle(20);
      while (scene.beats.length === 0) scene.busy(1);
      scene.busy(15);
      scene.answer(scene.beats.shift(), 0);
    }
    expect(scene.heartbeat.busyMs()).toBe(0);
    while (scene.beats.length === 0) scene.busy(1);
    scene.busy(2_000);
    within(scene.heartbeat.busyMs(), 1_900, 2_100);
    scene.answer(scene.beats.shift(), 0);
    within(scene.heartbeat.busyMs(), 1_900, 2_100);
  });

  it('ignores numbers that are not out', () => {
    const scene = new Scene();
    scene.busy(200);
    scene.answer(0);
    scene.answer(1);
    scene.answer('x');
    scene.busy(200);
    within(scene.heartbeat.busyMs(), 350, 400);
  });

  it('tells for how long there was no answer', () => {
    const scene = new Scene();
    scene.idle(1_000);
    expect(scene.heartbeat.silentMs()).toBe(0);
    scene.busy(2_000);
    within(scene.heartbeat.silentMs(), 1_900, 2_000);
  });

  it('sends nothing once it is stopped', () => {
    const scene = new Scene();
    scene.heartbeat.stop();
    const sent = scene.beats.length;
    scene.busy(1_000);
    expect(scene.beats.length).toBe(sent);
  });
});
