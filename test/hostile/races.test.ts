/**
 * What can end a run, in every order. The precedence is that of arrival: the first that reaches the host is the outcome,
 * and whatever comes after it changes nothing.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { CodeRunResult } from '../../src/index.ts';
import { ControlledRuntime, type Puppet } from './controlled.ts';

interface Race {
  readonly puppet: Puppet;
  readonly abort: AbortController;
  readonly runtime: ControlledRuntime;
  readonly reply: (value: unknown) => void;
}

const EVENTS: Readonly<Record<string, { readonly outcome: string; readonly act: (race: Race) => void }>> = {
  completion: { outcome: 'value 7', act: ({ puppet }) => puppet.send('[["done",2]]\nJ7') },
  failure: { outcome: 'exception', act: ({ puppet }) => puppet.send('[["fail",0,4,1,1]]\noops') },
  abort: { outcome: 'abort', act: ({ abort }) => abort.abort('enough') },
  timeout: { outcome: 'timeout', act: ({ puppet }) => puppet.end({ cause: 'expired', budget: 'computeMs' }) },
  'memory exhausted': {
    outcome: 'worker-exit',
    act: ({ puppet }) => puppet.end({ cause: 'expired', budget: 'maxMemoryMb' }),
  },
  death: { outcome: 'worker-exit', act: ({ puppet }) => puppet.end({ cause: 'exited', detail: 'it died' }) },
  violation: { outcome: 'worker-exit', act: ({ puppet }) => puppet.send('junk') },
  disposal: { outcome: 'abort', act: ({ runtime }) => void runtime.dispose() },
  'a late reply': { outcome: '', act: ({ reply }) => reply(1) },
};

const names = Object.keys(EVENTS);

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

function outcomeOf({ error, ...result }: CodeRunResult): string {
  return error?.kind ?? ('value' in result ? `value ${result.value}` : 'no value');
}

/** Lets the events happen in one turn, or one a turn; returns the outcome, and what was called after it. */
async function race(
  order: readonly string[],
  apart: boolean,
): Promise<{ outcome: string; callsAfter: number }> {
  let reply: (value: unknown) => void = () => {};
  let calls = 0;
  let settlements = 0;
  const functions = {
    slow: () => {
      calls++;
      return new Promise((resolve) => {
        reply = resolve;
      });
    },
  };
  const abort = new AbortController();
  let begin: (puppet: Puppet) => void = () => {};
  const begun = new Promise<Puppet>((resolve) => {
    begin = resolve;
  });
  const runtime = new ControlledRuntime(begin);
  const bindings = [{ global: 'tools', functions }];
  const running = runtime.run({ program: 'x', bindings, signal: abort.signal });
  running.then(() => settlements++);
  const puppet = await begun;
  puppet.send('[["call",0,0,0,3]]\nJ[]');
  expect(calls).toBe(1);
  for (const name of order) {
    EVENTS[name]!.act({ puppet, abort, runtime, reply });
    if (apart) await new Promise((resolve) => setImmediate(resolve));
  }
  const result = await running;
  puppet.send('[["call",1,0,0,3]]\nJ[]');
  await runtime.dispose();
  expect(settlements).toBe(1);
  expect(puppet.stopped).toBe(true);
  return { outcome: outcomeOf(result), callsAfter: calls - 1 };
}

describe.each([
  ['in one turn', false],
  ['a turn apart', true],
])('%s', (_how, apart) => {
  const ending = names.filter((name) => EVENTS[name]!.outcome !== '');

  test.each(ending.flatMap((first) => names.filter((then) => then !== first).map((then) => [first, then])))(
    '%s before %s',
    async (first, then) => {
      const expected = { outcome: EVENTS[first]!.outcome, callsAfter: 0 };
      expect(await race([first, then], apart)).toEqual(expected);
      // And with everything else on top.
      const others = names.filter((name) => name !== first && name !== then);
      expect(await race([first, then, ...others], apart)).toEqual(expected);
      expect(await race(['a late reply', first, then, ...others.reverse()], apart)).toEqual(expected);
    },
  );
});
