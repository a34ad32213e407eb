import { readdirSync, readFileSync } from 'node:fs';

/** Web Workers that live in the processes below this one, by the names of their threads: no driver can be wrong about it. */
export function workerThreads(): number {
  const children = new Map<string, string[]>();
  for (const pid of numbers('/proc')) {
    const parent = /\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1];
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const count = (pid: string): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + threadsOf(child) + count(child), 0);
  return count(String(process.pid));
}

function threadsOf(pid: string): number {
  return numbers(`/proc/${pid}/task`).filter((id) =>
    read(`/proc/${pid}/task/${id}/comm`).startsWith('DedicatedWorker'),
  ).length;
}

/** Processes and threads come and go while they are counted. */
function numbers(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
