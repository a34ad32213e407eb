import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { loadBindings } from './load-bindings.ts';
import { printLogEntry, printOutcome, printResultJson } from './print.ts';
import { createRuntime, parseOptions, RUNTIME_OPTIONS } from './runtime-options.ts';
import { UsageError } from './usage.ts';

/** `codeseam run`: resolves to the exit status. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      ...RUNTIME_OPTIONS,
      bindings: { type: 'string' },
      json: { type: 'boolean', default: false },
      realm: { type: 'string' },
    },
  });
  if (positionals.length > 1) throw new UsageError(`Expected one program, got ${positionals.length}`);
  const program = await readProgram(positionals[0] ?? '-');
  const bindings = values.bindings === undefined ? [] : await loadBindings(values.bindings);
  const runtime = createRuntime(values, {
    ...(values.realm !== undefined && { realm: realmName(values.realm) }),
    warmWorkers: 0,
  });

  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort('interrupted from the keyboard');
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  try {
    const onLog = values.json ? undefined : printLogEntry;
    const result = await runtime
      .run({ program, bindings, signal: interrupt.signal, onLog })
      .catch((error: unknown) => {
        // The bindings are the caller's, and the only part of the request that can be wrong here.
        if (error instanceof TypeError) throw new UsageError(error.message);
        throw error;
      });
    if (values.json) printResultJson(result);
    else printOutcome(result);
    return result.error === undefined ? 0 : 1;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
    process.removeListener('SIGTERM', onInterrupt);
    await runtime.dispose();
  }
}

async function readProgram(file: string): Promise<string> {
  if (file === '-') {
    if (process.stdin.isTTY)
      throw new UsageError('Expected a program: name a file, or send one to standard input');
    return text(process.stdin);
  }
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `The program cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function realmName(value: string): 'bare' | 'node' {
  if (value === 'bare' || value === 'node') return value;
  throw new UsageError(`Expected --realm to be "bare" or "node", got "${value}"`);
}
