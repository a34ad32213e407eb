// What the tarball holds, and that everything in it leads somewhere.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { describe, expect, inject, test } from 'vitest';
import { manifest, root } from './installed.ts';

const { tarball, folder } = inject('installed');
const home = join(folder, 'node_modules', 'codeseam');
const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((file) => statSync(join(home, file)).isFile())
  .map((file) => file.replaceAll('\\', '/'));

describe('the tarball', () => {
  test('passes publint', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(tarball);
    const copy = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    expect((await publint({ pack: { tarball: copy }, strict: true })).messages).toEqual([]);
  });

  test('has right types for every entry, as ES modules', async () => {
    const assets = Object.entries(manifest.exports).filter(([, target]) => typeof target === 'string');
    const contents = createPackageFromTarballData(readFileSync(tarball));
    const analysis = await checkPackage(contents, {
      excludeEntrypoints: assets.map(([path]) => path).filter((path) => path !== './package.json'),
    });
    if (analysis.types === false) throw new Error('Expected types');
    // The package is made of ES modules; resolution that knows no `exports` does not find it.
    const foreign = ['node10', 'node16-cjs'];
    const problems = analysis.problems.filter(
      (problem) => !('resolutionKind' in problem && foreign.includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints).length).toBeGreaterThan(9);
  });

  test('holds the build, its sources and what is to be read, and nothing else', () => {
    const rest = files.filter(
      (file) => !/^(dist\/.*\.(js|js\.map|d\.ts|d\.ts\.map)|src\/.*\.ts)$/.test(file),
    );
    expect(rest.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-LICENSES.md',
      'dist/esbuild.wasm',
      'dist/frame.html',
      'package.json',
    ]);
  });

  test('carries the license of every package whose code it carries', () => {
    const licenses = readFileSync(join(home, 'dist/THIRD-PARTY-LICENSES.md'), 'utf8');
    const carried = new Set<string>(['comlink']);
    for (const map of files.filter((file) => file.endsWith('.js.map')))
      for (const source of readMap(map).sources) {
        const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
        if (name) carried.add(name);
      }
    expect(carried.size).toBeGreaterThan(1);
    for (const name of carried) expect(licenses).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  });
});

describe('maps', () => {
  test.each(['.js', '.d.ts'])('of %s files are complete', (extension) => {
    const mapped = files.filter((file) => file.startsWith('dist/') && file.endsWith(extension));
    const withMap = mapped.filter((file) => /^\/\/# sourceMappingURL=/m.test(read(file)));
    expect(withMap.length).toBeGreaterThan(extension === '.js' ? 8 : 60);
    for (const file of withMap) {
      const { sources, sourcesContent } = readMap(`${file}.map`);
      sources.forEach((source, index) => {
        const path = join(home, dirname(file), source);
        const text =
          extension === '.js' ? sourcesContent?.[index] : existsSync(path) && readFileSync(path, 'utf8');
        expect(text, `${file}: ${source}`).toBeTruthy();
      });
    }
  });

  test('lead an editor from a name to its definition in TypeScript', async () => {
    const file = join(folder, 'editor.ts');
    const text =
      "import { WorkerThreadCodeRuntime } from 'codeseam/node';\nnew WorkerThreadCodeRuntime().run;";
    writeFileSync(file, text);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "module": "nodenext", "types": [] } }',
    );
    const server = join(root, '.docs/node_modules/typescript/lib/tsserver.js');
    const ask = (command: string, parts: object): string =>
      `${JSON.stringify({ seq: 0, type: 'request', command, arguments: { file, ...parts } })}\n`;
    const where = (word: string) => ({ line: 2, offset: text.split('\n')[1]!.indexOf(word) + 1 });
    const child = spawn(process.execPath, [server, '--disableAutomaticTypingAcquisition']);
    child.stdin.write(ask('open', {}));
    for (const word of ['WorkerThreadCodeRuntime', 'run']) child.stdin.write(ask('definition', where(word)));
    const found: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      if (!line.includes('"command":"definition"')) continue;
      const [{ file, start }] = JSON.parse(line).body;
      const definition = readFileSync(file, 'utf8').split('\n')[start.line - 1]!;
      found.push(`${relative(home, file)}: ${definition.slice(start.offset - 1).split(/\W/, 1)[0]}`);
      if (found.length === 2) child.kill();
    }
    expect(found).toEqual([
      'src/node/thread/runtime.ts: WorkerThreadCodeRuntime',
      'src/host/bridge-runtime.ts: run',
    ]);
  });
});

describe('installing it', () => {
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));

  test('brings what the README says, and no peer', () => {
    const bytes = (name: string): number =>
      readdirSync(join(folder, 'node_modules', name), { recursive: true, encoding: 'utf8' })
        .map((file) => statSync(join(folder, 'node_modules', name, file)))
        .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    expect(installed).toEqual(['codeseam']);
    const readme = readFileSync(`${root}/README.md`, 'utf8');
    const said = /no runtime dependencies and takes (\d+) MB, of which (\d+) MB are the compiler/.exec(
      readme,
    );
    expect(said, 'the sentence in the README').not.toBeNull();
    expect(Math.abs(bytes('codeseam') / 1e6 - Number(said![1]))).toBeLessThan(1);
    expect(Math.round(statSync(join(home, 'dist/esbuild.wasm')).size / 1e6)).toBe(Number(said![2]));
  });

  test('runs no script, so npm has none to ask about', () => {
    const atInstall = [
      'preinstall',
      'install',
      'postinstall',
      'prepublish',
      'preprepare',
      'prepare',
      'postprepare',
    ];
    expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
  });

  test('brings the compiler that the build knows, whatever else is installed', () => {
    const wasm = (path: string): Buffer => readFileSync(path);
    const { version } = JSON.parse(readFileSync(`${root}/node_modules/esbuild-wasm/package.json`, 'utf8'));
    expect(manifest.devDependencies['esbuild-wasm']).toBe(version);
    expect(
      wasm(join(home, 'dist/esbuild.wasm')).equals(wasm(`${root}/node_modules/esbuild-wasm/esbuild.wasm`)),
    ).toBe(true);
  });

  test('asks for peers only where an adapter is used, in the versions that are tested', () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies } = manifest;
    expect(Object.keys(peerDependencies).length).toBeGreaterThan(0);
    for (const [peer, range] of Object.entries(peerDependencies)) {
      expect(peerDependenciesMeta[peer]?.optional, peer).toBe(true);
      expect(devDependencies[peer], peer).toBe(range);
    }
  });
});

function read(file: string): string {
  return readFileSync(join(home, file), 'utf8');
}

function readMap(file: string): { sources: string[]; sourcesContent?: (string | null)[] } {
  return JSON.parse(read(file));
}
