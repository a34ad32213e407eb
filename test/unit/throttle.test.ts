import { expect, it } from 'vitest';
import { Throttle } from '../../src/browser/throttle.ts';

/** Sends over a clock that moves by a microsecond whenever it is looked at; says how long each frame took, in ms. */
class Sender {
  now = 0;
  sent = 0;
  readonly throttle = new Throttle(
    () => void this.sent++,
    () => {
      this.now += 0.001;
      return this.now;
    },
  );

  send(frames: number): number {
    const before = this.now;
    for (let left = frames; left > 0; left--) this.throttle.send('frame');
    return this.now - before;
  }
}

it('lets a burst through without a look at the clock', () => {
  const sender = new Sender();
  expect(sender.send(2_000)).toBe(0);
  expect(sender.sent).toBe(2_000);
});

it('slows what comes after a burst down to 4 frames a millisecond, and drops none', () => {
  const sender = new Sender();
  sender.send(2_000);
  expect(sender.send(400)).toBeCloseTo(100, 0);
  expect(sender.sent).toBe(2_400);
});

it('saves up for a burst, and no more, however long nothing is sent', () => {
  const sender = new Sender();
  sender.send(2_000);
  sender.now += 1e6;
  expect(sender.send(2_000)).toBeLessThan(0.01);
  expect(sender.send(4)).toBeGreaterThan(0.9);
});

it('never slows frames down of which each is answered', () => {
  const sender = new Sender();
  let spent = 0;
  for (let left = 10_000; left > 0; left--) {
    spent += sender.send(1);
    sender.throttle.answered();
  }
  expect(spent).toBe(0);
});

it('takes answers for no more than a burst', () => {
  const sender = new Sender();
  for (let left = 10_000; left > 0; left--) sender.throttle.answered();
  sender.send(2_000);
  expect(sender.send(4)).toBeGreaterThan(0.9);
});
