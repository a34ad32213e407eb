import type { CodeRealm } from '../../seam/types.ts';
import { containerCommand } from './container.ts';
import { LOADER } from './loader.ts';
import { dataLimitKb, heapLimitMb, limitsData } from './memory.ts';

export interface ChildSettings {
  readonly isolation: 'process' | 'container';
  readonly realm: CodeRealm;
  readonly maxMemoryMb: number;
}

/**
 * Sets the limits of the process that becomes the child: its data, and no core dump when it crashes. Where the host itself
 * is limited to less, that holds, and trying to go beyond it would end the shell. Shells add variables of their own to the
 * environment.
 */
const LIMITED =
  'ulimit -c 0; if (ulimit -d "$0") 2> /dev/null; then ulimit -d "$0"; fi; exec /usr/bin/env -i "$@"';

/** The command line of a child. */
export function childCommand(settings: ChildSettings): readonly [command: string, ...args: string[]] {
  const node = [process.execPath, ...nodeFlags(settings), '-e', LOADER, settings.realm] as const;
  const command = settings.isolation === 'container' ? containerCommand(node) : node;
  if (!limitsData) return command;
  return ['/bin/sh', '-c', LIMITED, String(dataLimitKb(settings.maxMemoryMb)), ...command];
}

function nodeFlags({ realm, maxMemoryMb }: ChildSettings): string[] {
  return [
    `--max-old-space-size=${heapLimitMb(maxMemoryMb)}`,
    // A promise with a hostile prototype makes Node's consistency check of async hooks abort the process.
    '--no-force-async-hooks-checks',
    ...(realm === 'bare' ? [permissionFlag(process.allowedNodeEnvironmentFlags)] : []),
  ];
}

/** With this and nothing allowed: no files, no child processes, no workers, no addons, and from Node 25 on no network. */
export function permissionFlag(known: ReadonlySet<string>): string {
  return known.has('--permission') ? '--permission' : '--experimental-permission';
}
