import { readFileSync } from 'node:fs';

/** How often the memory of a run is read, in ms. */
export const MEMORY_POLL_MS = 20;

/** What a child has before it runs anything, and what the poll needs to see growth before the system refuses it, in MiB. */
const HEADROOM_MB = 192;

/** The most data, in KiB, that the system lets a child have: it is reached only by growth that is quicker than the poll. */
export function dataLimitKb(maxMemoryMb: number): number {
  return (Math.ceil(maxMemoryMb * 1.5) + HEADROOM_MB) * 1_024 + reservedKb();
}

let reserved: number | undefined;

/**
 * What this version of Node sets aside and never touches, in KiB, which counts as data too: since Node 24 half a gigabyte. At
 * most what this very process has of that.
 */
function reservedKb(): number {
  const status = read('/proc/self/status');
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  reserved ??= Math.max(0, kilobytes('VmData') - kilobytes('RssAnon'));
  return reserved;
}

/** The limit of V8's heap, in MiB, beyond which it ends the child. */
export function heapLimitMb(maxMemoryMb: number): number {
  return maxMemoryMb * 2 + HEADROOM_MB;
}

/** Whether this system limits a process's data, and shows its memory to others. */
export const limitsData = process.platform === 'linux';

/** Memory of a process that is its own, in bytes; 0 where it cannot be read, or when it is gone. */
export function ownMemory(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1_024;
}

/** The innermost of the processes that one has started one after the other, or that one itself. */
export function innermost(pid: number): number {
  const child = firstChild(pid);
  return child === undefined ? pid : innermost(child);
}

/** The process that another one has started first, of those that are left. */
export function firstChild(pid: number): number | undefined {
  const [child = ''] = read(`/proc/${pid}/task/${pid}/children`).split(' ');
  return child === '' ? undefined : Number(child);
}

/** A file that the system keeps, '' where there is none. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
