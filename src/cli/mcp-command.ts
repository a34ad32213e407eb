import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ownServer, withAncestry } from './mcp/ancestry.ts';
import { readConfig } from './mcp/config.ts';
import { say } from './mcp/say.ts';
import { createRuntime, parseOptions, RUNTIME_OPTIONS, wholeNumber } from './runtime-options.ts';
import { UsageError } from './usage.ts';

const DEFAULT_CONNECT_MS = 30_000;
const MAX_TIMER_MS = 2_147_483_647;
const MAX_SDK_CHARACTERS = 100_000_000;
const MAX_PORT = 65_535;

/** `codeseam mcp`: resolves to the exit status when the client is gone. */
export async function mcpCommand(args: readonly string[]): Promise<number> {
  const { values } = parseOptions({
    args: [...args],
    options: {
      ...RUNTIME_OPTIONS,
      config: { type: 'string' },
      http: { type: 'string' },
      'connect-ms': { type: 'string' },
      'sdk-characters': { type: 'string' },
    },
  });
  if (values.config === undefined) throw new UsageError('Expected --config FILE, which names the servers');
  const port = wholeNumber('--http', values.http, `a port from 0 to ${MAX_PORT}`, 0, MAX_PORT);
  const connectMs = wholeNumber(
    '--connect-ms',
    values['connect-ms'],
    `a whole number of ms from 1 to ${MAX_TIMER_MS}`,
    1,
    MAX_TIMER_MS,
  );
  const maxSdkCharacters = wholeNumber(
    '--sdk-characters',
    values['sdk-characters'],
    `a whole number of characters, at most ${MAX_SDK_CHARACTERS}`,
    0,
    MAX_SDK_CHARACTERS,
  );
  const { file, text } = await readText(values.config);
  const own = ownServer(file, process.env);
  if (own !== undefined) {
    // The command that started this one shows its user what is said last.
    say(`server "${own}" is this command itself: leave it out of ${file}`);
    return 2;
  }
  const servers = withAncestry(readConfig(text, process.env), file, process.env);
  const serve = await loadServe();
  const runtime = createRuntime(values, {});
  const options = { servers, runtime, connectMs: connectMs ?? DEFAULT_CONNECT_MS, maxSdkCharacters };
  return serve(options, port);
}

async function readText(config: string): Promise<{ file: string; text: string }> {
  try {
    // Whoever reads the message may not know the working directory that a client chose.
    const file = await realpath(resolve(config));
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    throw new UsageError(
      `The config cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The SDK is the user's to install, and only this command needs it. */
async function loadServe() {
  try {
    return (await import('./mcp/serve.ts')).serve;
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes('@modelcontextprotocol')) throw error;
    throw new UsageError(
      'The command "mcp" needs a package that is not installed: npm install @modelcontextprotocol/sdk',
    );
  }
}
