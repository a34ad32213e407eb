import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const path = fileURLToPath(new URL('../example/agent-host.mjs', import.meta.url));

describe('the example of an agent host', () => {
  it('has fewer than 60 lines', async () => {
    expect((await readFile(path, 'utf8')).trimEnd().split('\n').length).toBeLessThan(60);
  });

  it('answers with what a program found out, after the model has mended its mistake', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/Error \(exception\): .*list_invoices.*customer.*Looked at 3 customers/s);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Edsger owes 250 €. Ada owes 135 €.');
  });
});
