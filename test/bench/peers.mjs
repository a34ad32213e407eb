// Installs what codeseam is compared with: exact versions, below the system's temporary folder, each peer on its own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const PEERS = JSON.parse(readFileSync(new URL('peers.json', import.meta.url), 'utf8'));

/** The folder of an installed peer. Throws when it cannot be installed. */
export function installPeer(name) {
  const { packages } = PEERS[name];
  const pins = JSON.stringify({ private: true, dependencies: packages });
  const folder = join(tmpdir(), 'codeseam-bench', name);
  const manifest = join(folder, 'package.json');
  const done = join(folder, 'load.mjs');
  if (existsSync(done) && readFileSync(manifest, 'utf8') === pins) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, pins);
  npm(['install', '--prefix', folder, '--no-package-lock', '--no-audit', '--no-fund', '--no-save']);
  // Imports by name work from a file that lies beside the packages.
  writeFileSync(`${done}.part`, 'export const load = (name) => import(name);\n');
  renameSync(`${done}.part`, done);
  return folder;
}

/** Imports a package of a peer. */
export async function importFrom(folder, name) {
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href);
  return load(name);
}

/** The binary of a version of Node, from the npm package `node`. */
export function installNode(version) {
  const folder = join(tmpdir(), `codeseam-node-${version}`);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', `node@${version}`]);
  }
  return binary;
}

function npm(args) {
  // What is built at installation is built for the Node that runs this.
  const env = { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH };
  try {
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', env });
  } catch (error) {
    const lines = String(error.stderr ?? error.message)
      .trim()
      .split('\n');
    throw new Error(`npm ${args[0]} failed: ${lines.find((line) => line.includes('error')) ?? lines[0]}`);
  }
}
