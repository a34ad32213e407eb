import { openSync, readdirSync } from 'node:fs';
import { TO_CHILD } from './loader.ts';
import { read } from './memory.ts';

/** The mark of a file that no process which is started gets, as Linux shows it. */
const CLOSE_ON_EXEC = 0o2_000_000;

let covered: readonly number[] | undefined;

/**
 * The files of a process that gets these and no other. What this one was itself started with, a shell's substitution or a
 * socket of the system's, it would get as well: Node sees to the first sixteen only. In its place it gets one that is empty.
 */
export function onlyThese(files: readonly ('ignore' | 'pipe')[]): ('ignore' | 'pipe' | number)[] {
  const covers = (covered ??= cover());
  const length = Math.max(files.length, covers.length);
  return Array.from({ length }, (_, file) => files[file] ?? covers[file] ?? 'ignore');
}

/** Looked up once, and with the first child: a host may have thousands of files open later, all of which Node marks. */
function cover(): number[] {
  const covers: number[] = [];
  const limit = Number(/^Max open files +(\d+)/m.exec(read('/proc/self/limits'))?.[1]);
  // Beyond the limit, where a file may still be from before it was set, the system puts nothing.
  const inherited = openFiles().filter((file) => file > TO_CHILD && !(file >= limit) && !isMarked(file));
  // It stays open: later there may be no descriptor left for it.
  const nothing = inherited.length > 0 ? openSync('/dev/null', 'r') : 0;
  for (const file of inherited) covers[file] = nothing;
  return covers;
}

function openFiles(): number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number);
  } catch {
    // Not Linux: there the system sees to it.
    return [];
  }
}

function isMarked(file: number): boolean {
  const flags = /^flags:\s+(\d+)/m.exec(read(`/proc/self/fdinfo/${file}`))?.[1];
  // Without any, it was the folder that was read, and is closed by now.
  return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
}
