/** The memory that the compiler may take, in MiB: about 20 MB of program. Beyond it, the compiler ends itself. */
export const COMPILER_MEMORY_MB = 1_024;

/** What a WebAssembly module begins with. */
const MAGIC = [0, 97, 115, 109];

const PAGES_PER_MB = 16;
const MEMORY_SECTION = 5;
const HEADER_LENGTH = 8;

/** Whether the bytes are meant to be a module: what a server sends in place of a missing file is not. */
export function isWasm(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/**
 * Rewrites a WebAssembly module so that its memory cannot grow beyond `maxMb`. A small program can make the compiler
 * ask for gigabytes (each of many complaints quotes its whole long line), which would be the host's.
 * @throws TypeError when the bytes are not a module that declares one memory.
 */
export function capMemory(module: Uint8Array, maxMb: number): Uint8Array<ArrayBuffer> {
  let offset = HEADER_LENGTH;
  while (offset < module.length) {
    const id = module[offset];
    const size = readVarint(module, offset + 1);
    const end = size.next + size.value;
    if (id === MEMORY_SECTION) {
      const count = readVarint(module, size.next);
      const flags = readVarint(module, count.next);
      const initial = readVarint(module, flags.next);
      if (count.value !== 1 || flags.value > 1) break;
      const body = [1, 1, ...varint(initial.value), ...varint(Math.max(initial.value, maxMb * PAGES_PER_MB))];
      const section = [MEMORY_SECTION, ...varint(body.length), ...body];
      const capped = new Uint8Array(offset + section.length + module.length - end);
      capped.set(module.subarray(0, offset));
      capped.set(section, offset);
      capped.set(module.subarray(end), offset + section.length);
      return capped;
    }
    offset = end;
  }
  throw new TypeError('Expected a WebAssembly module that declares one memory');
}

function readVarint(bytes: Uint8Array, offset: number): { value: number; next: number } {
  let value = 0;
  let next = offset;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[next] ?? 0;
    next += 1;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) break;
  }
  return { value, next };
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest % 128;
    rest = (rest - byte) / 128;
    bytes.push(rest > 0 ? byte + 128 : byte);
  } while (rest > 0);
  return bytes;
}
