import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  ErrorCode,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { reaper } from '../../node/process/reaper.ts';
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
  /** Requests that the server has not answered yet. */
  readonly #unanswered = new Set<RequestId>();
  #child: Child | undefined;
  #closed = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(server: ChildServer, onLine: (line: string) => void) {
    this.#server = server;
    this.#onLine = onLine;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    // The system would say that the command is not there.
    if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`its "cwd" is no folder: ${resolvePath(cwd)}`);
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      cwd,
    });
    this.#child = child;
    children.add(child);
    const unwatch = child.pid === undefined ? undefined : reaper.watch(child.pid);
    child.stdin.on('error', () => {});
    child.stdout.on('data', (piece: Buffer) => this.#receive(child, piece));
    forEachLine(child.stderr, this.#onLine);
    // What a launcher leaves behind would hold the pipes open for ever.
    child.on('exit', () => killGroup(child, 'SIGTERM'));
    this.#closed = new Promise((resolve) => {
      child.on('close', () => {
        children.delete(child);
        unwatch?.();
        this.#failUnanswered('ended before it answered: Connection closed');
        this.onclose?.();
        resolve();
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.on('spawn', resolve);
      child.on('error', (error) => {
        // It never was: there is nothing to close.
        if (child.pid === undefined) this.#child = undefined;
        const hint = /\s/.test(command) ? ': arguments go in "args"' : '';
        reject(new Error(error.message + hint));
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    const ended = `The server "${this.#server.name}" has ended`;
    if (!stdin?.writable) throw new Error(ended);
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
    const { data } = CancelledNotificationSchema.safeParse(message);
    if (data?.params.requestId !== undefined) this.#unanswered.delete(data.params.requestId);
    await new Promise<void>((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) =>
        error ? reject(new Error(ended, { cause: error })) : resolve(),
      );
    });
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.stdin.end();
    if (await this.#closesWithin(GRACE_MS)) return;
    killGroup(child, 'SIGTERM');
    if (await this.#closesWithin(GRACE_MS)) return;
    await this.#kill(child);
  }

  async #kill(child: Child): Promise<void> {
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

  #receive(child: Child, piece: Buffer): void {
    try {
      for (const line of this.#incoming.take(piece)) this.#deliver(line);
    } catch (error) {
      // Nothing after it can be read, and a server that goes on writing must not be waited for.
      const { message } = error as Error;
      child.stdout.removeAllListeners('data');
      this.#closing ??= this.#kill(child);
      child.stdout.destroy();
      this.#failUnanswered(message);
      this.onerror?.(new Error(`The server "${this.#server.name}" ${message}`));
    }
  }

  #deliver(line: string): void {
    try {
      const message = deserializeMessage(line);
      if ('id' in message && !('method' in message) && message.id !== undefined)
        this.#unanswered.delete(message.id);
      this.onmessage?.(message);
    } catch (error) {
      // Many a server prints what it does, too.
      this.onerror?.(error as Error);
    }
  }

  /** Answers in place of the server: by itself, the client would only say that the connection is closed. */
  #failUnanswered(problem: string): void {
    const error = {
      code: ErrorCode.ConnectionClosed,
      message: `The server "${this.#server.name}" ${problem}`,
    };
    for (const id of this.#unanswered) this.onmessage?.({ jsonrpc: '2.0', id, error });
    this.#unanswered.clear();
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
