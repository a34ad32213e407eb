/** The ends of the pipes in the child. Neither is its stdio, which leads nowhere. */
export const FROM_CHILD = 3;
export const TO_CHILD = 4;

/**
 * All that a child is told on its command line, where only a hundred kilobytes fit: to read its script from its pipe,
 * and to run it. bubblewrap sets the one variable, whatever it is told.
 */
export const LOADER = `'use strict';
delete process.env.PWD;
const { readSync } = process.getBuiltinModule('node:fs');
const read = (length) => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(${TO_CHILD}, bytes, at, length - at);
    if (count === 0) process.exit(0);
    at += count;
  }
  return bytes;
};
const script = read(read(4).readUInt32LE()).toString('latin1');
new (process.getBuiltinModule('node:vm').Script)(script, { filename: 'codeseam:child' }).runInThisContext();
`;

/** What the loader expects: a script, pure ASCII as all that travels as text. */
export function scriptPacket(script: string): Buffer {
  const packet = Buffer.allocUnsafe(4 + script.length);
  packet.writeUInt32LE(script.length);
  packet.write(script, 4, 'latin1');
  return packet;
}
