import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { type McpClient, mcpTools } from '../../code-mode/adapters/mcp.ts';
import { quoted } from '../../code-mode/sdk/spelling.ts';
import type { CodeTool } from '../../code-mode/types.ts';
import { Backoff } from './backoff.ts';
import type { ServerConfig } from './config.ts';
import { dial } from './dial.ts';
import { orAborted } from './or-aborted.ts';
import { say } from './say.ts';

/** Between the name of a server and that of its tool. */
export const SEPARATOR = '__';

/** How long a server at an address may take to say that it is still there, when a stream of it broke. */
const PROBE_MS = 5_000;

/** Lines of a process that are looked through when it failed to start. */
const KEPT_LINES = 10;

/** How long such a server may take to end our session. */
const FAREWELL_MS = 1_000;

/**
 * One server and the connection to it, which is made anew when it was lost: at once when it had been of use, else after
 * waits that double. Its tools stay known meanwhile, and a call of one of them connects when it may.
 */
export class Upstream {
  readonly #server: ServerConfig;
  readonly #connectMs: number;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  readonly #backoff = new Backoff();
  #tools: readonly CodeTool[] = [];
  #isAway = true;
  /** Why it is away, as told so far: a server that ends may do so in one way or another, attempt for attempt. */
  readonly #told = new Set<string>();
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastLines: readonly string[] = [];
  #listings = Promise.resolve();
  #isStale = false;

  /** `onChange`: its tools, or whether they can be had, may be others now. */
  constructor(server: ServerConfig, connectMs: number, onChange: () => void) {
    this.#server = server;
    this.#connectMs = connectMs;
    this.#onChange = onChange;
  }

  get name(): string {
    return this.#server.name;
  }

  /** As they were listed last. */
  get tools(): readonly CodeTool[] {
    return this.#tools;
  }

  /** Whether it is still starting, or the last attempt to connect failed. Why is for people: it may name files, and quote what the server said. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Makes the first attempt to connect. Never rejects. */
  async start(): Promise<void> {
    await this.#connect().catch(() => {});
  }

  /** Ends the connection, and the process with it. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('codeseam is closing'));
    clearTimeout(this.#timer);
    await this.#connecting?.catch(() => {});
    const client = this.#client;
    if (client?.transport instanceof StreamableHTTPClientTransport) {
      const ended = client.transport.terminateSession();
      await orAborted(ended, AbortSignal.timeout(FAREWELL_MS)).catch(() => {});
    }
    await client?.close().catch(() => {});
  }

  #connect(): Promise<Client> {
    clearTimeout(this.#timer);
    this.#connecting ??= this.#attempt().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #attempt(): Promise<Client> {
    const late = new Error(`it did not answer within ${this.#connectMs} ms`);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(late), this.#connectMs);
    const signal = AbortSignal.any([this.#closing.signal, limit.signal]);
    let client: Client | undefined;
    this.#lastLines = [];
    try {
      client = await dial(this.#server, signal, (line) => this.#hear(line));
      await this.#adopt(client, signal);
      return client;
    } catch (error) {
      await client?.close().catch(() => {});
      throw this.#failed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async #adopt(client: Client, signal: AbortSignal): Promise<void> {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.#refresh(client));
    client.onclose = () => this.#lost(client);
    client.onerror = () => void this.#probe(client);
    this.#tools = await this.#list(client, signal);
    if (!client.transport) throw new Error('it ended');
    this.#client = client;
    this.#isAway = false;
    this.#told.clear();
    say(`server "${this.name}" is connected, tools: ${this.#tools.length}`);
    this.#onChange();
  }

  async #list(client: Client, signal: AbortSignal): Promise<CodeTool[]> {
    if (!client.getServerCapabilities()?.tools) return [];
    // Calls outlive the connection that listed their tools.
    const link: McpClient = {
      request: (request, schema, options) =>
        request.method === 'tools/list'
          ? client.request(request as never, schema, options)
          : this.#call(request, schema, options),
    };
    return mcpTools(link, { prefix: this.name + SEPARATOR, signal });
  }

  async #call(...[request, schema, options]: Parameters<McpClient['request']>): Promise<unknown> {
    const client = this.#client ?? (await orAborted(this.#reconnected(), options?.signal));
    try {
      const result = await client.request(request as never, schema, options);
      this.#backoff.reset();
      return result;
    } catch (error) {
      // A server at an address that has forgotten the session, as after a restart, says so by its status.
      if ((error as { code?: unknown } | null)?.code === 404) this.#lost(client);
      // What the server answered is for the program. The rest is of the way to it, and may tell of this machine.
      if (error instanceof McpError || options?.signal?.aborted) throw error;
      say(`server "${this.name}" cannot be called: ${reasonOf(error)}`);
      throw this.#away();
    }
  }

  async #reconnected(): Promise<Client> {
    if (this.#closing.signal.aborted) throw this.#closing.signal.reason;
    const wait = this.#connecting ? 0 : this.#backoff.remainingMs;
    if (wait === 0) return this.#connect();
    const seconds = Math.ceil(wait / 1_000);
    throw this.#away(`; next attempt in ${seconds} s`);
  }

  #failed(error: unknown): Error {
    const reason = reasonOf(error);
    const said = tellingLine(this.#lastLines);
    const problem = said === undefined ? reason : `${reason} (it said: ${said})`;
    if (!this.#closing.signal.aborted) {
      if (!this.#told.has(problem)) say(`server "${this.name}" is not available: ${problem}`);
      this.#told.add(problem);
      this.#isAway = true;
      this.#connectIn(this.#backoff.failed());
      this.#onChange();
    }
    return this.#away();
  }

  /** All that a program, and so a model, is told: no word of the server's or the system's. */
  #away(more = ''): Error {
    return new Error(`The server ${quoted(this.name)} is not available${more}`);
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (this.#closing.signal.aborted) return;
    void client.close().catch(() => {});
    say(`the connection to server "${this.name}" was lost`);
    this.#connectIn(this.#backoff.lost());
  }

  #connectIn(ms: number): void {
    this.#timer = setTimeout(() => void this.start(), ms);
  }

  #refresh(client: Client): void {
    // However often the server says so while it is asked, it is asked once more.
    if (this.#isStale) return;
    this.#isStale = true;
    this.#listings = this.#listings.then(async () => {
      this.#isStale = false;
      if (this.#client !== client) return;
      try {
        this.#tools = await this.#list(client, this.#closing.signal);
        this.#onChange();
      } catch (error) {
        say(`server "${this.name}" cannot list its tools: ${reasonOf(error)}`);
      }
    });
  }

  async #probe(client: Client): Promise<void> {
    // A process is heard of when it ends. An address is not, and calls would wait for answers that cannot come.
    if (this.#client !== client || !('url' in this.#server)) return;
    await client.ping({ timeout: PROBE_MS }).catch(() => this.#lost(client));
  }

  #hear(line: string): void {
    this.#lastLines = [...this.#lastLines.slice(1 - KEPT_LINES), line];
    say(`${this.name}: ${line}`);
  }
}

/** The line that says most of why a process ended: the name of an error, else the last that is not of a dump. */
function tellingLine(lines: readonly string[]): string | undefined {
  return (
    lines.findLast((line) => /^(?:Uncaught )?\w*(?:Error|Exception)\b/.test(line)) ??
    lines.findLast((line) => !/^(?:Node\.js v|\s+at |[\s{}^]+$)/.test(line))
  );
}

/** In words; what `fetch` throws has them in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
