// A small web server of the tests: it serves the built package, and counts every request that nobody should make.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export interface Answer {
  readonly body?: string | Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
  readonly status?: number;
}

export interface Site {
  readonly origin: string;
  /** Of a socket that counts datagrams: what speaks QUIC shows there. */
  readonly datagramPort: number;
  /** Requests for what nobody serves, upgrades and datagrams among them: the doors that were opened. */
  readonly strays: string[];
  /** Serves this at a path from now on. */
  serve(path: string, answer: Answer): void;
  /** Serves the files of a folder below a path from now on. */
  serveFolder(path: string, folder: string): void;
  /** Hands over what pages POST to `/say/<page>/<topic>`. */
  onSaid(listener: (page: string, topic: string, value: unknown) => void): void;
  close(): Promise<void>;
}

/** Starts the server, with the package at `/dist/` and the compiler at `/esbuild.wasm`. */
export async function openSite(): Promise<Site> {
  const answers = new Map<string, Answer>();
  const strays: string[] = [];
  let said = (_page: string, _topic: string, _value: unknown): void => {};

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const [, door, page, topic] = path.split('/');
    if (door === 'say') {
      said(page ?? '', topic ?? '', JSON.parse(await textOf(request)));
      response.writeHead(204).end();
      return;
    }
    const answer = answers.get(path);
    if (answer === undefined) strays.push(`${request.method} ${path}`);
    const { body, headers, status } = answer ?? welcome(path);
    const type = TYPES[extname(path)] ?? 'text/html';
    response.writeHead(status ?? 200, { 'content-type': type, 'cache-control': 'no-cache', ...headers });
    response.end(body);
  }

  const server = createServer((request, response) => void handle(request, response));
  server.on('upgrade', (request, socket) => {
    strays.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  const datagrams = createSocket('udp4', () => strays.push('DATAGRAM'));
  datagrams.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);

  const site: Site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    datagramPort: datagrams.address().port,
    strays,
    serve: (path, answer) => void answers.set(path, answer),
    serveFolder(path, folder) {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = `${folder}/${name}`;
        if (statSync(file).isFile())
          answers.set(`${path}/${name.replaceAll('\\', '/')}`, { body: readFileSync(file) });
      }
    },
    onSaid(listener) {
      said = listener;
    },
    async close() {
      datagrams.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  for (const name of readdirSync(`${ROOT}dist`)) {
    if (TYPES[extname(name)]) site.serve(`/dist/${name}`, { body: readFileSync(`${ROOT}dist/${name}`) });
  }
  site.serve('/esbuild.wasm', { body: readFileSync(`${ROOT}node_modules/esbuild-wasm/esbuild.wasm`) });
  return site;
}

/** What a stray gets: all that it could wish for, so that nothing but containment keeps it from being made. */
function welcome(path: string): Answer {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-private-network': 'true',
  };
  return path.endsWith('.js') ? { headers, body: 'globalThis.entered = true;' } : { headers, body: 'open' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
