// What a user has after `npm install codeseam`: made once for the tests of the package, from the tarball of `npm pack`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

export interface Installed {
  readonly tarball: string;
  /** A project with the package and what npm brought along. */
  readonly folder: string;
  /** The same, with the optional peers as well. */
  readonly peered: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    installed: Installed;
  }
}

export const root: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The manifest of the package. */
export const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly exports: Record<string, unknown>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>;
  readonly dependencies?: Record<string, string>;
  readonly scripts: Record<string, string>;
  readonly devDependencies: Record<string, string>;
};

/** The entries that are modules, as they are imported. */
export const ENTRIES: readonly string[] = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target !== 'string')
  .map(([path]) => `codeseam${path.slice(1)}`);

export default function setup(project: TestProject): () => void {
  const base = mkdtempSync(join(tmpdir(), 'codeseam-installed-'));
  const installed = install(base);
  project.provide('installed', installed);
  return () => rmSync(base, { recursive: true, force: true });
}

/** Packs and installs into a folder. */
export function install(base: string): Installed {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', base];
  const [packed] = Object.values(JSON.parse(npm(root, pack))) as { filename: string }[];
  const tarball = join(base, packed!.filename);
  const folder = join(base, 'plain');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball]);
  const peered = join(base, 'peered');
  cpSync(folder, peered, { recursive: true });
  for (const peer of Object.keys(manifest.peerDependencies)) {
    const link = join(peered, 'node_modules', peer);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', peer), link);
  }
  return { tarball, folder, peered };
}

function npm(cwd: string, args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
