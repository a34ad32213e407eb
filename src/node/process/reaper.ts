import type { ChildProcess } from 'node:child_process';
import { onlyThese } from './inherited.ts';

/**
 * Reads which process groups are alive, and when nobody writes any more, because the host ended however it did, kills
 * those that are left. A child in a hot loop would not notice by itself.
 */
const SCRIPT = `alive=
while read -r sign group; do
  if [ "$sign" = + ]; then alive="$alive $group"
  else
    rest=
    for each in $alive; do [ "$each" = "$group" ] || rest="$rest $each"; done
    alive=$rest
  fi
done
for each in $alive; do kill -s KILL -- "-$each"; done`;

/** Kills the children of a host that cannot do it itself any more. On Windows the system does. */
export class Reaper {
  #shell: ChildProcess | undefined;
  readonly #groups = new Set<number>();

  /** Puts a group in its care; the returned function takes it out, once. */
  watch(group: number): () => void {
    if (process.platform === 'win32') return () => {};
    this.#groups.add(group);
    if (this.#shell === undefined) this.#start();
    else this.#tell(`+ ${group}`);
    return () => {
      if (this.#groups.delete(group)) this.#tell(`- ${group}`);
    };
  }

  /** Ends the shell, unless a group is still in its care. */
  async close(): Promise<void> {
    const shell = this.#shell;
    if (shell === undefined || this.#groups.size > 0) return;
    this.#shell = undefined;
    const exited = new Promise((resolve) => shell.once('exit', resolve));
    shell.ref();
    shell.stdin?.end();
    await exited;
  }

  #tell(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`);
  }

  #start(): void {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      stdio: onlyThese(['pipe', 'ignore', 'ignore']),
      detached: true,
      env: {},
      cwd: '/',
    });
    // One that was killed is replaced with the next child, and told of all. Without any, children still end with their
    // pipes, but for those in a hot loop.
    const gone = (): void => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    shell.on('error', gone);
    shell.on('exit', gone);
    shell.stdin?.on('error', () => {});
    shell.unref();
    (shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
    this.#shell = shell;
    for (const group of this.#groups) this.#tell(`+ ${group}`);
  }
}

/** One for all runtimes of the process. */
export const reaper = new Reaper();
