import type { Attack, Kind } from '../attack.ts';

const TEXT_ALONE = {
  process: 'a pipe carries text alone',
  container: 'a pipe carries text alone',
} as const;

const ALIKE = 'text is parsed by the same code wherever it comes from: see thread';
const PARSED = { process: ALIKE, container: ALIKE, 'page worker': ALIKE } as const;

/** After the junk comes what a guest may send: it must not be looked at any more. */
const THEN = '; call(90); done()';

function junk(name: string, send: string, more: Partial<Attack> = {}): Attack {
  return {
    name,
    guest: 'forged',
    program: send + THEN,
    fails: ['worker-exit'],
    says: 'broke the protocol',
    calls: 0,
    ...more,
  };
}

const alien = (name: string, send: string): Attack => junk(name, send, { not: TEXT_ALONE });
/** What only the parser is concerned with, whatever brought it. */
const text = (name: string, send: string, more: Partial<Attack> = {}): Attack =>
  junk(name, send, { ...more, not: PARSED });
const packet = (name: string, send: string): Attack => junk(name, send, { guest: 'pipe' });

/** What is posted over a real port, or written into a real pipe, in place of a frame: the first one ends the run. */
export const junkFrames: Kind = {
  kind: 'junk frames',
  attacks: [
    alien('null', 'send(null)'),
    alien('a number', 'send(NaN)'),
    alien('an object that looks like a message', "send({ tag: 'done', value: 'J1' })"),
    alien('an array that looks like a message', "send(['done', 1])"),
    alien('100 MB of bytes', 'send(new Uint8Array(100e6))'),
    alien('a port', '{ const { port1 } = new MessageChannel(); port.postMessage(port1, [port1]) }'),
    alien(
      'an object with a million keys',
      'send(Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => [i, i])))',
    ),
    junk('an empty frame', "send('')"),
    text('a header of no list', 'send(\'{"0":["done",-1]}\\n\')'),
    junk('an empty message', "send('[[]]\\n')"),
    text('an unknown tag', 'send(\'[["zzz"]]\\n\')'),
    text('the tag of a prototype', 'send(\'[["__proto__"]]\\n\')'),
    text('a reply, which only the host sends', 'send(\'[["resolve",1,2]]\\nJ1\')'),
    text('a program, which only the host sends', 'send(\'[["run",2,0,0,0]]\\n{}\')'),
    junk('a second greeting', 'send(\'[["ready"]]\\n\')'),
    text('an id of 2 ** 60', 'call(2 ** 60)'),
    text('an id of 5 MB', "call('\"' + 'x'.repeat(5e6) + '\"')"),
    text('an id that is NaN', 'send(\'[["call",NaN,0,0,3]]\\nJ[]\')'),
    junk('an id that is used twice', 'call(1); call(1)', { calls: 1 }),
    text('ids that decrease', 'call(9); call(3)', { calls: 1 }),
    text('a call of a member that does not exist', 'call(1, 0, 1e6)'),
    text('a call of a namespace that does not exist', 'call(1, 7, 0)'),
    text('a call by the name of a prototype', 'call(1, 0, \'"constructor"\')'),
    text('a call without arguments', 'send(\'[["call",1,0,0]]\\n\')'),
    text('a call whose arguments are no list', 'call(1, 0, 0, \'J{"length":1}\')'),
    junk('a header of 100 000 levels', "send('['.repeat(1e5) + ']'.repeat(1e5) + '\\n')"),
    text('a length that lies', 'send(\'[["done",1e15]]\\nJ1\')'),
    junk('a frame of 200 MB', "log('x'.repeat(2e8))", { limits: { maxMemoryMb: 2_048 } }),
    packet('a packet of an unknown kind', 'packet(9, Buffer.alloc(4))'),
    packet('a packet that only the host sends', 'packet(3, Buffer.alloc(4))'),
    packet('a packet of 4 GiB', 'packet(1, Buffer.alloc(8), 2 ** 32 - 1)'),
    packet('text of half a character', 'packet(2, Buffer.alloc(3))'),
    packet('an answer of the wrong length', 'packet(4, Buffer.alloc(3))'),
    packet('packets of nothing', 'packet(1, Buffer.alloc(0))'),
    packet('an unknown kind that promises more than it brings', 'packet(9, Buffer.alloc(4), 1e6)'),
    packet('an answer that promises more than it brings', 'packet(4, Buffer.alloc(12), 1e6)'),
    packet('bytes of no meaning', "raw(Buffer.alloc(100_000, 'noise'))"),
  ],
};
