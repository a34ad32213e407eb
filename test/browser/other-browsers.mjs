// Runs the conformance page of the playground in several browsers, on the package as it was built last:
// `npm run browsers -- firefox webkit --json report.json`.
// Options: --containment frame|none (default: both), --only <regular expression> on "topic: name", --json <file>.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, preview, runnerImport } from 'vite';
import { openChromium, openFirefox, openWebKit } from './drivers.mjs';

const BROWSERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };

/** A page that reports nothing for so long, in ms, has hung or crashed: one case takes 30 s at most. */
const SILENCE_MS = 60_000;

/** Where the page sends each result. */
const POST_PATH = '/conformance-report';

const configFile = fileURLToPath(new URL('../../playground/vite.config.ts', import.meta.url));
const finder = fileURLToPath(new URL('./find-browser.ts', import.meta.url));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    containment: { type: 'string' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(BROWSERS);
const unknown = names.filter((name) => !Object.hasOwn(BROWSERS, name));
if (unknown.length > 0) {
  console.error(`Unknown browser "${unknown.join('", "')}": expected ${Object.keys(BROWSERS).join(', ')}`);
  process.exit(2);
}
const containments = options.containment === undefined ? ['frame', 'none'] : [options.containment];

/** Who gets what the page of the moment posts. */
let onPost = () => {};

const {
  module: { chromiumOptions },
} = await runnerImport(finder, { configFile: false });
const outDir = mkdtempSync(`${tmpdir()}/codeseam-browsers-`);
await build({ configFile, logLevel: 'error', build: { outDir } });
const server = await preview({
  configFile,
  logLevel: 'error',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0, open: false },
  plugins: [{ name: 'conformance-report', configurePreviewServer: receivePosts }],
});
const origin = server.resolvedUrls.local[0];

const runs = [];
for (const name of names) {
  for (const containment of containments) {
    const run = await runSuite(name, containment);
    runs.push(run);
    print(run);
  }
}
await server.close();
rmSync(outDir, { recursive: true });
if (options.json) writeFileSync(options.json, `${JSON.stringify(runs, undefined, 2)}\n`);
// A browser that would not close must not keep this process alive.
process.exit(runs.some(({ failed, failure }) => failed > 0 || failure !== undefined) ? 1 : 0);

function receivePosts({ middlewares }) {
  middlewares.use(POST_PATH, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end();
    onPost(JSON.parse(body));
  });
}

async function runSuite(name, containment) {
  const results = [];
  const strays = [];
  const run = {
    browser: name,
    version: name,
    containment,
    passed: 0,
    failed: 0,
    notDeclared: [],
    results,
    strays,
  };
  let browser;
  try {
    await new Promise((resolve, reject) => {
      let timer;
      const watch = () => {
        clearTimeout(timer);
        const last = results.at(-1);
        const after = last ? `after "${last.topic}: ${last.name}"` : 'from the start';
        timer = setTimeout(() => reject(new Error(`The page went silent ${after}`)), SILENCE_MS);
      };
      onPost = ({ result, report, stray, failure }) => {
        watch();
        if (result) results.push(result);
        if (stray) strays.push(stray);
        if (failure) reject(new Error(failure));
        if (report) {
          clearTimeout(timer);
          run.notDeclared = report.notDeclared;
          resolve();
        }
      };
      watch();
      const query = new URLSearchParams({ run: '', containment, only: options.only, post: POST_PATH });
      const url = `${origin}conformance.html?${query}`;
      BROWSERS[name](url, { chromiumOptions }).then((opened) => {
        browser = opened;
        run.version = opened.version;
      }, reject);
    });
  } catch (error) {
    run.failure = error.message;
  }
  onPost = () => {};
  await browser?.close();
  run.passed = results.filter(({ outcome }) => outcome === 'passed').length;
  run.failed = results.length - run.passed;
  return run;
}

function print({ version, containment, passed, failed, notDeclared, results, strays, failure }) {
  console.log(`\n${version}, containment ${containment}: ${passed} passed, ${failed} failed`);
  for (const { topic, name, outcome, message } of results) {
    if (outcome === 'failed')
      console.log(`  ${topic}: ${name}\n      ${message.replaceAll('\n', '\n      ')}`);
  }
  for (const stray of strays) console.log(`  In the page: ${stray}`);
  const reasons = new Map();
  for (const { reason } of notDeclared) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of reasons) console.log(`  ${count} not declared: ${reason}`);
  if (failure) console.log(`  The run was cut short: ${failure}`);
}
