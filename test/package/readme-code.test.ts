// Every block of code in the README, as a reader would use it: with the installed package.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild-wasm';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import { useStage } from '../page/stage.ts';
import { root } from './installed.ts';

const { folder, peered } = inject('installed');
const stage = useStage();
const readme = readFileSync(`${root}/README.md`, 'utf8');
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

interface Block {
  readonly language: string;
  readonly code: string;
  readonly title: string;
}

const blocks: Block[] = [...readme.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```/gm)].map(([, language, code]) => ({
  language: language!,
  code: code!,
  title: `${language}: ${code!.split('\n')[0]}`,
}));

/** What a block needs around it, and what it then prints. Others run as they are, and may print what they like. */
const SURROUNDINGS: { of: RegExp; before?: string; after?: string; prints: string }[] = [
  { of: /^import \{ WorkerThreadCodeRuntime/, prints: '{ total: 7 }\n' },
  {
    of: /^import \{ createCodeMode/,
    prints: `false [ { type: 'text', text: '{"ada":135,"grace":20}' } ]\n`,
  },
  { of: /^interface Shop/m, prints: '4\n' },
  {
    of: /^const reported = /,
    before: `
      import { createCodeRuntime } from 'codeseam';
      const lookUp = () => { throw new RangeError('none'); };
      console.error = ({ stack }) => console.log(/RangeError: none\\n +at lookUp/.test(stack));`,
    after: `
      const runtime = createCodeRuntime();
      console.log((await runtime.run({ program: 'return shop.price(1)', bindings })).error.message.split(' (')[0]);
      await runtime.dispose();`,
    prints: 'true\nRangeError: none\n',
  },
  {
    of: /^const bindings = \[$/m,
    before:
      "import { createCodeRuntime } from 'codeseam';\nconst lookUp = () => { throw new RangeError('none'); };",
    after: `
      const runtime = createCodeRuntime();
      const program = 'try { await shop.price(1) } catch (e) { return [e instanceof ShopError, e.operation, e.name] }';
      console.log((await runtime.run({ program, bindings })).value);
      await runtime.dispose();`,
    prints: "[ true, 'price', 'RangeError' ]\n",
  },
  {
    of: /registerConformance\(/,
    before: `
      import { WorkerThreadCodeRuntime as MyRuntime } from 'codeseam/node';
      const runtime = new MyRuntime();
      const myCapabilities = runtime.capabilities;
      await runtime.dispose();
      globalThis.registered = 0;`,
    after: 'console.log(registered > 300);',
    prints: 'true\n',
  },
];

async function runAsPasted(
  { code, language }: Block,
  place: string,
): Promise<{ stdout: string; stderr: string }> {
  const { before = '', after = '' } = SURROUNDINGS.find(({ of }) => of.test(code)) ?? {};
  // A test framework that only counts: its own command is not part of the block.
  const harness =
    'export const test = () => registered++, describe = (_, body) => body(), expect = null, afterAll = () => {};';
  writeFileSync(join(place, 'harness.mjs'), harness);
  const file = join(mkdtempSync(join(place, 'pasted-')), 'host.mjs');
  copyFileSync(join(root, 'test/example/fake-model.mjs'), join(file, '../fake-model.mjs'));
  // Node 20 reads no TypeScript; that it compiles is tried below.
  const script = language === 'ts' ? (await transform(code, { loader: 'ts' })).code : code;
  writeFileSync(file, `${before}\n${script.replace("'vitest'", "'../harness.mjs'")}\n${after}`);
  return spawnSync(process.execPath, [file], { encoding: 'utf8', cwd: place });
}

const inPage = (block: Block): boolean => block.code.includes('codeseam/browser');
const ofLanguage = (language: string): Block[] => blocks.filter((block) => block.language === language);

test('every block is of a kind that is tried', () => {
  expect(blocks.length).toBeGreaterThan(6);
  for (const { language, title } of blocks)
    expect(['js', 'ts', 'sh', 'text', 'json'], title).toContain(language);
  for (const { of } of SURROUNDINGS) expect(blocks.filter(({ code }) => of.test(code))).toHaveLength(1);
});

const onNode = [...ofLanguage('js').filter((block) => !inPage(block)), ...ofLanguage('ts')];

test.each(onNode)('$title', async (block) => {
  const { stdout, stderr } = await runAsPasted(block, peered);
  expect(stderr).toBe('');
  const known = SURROUNDINGS.find(({ of }) => of.test(block.code));
  if (known) expect(stdout).toBe(known.prints);
});

test.each(ofLanguage('js').filter(inPage))('$title, in a page built by Vite', async ({ code }) => {
  const place = join(folder, 'page');
  mkdirSync(place, { recursive: true });
  const tags = '<link rel="icon" href="data:,"><title>Hello</title><body></body>';
  writeFileSync(join(place, 'index.html'), `${tags}<script type="module" src="./main.js"></script>`);
  writeFileSync(join(place, 'main.js'), code);
  const config = { root: place, base: '/pasted/', configFile: false, logLevel: 'error' } as const;
  await build({ ...config, build: { chunkSizeWarningLimit: 5_000 } });
  const { site, browser } = stage();
  site.serveFolder('/pasted', join(place, 'dist'));
  const page = await browser.newPage();
  try {
    await page.goto(`${site.origin}/pasted/index.html`);
    await page.waitForFunction("document.body.textContent.includes('HELLO!')");
  } finally {
    await page.close();
  }
});

test.each(['nodenext', 'bundler'])(
  'what is pasted into TypeScript compiles with %s resolution',
  (resolution) => {
    const place = join(folder, `strict-${resolution}`);
    const pasted = [blocks.find(({ code }) => /^import \{ WorkerThreadCodeRuntime/.test(code))!];
    pasted.push(...ofLanguage('ts'), ...(resolution === 'bundler' ? ofLanguage('js').filter(inPage) : []));
    mkdirSync(place, { recursive: true });
    for (const [index, { code }] of pasted.entries()) writeFileSync(join(place, `pasted${index}.ts`), code);
    symlinkSync(join(root, 'node_modules/vite'), join(folder, 'node_modules/vite'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
      moduleResolution: resolution,
      types: resolution === 'nodenext' ? [] : ['vite/client'],
      skipLibCheck: true,
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    try {
      expect(pasted.length).toBeGreaterThan(1);
      expect(spawnSync(process.execPath, [tsc, '-p', place], { encoding: 'utf8' }).stdout).toBe('');
    } finally {
      unlinkSync(join(folder, 'node_modules/vite'));
    }
  },
);

test.each(ofLanguage('sh'))('$title', ({ code }) => {
  const commands = code.split('\n').flatMap((line) => line.replace(/#.*/, '').split('&&'));
  for (const command of commands.map((each) => each.trim()).filter(Boolean)) {
    const [tool, verb = '', name = ''] = command.split(/\s+/);
    if (tool === 'npx') {
      expect(command).toMatch(/^npx codeseam /);
      const { stdout } = spawnSync(process.execPath, [`${root}/dist/cli.js`, '--help'], { encoding: 'utf8' });
      for (const option of command.match(/ --[\w-]+/g) ?? []) expect(stdout).toContain(option.trim());
    } else {
      expect(tool).toBe('npm');
      if (!['ci', 'install'].includes(verb))
        expect(scripts, command).toHaveProperty(verb === 'run' ? name : verb);
    }
  }
});

test.each(ofLanguage('json').map((block, index) => ({ ...block, title: `json ${index + 1}` })))(
  '$title is a list of MCP servers',
  ({ code }) => {
    for (const { command, args } of Object.values<{ command: string; args: string[] }>(
      JSON.parse(code).mcpServers,
    )) {
      expect(command).toBe('npx');
      if (!args.includes('mcp')) continue;
      const { stdout } = spawnSync(process.execPath, [`${root}/dist/cli.js`, 'mcp', '--help'], {
        encoding: 'utf8',
      });
      for (const option of args.slice(args.indexOf('mcp')).filter((arg) => arg.startsWith('--')))
        expect(stdout).toContain(option);
    }
  },
);

test.each(ofLanguage('text'))('$title, is what a model is told', async ({ code }) => {
  const { WorkerThreadCodeRuntime } = await import('../../src/node/index.ts');
  await using runtime = new WorkerThreadCodeRuntime();
  const program = [...code.matchAll(/^[> ] +\d+ \| (.*)$/gm)].map((match) => match[1]).join('\n');
  const bindings = [{ global: 'shop', functions: { user: () => null } }];
  const { error } = await runtime.run({ program, bindings });
  expect(error?.message).toBe(code.trimEnd());
});
