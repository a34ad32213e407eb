import { existsSync, readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { CODE_MODE_LIMITS } from '../../src/code-mode/index.ts';
import {
  BARE_REALM_GLOBALS,
  type CodeRunRequest,
  LIMITS,
  type LimitRule,
  validateRequest,
} from '../../src/index.ts';
import { root } from './installed.ts';

const { folder } = inject('installed');
const readme = readFileSync(`${root}/README.md`, 'utf8');

/** A table of limits, made from the code. */
function limitsTable(limits: Readonly<Record<string, LimitRule>>): string {
  const rows = Object.entries(limits).map(([name, rule]) => {
    const number = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ');
    const range =
      rule.max === Number.MAX_SAFE_INTEGER
        ? `at least ${number(rule.min)}`
        : `${number(rule.min)} to ${number(rule.max)}`;
    return `| \`${name}\` | ${number(rule.default)} ${rule.unit} | ${range} | ${rule.meaning} |`;
  });
  return ['| field | default | range | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function between(name: string): string | undefined {
  return new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(readme)?.[1];
}

test('the tables of limits are those of the code', () => {
  expect(between('limits')).toBe(limitsTable(LIMITS));
  expect(between('code-mode-limits')).toBe(limitsTable(CODE_MODE_LIMITS));
});

test('the agent host is the example that is tested', () => {
  const example = readFileSync(`${root}/test/example/agent-host.mjs`, 'utf8');
  expect(between('agent-host')).toBe(`\`\`\`js\n${example}\`\`\``);
});

/** The names in the first column of the table below a sentence. */
function rowsAfter(sentence: string): string[] {
  const [table = ''] = /^\|.*(\n\|.*)*/m.exec(readme.split(sentence)[1] ?? '') ?? [];
  return [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]!);
}

const fieldsIn = (message: string): string[] => [...message.matchAll(/\w+/g)].map(([name]) => name);

test('every option of a constructor has a row, and so has every field of a request', async () => {
  const pages = await import(`${root}/dist/browser.js`);
  const nodes = await import('../../src/node/index.ts');
  const options = [
    pages.WebWorkerCodeRuntime,
    nodes.WorkerThreadCodeRuntime,
    nodes.ProcessCodeRuntime,
  ].flatMap((Runtime) => {
    const make = (): unknown => Reflect.construct(Runtime, [{ nope: 1 }]);
    return fieldsIn(/unknown field "nope": expected one of ([\w, ]+)/.exec(messageOf(make))![1]!);
  });
  const limits = Object.keys(LIMITS);
  const own = new Set(options.filter((name) => !limits.includes(name)));
  expect(rowsAfter('What the constructors').sort()).toEqual(['computeMs', ...own].sort());
  const request = { program: '', bindings: [], nope: 1 } as CodeRunRequest;
  const fields = /expected (?:one of )?(.*)/.exec(messageOf(() => validateRequest(request)))![1]!;
  expect(rowsAfter('What `run()` takes:')).toEqual(fieldsIn(fields));
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('every global of the bare realm that is not of ECMAScript is listed', () => {
  const provided = BARE_REALM_GLOBALS.slice(BARE_REALM_GLOBALS.indexOf('atob'));
  const web = provided.filter((name) =>
    /^(atob|btoa|console|crypto|performance|queueMicrotask|structuredClone|set|clear)/.test(name),
  );
  for (const name of [...web, 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'])
    expect(readme).toContain(`\`${name}`);
});

test('links of the README lead to what the package holds', () => {
  const links = [...readme.matchAll(/(?<!!\[[^\]]*)\]\(([^)#]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !link.startsWith('http'));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    expect(existsSync(`${root}/${link}`), link).toBe(true);
    expect(existsSync(`${folder}/node_modules/codeseam/${link}`), link).toBe(true);
  }
});

test('the picture is in the repository', () => {
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => match[1]!);
  expect(pictures.map((path) => existsSync(`${root}/${path}`))).toEqual([true]);
});

test('links within the README lead to a heading', () => {
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(headings).toContain(link);
});

test('the tests that the table of CONTRIBUTING names exist', () => {
  const contributing = readFileSync(`${root}/.github/CONTRIBUTING.md`, 'utf8');
  const named = [...contributing.matchAll(/`((?:hostile|page|attacks|package)\/[\w-]+)`/g)].map(
    (match) => match[1],
  );
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) {
    if (name === 'attacks/catalogue') continue;
    expect(existsSync(`${root}/test/${name}.test.ts`), name).toBe(true);
  }
  const topics = [...contributing.matchAll(/conformance: ([a-z, ]+)/g)].flatMap((match) =>
    match[1]!.split(', '),
  );
  for (const topic of topics)
    expect(existsSync(`${root}/src/conformance/${topic.trim()}.ts`), topic).toBe(true);
});
