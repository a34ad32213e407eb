import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

let tried: { readonly problem: string } | undefined;

/** Why there can be no container here, '' when there can. Tried once, with what a child gets. */
export function containerProblem(): string {
  tried ??= { problem: tryContainer() };
  return tried.problem;
}

function tryContainer(): string {
  if (process.platform !== 'linux') return 'containers are made by bubblewrap, which is for Linux';
  if (bubblewrap() === undefined) return 'bubblewrap is not installed: there is no "bwrap" in PATH';
  const [command, ...args] = containerCommand([process.execPath, '--version']);
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stderr } = spawnSync(command, args, { env: {}, encoding: 'utf8' });
  return status === 0
    ? ''
    : `bubblewrap cannot make a container: ${(stderr ?? '').trim() || `status ${status}`}`;
}

function bubblewrap(): string | undefined {
  const folders = (process.env['PATH'] ?? '/usr/bin').split(delimiter);
  return folders.map((folder) => join(folder, 'bwrap')).find((path) => existsSync(path));
}

/**
 * The command, in namespaces of its own: no network, no other processes to see, and a root that holds nothing but what
 * Node is made of, read-only.
 */
export function containerCommand(command: readonly string[]): readonly [string, ...string[]] {
  const files = [process.execPath, ...sharedObjects()];
  return [
    bubblewrap() ?? 'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...files.flatMap((path) => ['--ro-bind', realpathSync(path), path]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
    ...command,
  ];
}

let libraries: string[] | undefined;

/** The libraries that this very Node has loaded. Looked up once: the report also asks for the name of every connection. */
function sharedObjects(): string[] {
  if (libraries !== undefined) return libraries;
  const settings = process.report as { excludeNetwork?: boolean };
  const { excludeNetwork } = settings;
  settings.excludeNetwork = true;
  const report = process.report.getReport() as unknown as { readonly sharedObjects: readonly string[] };
  if (excludeNetwork !== undefined) settings.excludeNetwork = excludeNetwork;
  libraries = report.sharedObjects.filter((path) => existsSync(path));
  return libraries;
}
