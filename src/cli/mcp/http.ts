import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { UsageError } from '../usage.ts';
import { clientGone } from './client-gone.ts';
import { orAborted } from './or-aborted.ts';

const PATH = '/mcp';

/** Clients that go without a word leave their sessions behind: beyond this, one that nobody waits for is ended. */
const MAX_SESSIONS = 100;

/** How long the end of a session waits for the answers that are due. */
const FAREWELL_MS = 1_000;

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves Streamable HTTP on the loopback address, a session for every client that asks for one.
 * @throws UsageError when the port cannot be had.
 */
export async function listen(port: number, createSession: () => Server): Promise<Listener> {
  const sessions = new Sessions(createSession);
  const http = createServer((request, response) => {
    sessions.answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once('listening', resolve);
    http.once('error', (error) => reject(new UsageError(`Port ${port} cannot be used: ${error.message}`)));
    http.listen(port, '127.0.0.1');
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      await sessions.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

interface Session {
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
  /** What is not answered in full: requests, and the stream on which a client listens. */
  readonly open: Set<Exchange>;
}

interface Exchange {
  readonly isRequest: boolean;
  /** Fires when nobody waits for the answer any more. */
  readonly gone: AbortController;
  readonly ended: Promise<void>;
}

class Sessions {
  readonly #createSession: () => Server;
  /** The one used last is the last. */
  readonly #sessions = new Map<string, Session>();

  constructor(createSession: () => Server) {
    this.#createSession = createSession;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    // A page of some site may have our address resolved under its own name. What it cannot do is lie about these two.
    if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin))) {
      return refuse(response, 403, 'Only requests to and from this machine are answered');
    }
    if (new URL(request.url ?? '', 'http://localhost').pathname !== PATH) {
      return refuse(response, 404, `There is nothing here but ${PATH}`);
    }
    const id = request.headers['mcp-session-id'];
    if (id === undefined && this.#sessions.size >= MAX_SESSIONS && !this.#idle()) {
      return refuse(response, 503, `All of the ${MAX_SESSIONS} sessions are busy`);
    }
    const session = id === undefined ? await this.#begin() : this.#use(String(id));
    if (!session) return refuse(response, 404, 'Session not found');
    if (request.method === 'DELETE') await finish(session, 'the client ended its session');
    const { gone } = this.#exchange(session, request, response);
    await clientGone.run(gone.signal, () => session.transport.handleRequest(request, response));
    // It was not a greeting, and has been told so.
    if (session.transport.sessionId === undefined) await session.server.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  #use(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (!session) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  async #begin(): Promise<Session> {
    const server = this.#createSession();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
        this.#trim();
      },
    });
    const session: Session = { server, transport, open: new Set() };
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    await server.connect(transport as Transport);
    return session;
  }

  #exchange({ open }: Session, { method }: IncomingMessage, response: ServerResponse): Exchange {
    const gone = new AbortController();
    const ended = new Promise<void>((resolve) => response.on('close', resolve));
    const exchange = { isRequest: method === 'POST', gone, ended };
    open.add(exchange);
    response.on('close', () => {
      if (!response.writableFinished) gone.abort(new Error('the client went away'));
      open.delete(exchange);
      this.#trim();
    });
    return exchange;
  }

  #trim(): void {
    while (this.#sessions.size > MAX_SESSIONS) {
      const idle = this.#idle();
      if (!idle) return;
      this.#sessions.delete(idle.transport.sessionId ?? '');
      void idle.server.close();
    }
  }

  /** The session that is missed least: of those without a listener the one unused for longest, else of all. */
  #idle(): Session | undefined {
    const idle = [...this.#sessions.values()].filter(({ open }) => !requestsOf(open).length);
    return idle.find(({ open }) => open.size === 0) ?? idle[0];
  }
}

/** Stops what the requests of a session do, and lets them have their answers: the transport would end them without. */
async function finish({ open }: Session, reason: string): Promise<void> {
  const requests = requestsOf(open);
  for (const { gone } of requests) gone.abort(new Error(reason));
  const answered = Promise.all(requests.map(({ ended }) => ended));
  await orAborted(answered, AbortSignal.timeout(FAREWELL_MS)).catch(() => {});
}

function requestsOf(open: ReadonlySet<Exchange>): Exchange[] {
  return [...open].filter(({ isRequest }) => isRequest);
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', error: { code: -32000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
