import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ChildServer } from './config.ts';
import { forEachLine } from './lines.ts';
import { MAX_MESSAGE_BYTES, MessageLines } from './message-lines.ts';

/** How long a server is waited for after the end of its input, and once more after SIGTERM. */
const GRACE_MS = 700;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const children = new Set<Child>();
// However this process ends, short of a kill, no server stays behind.
process.on('exit', () => {
  for (const child of children) killGroup(child, 'SIGKILL');
});

/** The transport to a server that is a process. `onLine` sees each line that the server writes to its standard error. */
export function childTransport(server: ChildServer, onLine: (line: string) => void): Transport {
  if (process.platform !== 'win32') return new ChildTransport(server, onLine);
  // Windows has neither groups nor scripts that can be started as they are: the SDK knows how.
  const { command, args, env, cwd } = server;
  const where = cwd === undefined ? {} : { cwd };
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env,
    ...where,
    stderr: 'pipe',
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  if (transport.stderr) forEachLine(transport.stderr as Readable, onLine);
  return transport;
}

/**
 * Like the SDK's transport, but the server leads a process group of its own, which ends with it. Most servers are started
 * by a launcher (`npx`, `uvx`, a shell), and a launcher that is killed leaves them behind.
 */
class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #server: ChildServer;
  readonly #onLine: (line: string) => void;
  readonly #incoming = new MessageLines();
  #child: Child | undefined;
  #closed = Promise.resolve();

  constructor(server: ChildServer, onLine: (line: string) => void) {
    this.#server = server;
    this.#onLine = onLine;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      cwd,
    });
    this.#child = child;
    children.add(child);
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    forEachLine(child.stderr, this.#onLine);
    // What a launcher leaves behind would hold the pipes open for ever.
    child.on('exit', () => killGroup(child, 'SIGTERM'));
    this.#closed = new Promise((resolve) => {
      child.on('close', () => {
        children.delete(child);
        this.onclose?.();
        resolve();
      });
    });
    return new Promise((resolve, reject) => {
      child.on('spawn', resolve);
      child.on('error', (error) => {
        // It never was: there is nothing to close.
        if (child.pid === undefined) this.#child = undefined;
        reject(error);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('The server has ended');
    await new Promise<void>((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.stdin.end();
    if (await this.#closesWithin(GRACE_MS)) return;
    killGroup(child, 'SIGTERM');
    if (await this.#closesWithin(GRACE_MS)) return;
    killGroup(child, 'SIGKILL');
    // What has left the group may still hold the pipes.
    if (!(await this.#closesWithin(GRACE_MS)))
      for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
    await this.#closed;
  }

  async #closesWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, ms, false)));
    const closed = await Promise.race([this.#closed.then(() => true), late]);
    clearTimeout(timer);
    return closed;
  }

  #receive(piece: Buffer): void {
    let lines: string[];
    try {
      lines = this.#incoming.take(piece);
    } catch (error) {
      // Nothing after it can be read.
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (const line of lines) {
      try {
        this.onmessage?.(deserializeMessage(line));
      } catch (error) {
        // Many a server prints what it does, too.
        this.onerror?.(error as Error);
      }
    }
  }
}

function killGroup(child: Child, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
