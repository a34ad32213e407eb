import { readdirSync, readFileSync } from 'node:fs';

interface Processes {
  readonly alive: boolean;
  readonly children: number;
  readonly zombies: number;
}

/** Whether a process is alive, and what it has for children, as Linux tells. */
export function processesOf(pid: number): Processes {
  let children = 0;
  let zombies = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [state, parent] = stat(id);
    if (parent !== String(pid)) continue;
    children++;
    if (state === 'Z') zombies++;
  }
  const [state = 'Z'] = stat(String(pid));
  return { alive: state !== 'Z', children, zombies };
}

/** Children of a process, and theirs. */
export function descendantsOf(pid: number): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = ids.filter((id) => stat(id)[1] === String(pid)).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Files, pipes and sockets that this process has open. */
export function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}

/** What this process has read from files and pipes, in bytes. */
export function bytesRead(): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

/** State and parent of a process; nothing when there is none. */
function stat(id: string): string[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
