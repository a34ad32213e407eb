import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of a host process, and the folder of those that a page loads. */
    readonly attackScripts: { readonly node: string; readonly page: string };
  }
}

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ROOT = source('../../');

/** Sources of the package that are entries of it, by the files that were built of them: what is tried is what is shipped. */
const BUILT: readonly [source: string, built: string][] = [
  [source('../../src/node/index.ts'), 'node.js'],
  [source('../../src/host/index.ts'), 'bridge.js'],
];

async function bundle(entry: string, outDir: string, fileName: string, dist: string): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [
      {
        name: 'built-package',
        enforce: 'pre',
        async resolveId(id, importer) {
          const resolved = importer && (await this.resolve(id, importer, { skipSelf: true }));
          const built = BUILT.find(([path]) => resolved && resolved.id === path)?.[1];
          return built && { id: `${dist}/${built}`, external: 'absolute' };
        },
      },
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      minify: false,
      lib: { entry: source(entry), formats: ['es'], fileName: () => fileName },
      rolldownOptions: { external: [/^node:/] },
    },
  });
  return join(outDir, fileName);
}

/** Makes the scripts of the hosts, once for all tests. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'codeseam-attacks-'));
  const dist = pathToFileURL(join(ROOT, 'dist')).href;
  const [node, page] = await Promise.all([
    bundle('node-entry.ts', folder, 'node.mjs', dist),
    bundle('page-entry.ts', folder, 'page.js', '/dist'),
  ]);
  project.provide('attackScripts', { node, page });
  return () => rmSync(folder, { recursive: true, force: true });
}
