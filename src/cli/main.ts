#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { version } from '../../package.json' with { type: 'json' };
import { mcpCommand } from './mcp-command.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage.ts';

const RUN_USAGE = `Usage: codeseam run [program.ts] [options]

Runs one TypeScript program in a fresh, contained worker. Without a file, or with "-", the program is read from
standard input. What the program logs goes to standard error as it happens, its result to standard output.

Options
  --bindings FILE   an ES module whose exports the program may call: a default export that is a list of
                    { global, functions }, or named functions, which become members of "tools"
  --json            print the whole result as one JSON object on standard output, and nothing else there; where the
                    value holds what is no JSON there is a text, and "inexact" lists those places as JSON Pointers
  --compute-ms N    budget of busy time, in milliseconds (default 60000)
  --wall-ms N       budget of elapsed time, in milliseconds (default 600000)
  --memory-mb N     memory of the program, in MiB (default 512)
  --log-bytes N     log text kept, in bytes (default 1048576)
  --value-bytes N   the largest value that may cross, either way, in bytes (default 67108864)
  --realm NAME      "bare" (default) or "node"; "node" gives the program the authority of a shell on this machine
  --isolation NAME  "worker-thread" (default), "process", or "container" (Linux with bubblewrap)
  --help            print this text

Exit status: 0 the program returned, 1 it failed, 2 the command was misused.
`;

const MCP_USAGE = `Usage: codeseam mcp --config FILE [options]

An MCP server that offers the tools of other MCP servers as one tool, run_code: the model writes a program that calls
them, and only what the program returns or logs reaches the model. It speaks over standard input and output. Needs the
package @modelcontextprotocol/sdk.

FILE is JSON in the format that MCP clients use:
  { "mcpServers": { "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] },
                    "search": { "url": "https://example.com/mcp", "headers": { "authorization": "Bearer \${TOKEN}" } } } }
A server has "command", with "args", "env" and "cwd", or "url", with "headers"; "type" ("stdio", "http" or "sse") and
"disabled" are optional. \${NAME} and \${NAME:-default} stand for variables of the environment, of which a server gets
no others than HOME, PATH and the like. Servers that ask for a login are not supported.
A server that is this command with the same FILE, as in a FILE that a client uses, too, does not start.

A program finds each tool as tools.<server>__<tool>, in quotes where the name asks for it: tools["my-files__read"].
Hence no name of a server may have "__" in it or "_" at its end. A server that does not start, or ends, is tried again;
meanwhile calls of its tools fail, and the description of run_code says that it is not there. When the declarations of
all tools are too long for that description, search_tools and describe_tools give them piece by piece.

Options
  --http PORT         speak Streamable HTTP on 127.0.0.1 instead, at any free port for 0; standard error has the address;
                      whatever runs on this machine may connect, pages of other sites may not; all clients share the
                      servers, and the runtime of their programs
  --connect-ms N      how long a server may take to connect, in milliseconds (default 30000)
  --sdk-characters N  how long the declarations in the description may be, in characters (default 60000)
  --compute-ms N      budget of busy time of one program, in milliseconds (default 60000)
  --wall-ms N         budget of elapsed time of one program, in milliseconds (default 600000)
  --memory-mb N       memory of one program, in MiB (default 512)
  --log-bytes N       log text kept, in bytes (default 1048576)
  --value-bytes N     the largest value that may cross, either way, in bytes (default 67108864)
  --isolation NAME    "worker-thread" (default), "process", or "container" (Linux with bubblewrap)
  --help              print this text

Exit status: 0 the client has gone or a signal came, 2 the command was misused.
`;

interface Command {
  readonly usage: string;
  run(args: readonly string[]): Promise<number>;
}

const COMMANDS = new Map<string | undefined, Command>([
  ['run', { usage: RUN_USAGE, run: runCommand }],
  ['mcp', { usage: MCP_USAGE, run: mcpCommand }],
]);

async function main([name, ...rest]: readonly string[]): Promise<number> {
  const command = COMMANDS.get(name);
  const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (isHelp(name) || name === 'help') {
    process.stdout.write(`${RUN_USAGE}\n\n${MCP_USAGE}\n\ncodeseam --version prints the version\n`);
    return 0;
  }
  try {
    if (!command) {
      throw new UsageError(
        name === undefined ? 'Expected a command' : `Unknown command "${name}": expected "run" or "mcp"`,
      );
    }
    if (rest.some(isHelp)) {
      process.stdout.write(command.usage);
      return 0;
    }
    return await command.run(rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [usage] = (command?.usage ?? 'Usage: codeseam run|mcp [options]').split('\n', 1);
    process.stderr.write(`codeseam: ${error.message}\n${usage}; codeseam --help lists them\n`);
    return 2;
  }
}

// The engine would spend seconds on making the compiler of programs, which is WebAssembly, faster than any command needs,
// and could not exit before it is done.
for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag);

// Whoever reads the output may have had enough of it: nothing is left to say to them.
process.stdout.on('error', () => process.exit());

process.exitCode = await main(process.argv.slice(2));
// What the bindings still wait for must not keep a finished command alive.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
