import type { CodeTool } from '../../code-mode/types.ts';
import type { ServerConfig } from './config.ts';
import { Upstream } from './upstream.ts';

/** Clients wait for the list of tools when they start. A server that needs longer joins later. */
const READY_MS = 10_000;

/** All the servers of a config. One that is broken is a note, and never an error. */
export class Upstreams {
  readonly #members: readonly Upstream[];
  readonly #ready: Promise<unknown>;

  constructor(servers: readonly ServerConfig[], connectMs: number, onChange: () => void) {
    this.#members = servers.map((server) => new Upstream(server, connectMs, onChange));
    const late = new Promise((resolve) => setTimeout(resolve, READY_MS).unref());
    this.#ready = Promise.race([Promise.all(this.#members.map((member) => member.start())), late]);
  }

  get names(): string[] {
    return this.#members.map(({ name }) => name);
  }

  get tools(): CodeTool[] {
    return this.#members.flatMap(({ tools }) => tools);
  }

  /** The names of the servers that are not there. */
  get away(): string[] {
    return this.#members.filter(({ isAway }) => isAway).map(({ name }) => name);
  }

  /** Resolves when the first attempts have been made, or took too long. */
  async ready(): Promise<void> {
    await this.#ready;
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }
}
