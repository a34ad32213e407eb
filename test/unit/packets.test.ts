import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatAnswer, beatPacket, framePacket, PACKET, PacketReader } from '../../src/node/process/packets.ts';

const MOST_BYTES = 1_000;

/** What the host's side of a pipe makes of its bytes, as they come. */
function readerOf(): { readonly reader: PacketReader; readonly seen: string[] } {
  const seen: string[] = [];
  const reader = new PacketReader(MOST_BYTES, {
    frame: (frame) => seen.push(`frame ${frame}`),
    answer: (beat, busyMs) => seen.push(`answer ${beat} ${busyMs}`),
    malformed: () => seen.push('malformed'),
  });
  return { reader, seen };
}

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(kind);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

describe('what a pipe brings', () => {
  it('is put together however it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 20 }), (cuts) => {
        const bytes = Buffer.concat([framePacket('plain'), beatAnswer(7, 1.5), framePacket('Ω and 😀')]);
        const { reader, seen } = readerOf();
        let at = 0;
        for (const cut of cuts) reader.push(bytes.subarray(at, (at += cut)));
        reader.push(bytes.subarray(at));
        expect(seen).toEqual(['frame plain', 'answer 7 1.5', 'frame Ω and 😀']);
      }),
    );
  });

  it.each([
    ['an unknown kind', header(9, 900)],
    ['a kind that only the host sends', beatPacket(1).subarray(0, 5)],
    ['an answer of another length', header(PACKET.answer, 900)],
    ['half a character', header(PACKET.utf16, 901)],
    ['more than a frame may have', header(PACKET.latin1, MOST_BYTES + 1)],
  ])('is refused at its header when it promises %s', (_, bytes) => {
    const { reader, seen } = readerOf();
    reader.push(bytes);
    reader.push(framePacket('later'));
    expect(seen).toEqual(['malformed']);
  });

  it('may be any bytes: nothing follows what is malformed, which is told once', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (chunks) => {
        const { reader, seen } = readerOf();
        for (const chunk of chunks) reader.push(Buffer.from(chunk));
        const end = seen.indexOf('malformed');
        expect(end === -1 || end === seen.length - 1).toBe(true);
      }),
    );
  });
});
