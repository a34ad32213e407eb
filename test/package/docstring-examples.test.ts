// Every example in a docstring, run with the installed package: it prints what the comment behind each `console.log` says.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from './installed.ts';

const { peered } = inject('installed');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

const examples = sources.flatMap((file) => {
  const blocks = readFileSync(join(root, 'src', file), 'utf8')
    .split(/^ *\* @example$/m)
    .slice(1);
  return blocks.map((block) => {
    const code = /^ *\* ```js\n([\s\S]*?)^ *\* ```$/m.exec(block)?.[1] ?? '';
    return { file, code: code.replace(/^ *\* ?/gm, '') };
  });
});

test('the main entries have an example', () => {
  expect(examples.map(({ file }) => file.replaceAll('\\', '/'))).toEqual(
    expect.arrayContaining(['node/thread/runtime.ts', 'code-mode/create-code-mode.ts', 'conformance/run.ts']),
  );
});

test.each(examples)('the example in $file prints what it says', ({ code }) => {
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(expected).not.toEqual([]);
  const file = join(mkdtempSync(join(peered, 'example-')), 'example.mjs');
  writeFileSync(file, code);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', cwd: peered });
  expect({ stderr, printed: stdout.trimEnd().split('\n') }).toEqual({ stderr: '', printed: expected });
});
