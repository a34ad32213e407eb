import { afterEach, describe, expect, test } from 'vitest';
import { encodeValue } from '../../src/bridge/codec.ts';
import { ControlledRuntime } from './controlled.ts';
import { type Script, ScriptedRuntime } from './scripted.ts';

const done = (value: unknown): string => withText('["done",#]', encode(value));
const call = (id: unknown, namespace: unknown, member: unknown, args: unknown = []): string =>
  withText(`["call",${id},${namespace},${member},#]`, encode(args));

function withText(message: string, text: string): string {
  return `[${message.replace('#', String(text.length))}]\n${text}`;
}

function encode(value: unknown): string {
  const encoding = encodeValue(value, { root: 'value', maxBytes: 1e9 });
  if (encoding.outcome !== 'encoded') throw new Error(encoding.message);
  return encoding.text;
}

/** A value that is one buffer beside its text. */
const ATTACHED = 'X13:[[0],["t",0]]';

const withBuffers = (count: string, text: string): string => withText(`["done",#,${count}]`, text);

/** Newer than the language that this is compiled for. */
function growable(): ArrayBuffer {
  return Reflect.construct(ArrayBuffer, [8, { maxByteLength: 16 }]);
}

/** Two calls, each with the same buffer for its argument. */
function sharedByTwo(): unknown[] {
  const list = 'X27:[[0],["a",1,[[1]]],["t",0]]';
  const buffer = new ArrayBuffer(8);
  const fields = [1, 2].map((id) => `["call",${id},0,0,${list.length},1]`);
  return [`[${fields}]\n${list}${list}`, buffer, buffer];
}

let calls: unknown[][] = [];
afterEach(() => {
  calls = [];
});

const bindings = [
  {
    global: 'tools',
    functions: { note: (...args: unknown[]) => calls.push(args), never: () => new Promise(() => {}) },
  },
];

async function play(...scripts: Script[]) {
  const runtime = new ScriptedRuntime(scripts);
  const results = [];
  for (let run = scripts.length; run > 0; run--)
    results.push(await runtime.run({ program: 'return 1', bindings }));
  await runtime.dispose();
  return results;
}

const junk: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 7],
  ['an object', { type: 'done', value: 1 }],
  ['an array', ['done', 1]],
  ['a buffer', new Uint8Array(8)],
  ['an empty string', ''],
  ['a string without a line feed', '[["done",-1]]'],
  ['a header that is no JSON', '[["done",-1]\n'],
  ['a header that is no list', '{"0":["done",-1]}\n'],
  ['an empty header', '[]\n'],
  ['a message that is no list', '["done"]\n'],
  ['an empty message', '[[]]\n'],
  ['an unknown tag', '[["zzz"]]\n'],
  ['a tag of a prototype', '[["constructor"]]\n'],
  ['a message of the other direction', '[["resolve",1,0]]\n'],
  ['too few fields', '[["done"]]\n'],
  ['too many fields', '[["done",-1,0]]\n'],
  ['a length beyond the frame', '[["done",99]]\nJ1'],
  ['a negative length', '[["done",-2]]\nJ1'],
  ['a length that is no number', '[["done","2"]]\nJ1'],
  ['a fractional length', '[["done",1.5]]\nJ1'],
  ['text that nobody claims', '[["done",2]]\nJ1J1'],
  ['a second greeting', '[["ready"]]\n'],
  ['an unknown log level', '[["log",9,0,0]]\n'],
  ['a negative log time', '[["log",1,-1,0]]\n'],
  ['a failure without a message', '[["fail",0,0,1,1]]\n'],
  ['a failure of a kind that is not the guest its own', '[["fail",7,1,1,1]]\nx'],
  ['a receipt for nothing', '[["taken",5]]\n'],
  ['a malformed completion value', '[["done",1]]\n?'],
  ['a call of a namespace that does not exist', call(1, 1, 0)],
  ['a call of a member that does not exist', call(1, 0, 2)],
  ['a call by name', call(1, 0, '"note"')],
  ['a call with an id that is too large', call(2 ** 60, 0, 0)],
  ['a call with a fractional id', call(0.5, 0, 0)],
  ['a call without arguments', '[["call",1,0,0]]\n'],
  ['a call whose arguments are no list', call(1, 0, 0, { length: 1 })],
  ['a call whose arguments do not decode', withText('["call",1,0,0,#]', 'J[1')],
  ['an empty list', []],
  ['a text in a list of its own', ['[["done",-1]]\n']],
  ['a buffer that nobody claims', ['[["done",-1]]\n', new ArrayBuffer(8)]],
  ['a message that claims no buffer', [withBuffers('0', encode(1)), new ArrayBuffer(8)]],
  ['a message that claims more buffers than there are', [withBuffers('2', ATTACHED), new ArrayBuffer(8)]],
  ['a message that claims buffers by no number', [withBuffers('"1"', ATTACHED), new ArrayBuffer(8)]],
  ['a claim without any buffer', withBuffers('1', ATTACHED)],
  ['a value that refers to none of its buffers', [withBuffers('1', encode(1)), new ArrayBuffer(8)]],
  ['shared memory', [withBuffers('1', ATTACHED), new SharedArrayBuffer(8)]],
  ['a buffer that may grow', [withBuffers('1', ATTACHED), growable()]],
  ['a view in place of a buffer', [withBuffers('1', ATTACHED), new Uint8Array(8)]],
  ['an object in place of a buffer', [withBuffers('1', ATTACHED), { byteLength: 8 }]],
  ['a hole in place of a buffer', Object.assign(new Array(2), [withBuffers('1', ATTACHED)])],
  ['a buffer that is listed twice', sharedByTwo()],
  ['a list with more to it', Object.assign([withBuffers('1', ATTACHED), new ArrayBuffer(8)], { more: 1 })],
  ['a buffer in place of the text', [new ArrayBuffer(8), withBuffers('1', ATTACHED)]],
  ['buffers of 200 MB', [withBuffers('1', ATTACHED), new ArrayBuffer(200e6)]],
  ['a frame of 200 MB', `[["log",1,0,200000000]]\n${'x'.repeat(200_000_000)}`],
];

describe('one bad frame ends the run', () => {
  test.each(junk)('%s', async (_name, frame) => {
    const [broken, next] = await play(
      ({ send }) => {
        send(frame);
        // What follows a bad frame is never looked at.
        send(call(7, 0, 0, ['late']));
        send(done('late'));
      },
      ({ send }) => send(done('next')),
    );
    expect(broken?.error?.kind).toBe('worker-exit');
    expect(broken?.error?.message).toContain('broke the protocol');
    expect(calls).toEqual([]);
    expect(next?.value).toBe('next');
  });
});

test('buffers beside a text become the value, and arguments', async () => {
  const [result] = await play(({ send }) => {
    const list = 'X27:[[0],["a",1,[[1]]],["t",0]]';
    send([withText('["call",1,0,0,#,1]', list), new Uint8Array([1, 2]).buffer]);
    send([withBuffers('1', ATTACHED), new Uint8Array([3]).buffer]);
  });
  expect(calls).toEqual([[new Uint8Array([1, 2]).buffer]]);
  expect(result?.value).toEqual(new Uint8Array([3]).buffer);
});

describe('a run settles once', () => {
  test('a second completion is dropped', async () => {
    const [result] = await play(({ send }) => {
      send(done(1));
      send(done(2));
      send('[["fail",0,1,0,0]]\nx');
    });
    expect(result?.value).toBe(1);
  });

  test('calls after completion are not made, in the same frame or in later ones', async () => {
    const args = encode([1]);
    const [result] = await play(({ send }) => {
      const late = Array.from({ length: 1_000 }, (_, index) => call(index + 2, 0, 0, ['late']));
      send(`[["call",1,0,0,${args.length}],["done",-1],["call",2,0,0,${args.length}]]\n${args}${args}`);
      for (const frame of late) send(frame);
    });
    expect(result?.error).toBeUndefined();
    expect(calls).toEqual([[1]]);
    expect(result?.usage.calls.started).toBe(1);
  });

  test('logs after completion are dropped', async () => {
    const [result] = await play(({ send }) => {
      send('[["done",-1]]\n');
      send('[["log",1,0,4]]\nlate');
    });
    expect(result?.logs).toEqual([]);
  });
});

describe('caps that the guest should keep are kept by the host', () => {
  test('a reused call id ends the run', async () => {
    const [result] = await play(({ send }) => {
      send(call(5, 0, 0));
      send(call(5, 0, 0));
    });
    expect(result?.error?.kind).toBe('worker-exit');
    expect(calls).toHaveLength(1);
  });

  test('ids may have gaps', async () => {
    const [result] = await play(({ send }) => {
      send(call(3, 0, 0, ['a']));
      send(call(900, 0, 0, ['b']));
      send(done(1));
    });
    expect(result?.value).toBe(1);
    expect(calls).toEqual([['a'], ['b']]);
  });

  test('more pending calls than allowed end the run', async () => {
    const [result] = await play(({ send }) => {
      for (let id = 1; id <= 51; id++) send(call(id, 0, 1));
    });
    expect(result?.error?.kind).toBe('worker-exit');
    expect(result?.error?.message).toContain('maxPendingCalls');
  });

  test.each([
    ['arguments', call(1, 0, 0, ['x'.repeat(3_000_000)])],
    ['a completion value', done('x'.repeat(3_000_000))],
    ['a buffer', [withBuffers('1', ATTACHED), new ArrayBuffer(3_000_000)]],
  ])('%s larger than a value may be end the run', async (_what, frame) => {
    const [result] = await play(({ send }) => send(frame));
    expect(result?.error?.kind).toBe('worker-exit');
    expect(result?.error?.message).toContain('larger than maxValueBytes');
    expect(calls).toEqual([]);
  });

  test('a flood of logs is cut at the cap, and counted', async () => {
    const [result] = await play(({ send }) => {
      for (let entry = 0; entry < 5_000; entry++) send('[["log",1,0,10]]\n0123456789');
      send(done(1));
    });
    expect(result?.value).toBe(1);
    expect(result?.logs.join('').length).toBeLessThan(1_100);
    // The last entry says how many there were.
    expect(result?.usage.logs.dropped).toBe(5_000 - (result!.logs.length - 1));
  });
});

test('a guest that does not greet makes the run unavailable', async () => {
  const runtime = new ScriptedRuntime([], '[["done",-1]]\n');
  const result = await runtime.run({ program: 'return 1', bindings });
  expect(result.error?.kind).toBe('unavailable');
  await runtime.dispose();
});

test('a worker that ends before its guest greets is replaced once, and then the run is unavailable', async () => {
  let boots = 0;
  const runtime = new ControlledRuntime(
    (puppet) => puppet.send('[["done",2]]\nJ7'),
    {},
    (puppet) => {
      boots += 1;
      if (boots !== 2) puppet.end({ cause: 'exited', detail: 'it was taken along' });
    },
  );
  const run = () => runtime.run({ program: 'return 7', bindings: [] });
  expect((await run()).value).toBe(7);
  expect(boots).toBe(2);
  expect((await run()).error).toEqual({
    kind: 'unavailable',
    message: 'The worker could not be started: it was taken along',
  });
  expect(boots).toBe(4);
  await runtime.dispose();
});

test('a guest that takes no replies does not fill the memory of its host', async () => {
  const megabyte = 'x'.repeat(1_000_000);
  const runtime = new ScriptedRuntime([
    ({ send }) => {
      for (let id = 1; id <= 50; id++) send(call(id, 0, 0));
      setTimeout(() => send(done(1)), 200);
    },
  ]);
  const functions = { big: () => megabyte };
  const result = await runtime.run({ program: 'return 1', bindings: [{ global: 'tools', functions }] });
  expect(result.value).toBe(1);
  expect(result.usage.calls).toEqual({ started: 50, settled: 50 });
  const sent = runtime.replies.reduce((sum, frame) => sum + frame.length, 0);
  expect(sent).toBeGreaterThan(30_000_000);
  expect(sent).toBeLessThan(36_000_000);
  await runtime.dispose();
});
