#!/usr/bin/env node
import { runCommand } from './run-command.ts';
import { UsageError } from './usage.ts';

const USAGE = `Usage: codeseam run [program.ts] [options]

Runs one TypeScript program in a fresh, contained worker. Without a file, or with "-", the program is read from
standard input. What the program logs goes to standard error as it happens, its result to standard output.

Options
  --bindings FILE   an ES module whose exports the program may call: a default export that is a list of
                    { global, functions }, or named functions, which become members of "tools"
  --json            print the whole result as one JSON object on standard output, and nothing else there
  --compute-ms N    budget of busy time, in milliseconds (default 60000)
  --wall-ms N       budget of elapsed time, in milliseconds (default 600000)
  --realm NAME      "bare" (default) or "node"; "node" gives the program the authority of a shell on this machine
  --isolation NAME  "worker-thread" (default), "process", or "container" (Linux with bubblewrap)
  --help            print this text

Exit status: 0 the program returned, 1 it failed, 2 the command was misused.
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    if (command === 'run' && (rest.includes('--help') || rest.includes('-h'))) {
      process.stdout.write(USAGE);
      return 0;
    }
    if (command === 'run') return await runCommand(rest);
    throw new UsageError(
      command === undefined ? 'Expected a command' : `Unknown command "${command}": expected "run"`,
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(
      `codeseam: ${error.message}\nUsage: codeseam run [program.ts] [options]; codeseam --help lists them\n`,
    );
    return 2;
  }
}

// Whoever reads the output may have had enough of it: nothing is left to say to them.
process.stdout.on('error', () => process.exit());

process.exitCode = await main(process.argv.slice(2));
// What the bindings still wait for must not keep a finished command alive.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
