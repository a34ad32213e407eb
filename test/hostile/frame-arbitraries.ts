import fc from 'fast-check';
import { encodeValue } from '../../src/bridge/codec.ts';

/** What happens to a run, one step after the other. */
export type Step =
  | { readonly step: 'frame'; readonly frame: unknown }
  | { readonly step: 'settle'; readonly call: number; readonly with: 'value' | 'error' | 'hostile' }
  | { readonly step: 'turn' }
  | { readonly step: 'abort' }
  | { readonly step: 'end' };

function encoded(value: unknown): string {
  const encoding = encodeValue(value, { root: 'value', maxBytes: 1e6 });
  return encoding.outcome === 'encoded' ? encoding.text : 'Jnull';
}

function frameOf(messages: readonly (readonly [fields: readonly unknown[], text: string])[]): string {
  const header = messages.map(([fields, text]) => (text === '' ? fields : [...fields, text.length]));
  return `${JSON.stringify(header)}\n${messages.map(([, text]) => text).join('')}`;
}

type Message = readonly [fields: readonly unknown[], text: string];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, 1n, Number.NaN, new Map([[1, 2]])),
);

/** Messages as an honest guest sends them, in any order, with ids that are mostly new. */
const message: fc.Arbitrary<Message> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(40), fc.nat(1), fc.nat(2), fc.array(value, { maxLength: 3 }))
      .map(([id, namespace, member, args]) => [['call', id, namespace, member], encoded(args)] as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(4), fc.nat(9_000), fc.string({ minLength: 1 }))
      .map(([level, time, text]) => [['log', level, time], text] as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(9), fc.nat(900))
      .map(([entries, bytes]) => [['dropped', entries, bytes], ''] as const),
  },
  { weight: 1, arbitrary: fc.nat(99).map((characters) => [['taken', characters], ''] as const) },
  { weight: 1, arbitrary: value.map((each) => [['done'], encoded(each)] as const) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(2), fc.nat(9), fc.nat(9))
      .map(([kind, line, column]) => [['fail', kind, line, column], 'oops'] as const),
  },
  { weight: 1, arbitrary: fc.constant([['ready'], ''] as const) },
);

const honest = fc.array(message, { minLength: 1, maxLength: 4 }).map(frameOf);

/** An honest frame with a wrong place in it: a character more, less or another, or its end cut off. */
const mutated = fc
  .tuple(
    honest,
    fc.nat(),
    fc.constantFrom('insert', 'delete', 'replace', 'cut'),
    fc.constantFrom(...'"[]{}:,\\09-eE\nnJX\u0000\uffff'),
  )
  .map(([frame, at, how, character]) => {
    const place = at % (frame.length + 1);
    const head = frame.slice(0, place);
    if (how === 'cut') return head;
    const tail = frame.slice(how === 'insert' ? place : place + 1);
    return how === 'delete' ? head + tail : head + character + tail;
  });

/** A frame with buffers: as many as it says, in the place that it says, or not quite. */
const buffered = fc
  .tuple(
    fc.constantFrom('"call",7,0,0', '"call",8,1,0', '"done"', '"resolve",2'),
    fc.constantFrom(
      '[[0],["a",1,[[1]]],["t",0]]',
      '[[0],["t",0]]',
      '[[0],["v","Uint8Array",[1]],["t",0]]',
      '[1]',
    ),
    fc.constantFrom<unknown>(1, 1, 1, 0, 2, -1, '1', null),
    fc.array(fc.constantFrom<unknown>(...bufferLikes()), { minLength: 1, maxLength: 2 }),
  )
  .map(([fields, header, count, buffers]) => {
    const text = `X${header.length}:${header}`;
    return [`[[${fields},${text.length},${JSON.stringify(count)}]]\n${text}`, ...buffers];
  });

function bufferLikes(): unknown[] {
  const buffers = [new ArrayBuffer(8), new ArrayBuffer(8), new ArrayBuffer(0)];
  return [...buffers, new Uint8Array(2), new SharedArrayBuffer(2), 'buffer', null];
}

const alien = fc.oneof(
  fc.anything(),
  fc.string({ maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }).map((json) => `${JSON.stringify(json)}\n`),
  fc.jsonValue({ maxDepth: 3 }).map((json) => `[${JSON.stringify(json)}]\nJ1`),
);

const frame = fc.oneof(
  { weight: 8, arbitrary: honest },
  { weight: 2, arbitrary: mutated },
  { weight: 2, arbitrary: buffered },
  { weight: 1, arbitrary: alien },
);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: frame.map((each): Step => ({ step: 'frame', frame: each })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(9), fc.constantFrom('value' as const, 'error' as const, 'hostile' as const))
        .map(([call, how]): Step => ({ step: 'settle', call, with: how })),
    },
    { weight: 2, arbitrary: fc.constant<Step>({ step: 'turn' }) },
    { weight: 1, arbitrary: fc.constantFrom<Step>({ step: 'abort' }, { step: 'end' }) },
  ),
  { maxLength: 14 },
);

/** Frames for a guest: replies to calls that it made, or did not make, right and wrong. */
export const replies: fc.Arbitrary<unknown[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(6), value).map(([id, each]) => frameOf([[['resolve', id], encoded(each)]])),
    fc
      .tuple(fc.nat(6), fc.string())
      .map(([id, text]) => frameOf([[['reject', id], encoded(new Error(text))]])),
    fc.tuple(fc.nat(6), value).map(([id, each]) => frameOf([[['reject', id], encoded(each)]])),
    mutated,
    buffered,
    alien,
  ),
  { maxLength: 10 },
);
