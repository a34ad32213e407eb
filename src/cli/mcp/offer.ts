import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { CODE_MODE_LIMITS, type CodeMode, createCodeMode } from '../../code-mode/index.ts';
import { quoted } from '../../code-mode/sdk/spelling.ts';
import type { CodeRuntime } from '../../seam/code-runtime.ts';
import type { ServerConfig } from './config.ts';
import { DESCRIBE_TOOLS, SEARCH_TOOLS } from './registry-tools.ts';
import { Upstreams } from './upstreams.ts';

/** What no declaration says of a tool without an output schema, which most tools of MCP are. */
const RESULTS =
  'Without a declared result, a call gives its text as a string, or the list of content blocks when there is more than text.';

export interface OfferOptions {
  readonly servers: readonly ServerConfig[];
  readonly runtime: CodeRuntime;
  readonly connectMs: number;
  /** Default: that of Code Mode. */
  readonly maxSdkCharacters: number | undefined;
}

interface Current {
  readonly codeMode: CodeMode;
  readonly tools: Tool[];
  /** Equal texts, equal tools. */
  readonly fingerprint: string;
}

/** What clients are offered: it follows what the servers of the config have. */
export class Offer {
  readonly #options: OfferOptions;
  readonly #upstreams: Upstreams;
  readonly #listeners = new Set<() => void>();
  #current: Current | undefined;

  constructor(options: OfferOptions) {
    this.#options = options;
    this.#upstreams = new Upstreams(options.servers, options.connectMs, () => {
      this.#current = undefined;
      for (const listener of this.#listeners) listener();
    });
  }

  /** For the client's system prompt: known before any server is. */
  get instructions(): string {
    const names = this.#upstreams.names.map(quoted).join(', ') || 'none';
    return `The tools of these servers are called from programs, by the tool run_code: ${names}.`;
  }

  /** What is offered now, once the servers have had the time to start. */
  async current(): Promise<Current> {
    await this.#upstreams.ready();
    return this.now();
  }

  now(): Current {
    this.#current ??= this.#make();
    return this.#current;
  }

  /** Calls back when something else may be offered, until the function that it returns is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the servers and the runs. */
  async close(): Promise<void> {
    await Promise.all([this.#upstreams.close(), this.#options.runtime.dispose()]);
  }

  #make(): Current {
    const { runtime, maxSdkCharacters = CODE_MODE_LIMITS.maxSdkCharacters.default } = this.#options;
    const codeMode = createCodeMode({ runtime, tools: this.#upstreams.tools, maxSdkCharacters });
    const { name, inputSchema, description } = codeMode.tool;
    const runCode = {
      name,
      description: [description, RESULTS, ...this.#note()].join('\n\n'),
      inputSchema: { ...inputSchema },
    } as unknown as Tool;
    const isWhole = codeMode.sdk.length <= maxSdkCharacters;
    const tools = isWhole ? [runCode] : [runCode, SEARCH_TOOLS, DESCRIBE_TOOLS];
    return { codeMode, tools, fingerprint: JSON.stringify(tools) };
  }

  #note(): string[] {
    const away = this.#upstreams.away.map(quoted);
    return away.length === 0 ? [] : [`These servers are not available now: ${away.join(', ')}`];
  }
}
