import { existsSync, readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { CODE_MODE_LIMITS } from '../../src/code-mode/index.ts';
import { BARE_REALM_GLOBALS, LIMITS, type LimitRule } from '../../src/index.ts';
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

test('every global of the bare realm that is not of ECMAScript is listed', () => {
  const provided = BARE_REALM_GLOBALS.slice(BARE_REALM_GLOBALS.indexOf('atob'));
  const web = provided.filter((name) =>
    /^(atob|btoa|console|crypto|performance|queueMicrotask|structuredClone|set|clear)/.test(name),
  );
  for (const name of [...web, 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'])
    expect(readme).toContain(`\`${name}`);
});

test('links of the README lead somewhere, and those that leave the package say so', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !link.startsWith('http'));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    expect(existsSync(`${root}/${link}`), link).toBe(true);
    // On a registry's page only what the tarball holds can be read.
    const packed = existsSync(`${folder}/node_modules/codeseam/${link}`);
    expect(packed || /^(test|playground|\.github)\//.test(link), link).toBe(true);
  }
  expect(readme).toContain('`test/`, `playground/` and `.github/` are of the repository');
});

test('the tests that a table names exist', () => {
  const named = [...readme.matchAll(/`((?:hostile|page|attacks)\/[\w-]+)`/g)].map((match) => match[1]);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(existsSync(`${root}/test/${name}.test.ts`), name).toBe(true);
});
