import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The binary of a runtime that is a package of npm, installed once below the system's temporary folder. */
export function installed(name: 'node' | 'deno' | 'bun', version: string): string {
  const folder = join(tmpdir(), `codeseam-${name}-${version}`);
  const binary =
    name === 'node' ? join(folder, 'node_modules/node/bin/node') : join(folder, 'node_modules/.bin', name);
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${version}`];
    execFileSync('npm', install, { stdio: 'ignore' });
  }
  return binary;
}

/** Whether everything is tried (`npm run consumers`), or only what the running Node can. */
export const ALL: boolean = process.env['CODESEAM_CONSUMERS'] === 'all';
