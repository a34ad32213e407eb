import { createHash } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { build, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { licenseFile, noteLicenses } from './.build/licenses.ts';
import manifest from './package.json' with { type: 'json' };
import { framePage } from './src/browser/frame-page.ts';
import { chromiumOptions } from './test/browser/find-browser.ts';

/** Packages whose code is part of ours, by name. */
const bundled = new Map<string, string>();

async function bundleScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    plugins: [scriptText(), noteLicenses(bundled)],
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'script', fileName: () => 'script.js' },
    },
  });
  const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
  // Modules are strict, and a script made of them has to say so: functions of a sloppy one would show their callers.
  // Pages, pipes and old tools must all read the same script, so it is pure ASCII.
  return `"use strict";${output.output[0]!.code}`.replace(
    /[^\x00-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Ids of modules end up in comments of the build, which is the same wherever it is made. */
const idOf = (file: string, marker: string): string => `\0${relative(ROOT, file)}${marker}`;
const fileOf = (id: string, marker: string): string | undefined =>
  id.startsWith('\0') && id.endsWith(marker) ? join(ROOT, id.slice(1, -marker.length)) : undefined;

/** Turns `import text from './entry.ts?marker'` into a text that is made of the bundled script of that entry. */
function textOf(marker: string, make: (this: Rolldown.PluginContext, script: string) => string): Plugin {
  const scripts = new Map<string, Promise<string>>();
  return {
    name: `codeseam:text-of${marker}`,
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(marker)) return undefined;
      const resolved = await this.resolve(id.slice(0, -marker.length), importer);
      return resolved && idOf(resolved.id, marker);
    },
    async load(id) {
      const entry = fileOf(id, marker);
      if (entry === undefined) return undefined;
      let script = scripts.get(entry);
      if (!script) scripts.set(entry, (script = bundleScript(entry)));
      return `export default ${JSON.stringify(make.call(this, await script))};`;
    },
  };
}

/**
 * `?script`: the script itself. Worker code travels as a string, so no consumer's bundler, asar or `pkg` has to find a file.
 */
function scriptText(): Plugin {
  return textOf('?script', (script) => script);
}

/** `?frame`: the document of a frame that runs the script, and by its policy nothing else; also a file of the package. */
function frameDocument(): Plugin {
  return textOf('?frame', function (script) {
    const page = toFrame(script);
    if (this.environment.mode === 'build')
      this.emitFile({ type: 'asset', fileName: 'frame.html', source: page });
    return page;
  });
}

function toFrame(script: string): string {
  return framePage(script, `sha256-${createHash('sha256').update(script).digest('base64')}`);
}

/**
 * `?beside`: a function that tells the address of a file which the build puts beside the code. It is a file of this
 * package, so that nobody resolves, installs or mixes up another one. Tools that move code find it by what they look for.
 */
function fileBeside(): Plugin {
  const marker = '?beside';
  return {
    name: 'codeseam:file-beside',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(marker)) return undefined;
      const resolved = await this.resolve(id.slice(0, -marker.length), importer);
      return resolved && idOf(resolved.id, marker);
    },
    load(id) {
      const file = fileOf(id, marker);
      if (file === undefined) return undefined;
      if (this.environment.mode !== 'build')
        return `export default () => ${JSON.stringify(pathToFileURL(file).href)};`;
      const fileName = basename(file);
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      return `export default () => new URL(/* @vite-ignore */ './${fileName}', import.meta.url).href;`;
    },
  };
}

/**
 * What an environment gets for an entry that is not for it: an error that says where to turn, instead of one about
 * `exports` or about a global. The names are those of the entry, since an import of a name that is missing would fail first.
 */
function closed(entry: string, fileName: string, message: string): Plugin {
  return {
    name: `codeseam:closed-${entry}`,
    apply: 'build',
    generateBundle(_options, bundle) {
      const file = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === entry);
      // Tests build other entries.
      if (file?.type !== 'chunk') return;
      const names = file.exports.map((name) => `export const ${name} = undefined;\n`);
      const source = `throw new Error(${JSON.stringify(message)});\n${names.join('')}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

const EITHER = 'or createCodeRuntime from codeseam, which makes the backend of its environment';
const IN_PAGE = `to be imported on Node, got an import by a page: there, import WebWorkerCodeRuntime from codeseam/browser, ${EITHER}`;

/** The command is run as a file. */
function executable(file: string): Plugin {
  return { name: 'codeseam:executable', apply: 'build', writeBundle: () => chmodSync(file, 0o755) };
}

const PEERS = Object.keys(manifest.peerDependencies);

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  plugins: [
    scriptText(),
    frameDocument(),
    noteLicenses(bundled),
    licenseFile('THIRD-PARTY-LICENSES.md', bundled),
    fileBeside(),
    closed(
      'browser',
      'browser-on-node.js',
      'Expected codeseam/browser to be imported by a page, got an import on Node: there, import WorkerThreadCodeRuntime ' +
        `or ProcessCodeRuntime from codeseam/node, ${EITHER}`,
    ),
    closed('node', 'node-in-page.js', `Expected codeseam/node ${IN_PAGE}`),
    closed('bridge/node', 'bridge/node-in-page.js', `Expected codeseam/bridge/node ${IN_PAGE}`),
    closed('cordis', 'cordis-in-page.js', `Expected codeseam/cordis ${IN_PAGE}`),
    executable('dist/cli.js'),
  ],
  build: {
    target: 'es2023',
    minify: false,
    sourcemap: true,
    lib: {
      entry: {
        index: source('index-browser.ts'),
        'index-node': source('index-node.ts'),
        bridge: source('host/index.ts'),
        'bridge/node': source('node/parts.ts'),
        node: source('node/index.ts'),
        browser: source('browser/index.ts'),
        conformance: source('conformance/index.ts'),
        'code-mode': source('code-mode/index.ts'),
        'code-mode/mcp': source('code-mode/adapters/mcp.ts'),
        'code-mode/ai-sdk': source('code-mode/adapters/ai-sdk.ts'),
        'code-mode/standard-schema': source('code-mode/adapters/standard-schema.ts'),
        cordis: source('cordis/index.ts'),
        cli: source('cli/main.ts'),
      },
      formats: ['es'],
    },
    // What a host has to have installed itself stays an import; small libraries become part of the entry.
    rolldownOptions: { external: [/^node:/, ...PEERS.map((name) => new RegExp(`^${name}(/|$)`))] },
  },
  test: {
    testTimeout: 120_000,
    // Most tests wait more than they work.
    maxWorkers: '100%',
    reporters: ['default', './test/counts-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/backends/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        optimizeDeps: { exclude: ['esbuild-wasm'] },
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: process.env['VITEST'] ? chromiumOptions() : {} }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts', 'test/chaos/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      { extends: true, test: { name: 'code-mode', include: ['test/code-mode/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['./test/package/installed.ts'],
        },
      },
      { extends: true, test: { name: 'page', include: ['test/page/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'playground',
          include: ['test/playground/**/*.test.ts'],
          globalSetup: ['./test/playground/build.ts'],
          expect: { poll: { timeout: 60_000 } },
        },
      },
      { extends: true, test: { name: 'bench', include: ['test/bench/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'attacks',
          include: ['test/attacks/**/*.test.ts'],
          globalSetup: ['./test/attacks/bundle.ts'],
          maxConcurrency: 2,
        },
      },
    ],
  },
});
