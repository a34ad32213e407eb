/**
 * Both sides of the bridge against sequences of frames that no honest peer sends. `FUZZ_SEQUENCES` says how many (`npm run
 * fuzz`: 100 000); the seed is fixed, or `FUZZ_SEED`.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { GUEST_HOOK, GUEST_SCRIPT, type GuestHandle, type GuestPowers } from '../../src/host/index.ts';
import type { CodeBindingNamespace, CodeRunResult } from '../../src/index.ts';
import { bareRealm, platformPowers } from '../../src/node/parts.ts';
import { ControlledRuntime, type Puppet } from './controlled.ts';
import { replies, type Step, steps } from './frame-arbitraries.ts';

const numRuns = Number(process.env['FUZZ_SEQUENCES'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101);

const KINDS = ['exception', 'timeout', 'abort', 'worker-exit', 'invalid-output', 'output-limit'];

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

/** What a host function may throw to harm whoever looks at it. */
const hostileError = new Proxy(
  {},
  {
    get() {
      throw new Error('looked at');
    },
    ownKeys() {
      throw new Error('looked at');
    },
    getPrototypeOf() {
      throw new Error('looked at');
    },
  },
);

async function play(sequence: readonly Step[]): Promise<void> {
  const pending: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }[] = [];
  let settled = false;
  let callsAfter = 0;
  const call = (): Promise<unknown> => {
    if (settled) callsAfter++;
    return new Promise((resolve, reject) => pending.push({ resolve, reject }));
  };
  const bindings: CodeBindingNamespace[] = [
    { global: 'a', functions: { one: call, two: call } },
    { global: 'b', functions: { valueOf: call } },
  ];
  const abort = new AbortController();
  let begin: (puppet: Puppet) => void = () => {};
  const begun = new Promise<Puppet>((resolve) => {
    begin = resolve;
  });
  const runtime = new ControlledRuntime(begin, {
    maxPendingCalls: 20,
    maxLogBytes: 200,
    maxValueBytes: 10_000,
  });
  let settlements = 0;
  const running = runtime.run({ program: 'x', bindings, signal: abort.signal }).then((result) => {
    settled = true;
    settlements++;
    return result;
  });
  const puppet = await begun;
  for (const step of sequence) act(step);
  abort.abort();
  check(await running);
  // Late traffic of every kind.
  for (const step of sequence) act(step);
  for (const { resolve } of pending) resolve(1);
  await runtime.dispose();
  expect([settlements, callsAfter]).toEqual([1, 0]);

  function act(step: Step): void {
    if (step.step === 'frame') puppet.send(step.frame);
    if (step.step === 'abort') abort.abort();
    if (step.step === 'end') puppet.end({ cause: 'exited', detail: 'it died' });
    if (step.step !== 'settle') return;
    const target = pending[step.call];
    if (step.with === 'value') target?.resolve({ a: [1] });
    else target?.reject(step.with === 'error' ? new Error('no') : hostileError);
  }
}

function check(result: CodeRunResult): void {
  const { error, logs, usage } = result;
  if (error) {
    expect(KINDS).toContain(error.kind);
    expect(error.message.length).toBeGreaterThan(0);
    expect('value' in result).toBe(false);
  }
  expect(logs.every((text) => typeof text === 'string')).toBe(true);
  expect(usage.calls.settled).toBeLessThanOrEqual(usage.calls.started);
  expect(usage.calls.started).toBeLessThanOrEqual(1_000);
}

describe('the host', () => {
  test('gives every sequence of frames one outcome, and calls nothing after it', async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns, seed });
  });
});

/** A guest in a realm of this thread, which runs a program that waits for six calls and returns what became of them. */
function waitingGuest(): { guest: GuestHandle; sent: string[] } {
  const sent: string[] = [];
  const realm = bareRealm();
  const boot = realm.evaluateGuest(GUEST_SCRIPT, GUEST_HOOK) as (powers: GuestPowers) => GuestHandle;
  const guest = boot({
    realm: 'bare',
    evaluate: realm.evaluateProgram,
    post(frame) {
      sent.push(frame);
      return true;
    },
    ...platformPowers(() => guest),
  });
  const script = `__codeseam_program__(async function () { "use strict";
    const all = [0, 1, 2, 3, 4, 5].map((n) => tools.f(n).then(() => 'resolved', (e) => e instanceof Error));
    return (await Promise.all(all)).every((each) => each === 'resolved' || each === true) })`;
  const manifest = JSON.stringify({
    firstLine: 1,
    namespaces: [{ global: 'tools', members: ['f'] }],
    limits: { maxValueBytes: 10_000, maxLogBytes: 1_000, maxPendingCalls: 100 },
  });
  const texts = [manifest, script, script, ''];
  guest.receive(`[["run",${texts.map((text) => text.length)}]]\n${texts.join('')}`);
  return { guest, sent };
}

describe('the guest', () => {
  test('takes any reply, throws nothing, and a program that got all of its answers ends', async () => {
    const property = fc.asyncProperty(replies, async (frames) => {
      const { guest, sent } = waitingGuest();
      for (const frame of frames) guest.receive(frame);
      for (let id = 1; id <= 6; id++) guest.receive(`[["resolve",${id},2]]\nJ1`);
      for (let turn = 0; turn < 50 && !sent.at(-1)?.includes('"done"'); turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(sent.some((frame) => frame.includes('"done"'))).toBe(true);
      expect(sent.at(-1)).toContain('Jtrue');
    });
    await fc.assert(property, { numRuns: Math.ceil(numRuns / 20), seed });
  });
});
