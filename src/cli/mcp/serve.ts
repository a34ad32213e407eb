import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { listen } from './http.ts';
import { Offer, type OfferOptions } from './offer.ts';
import { say } from './say.ts';
import { createSession } from './session.ts';

/** Clients that close their end wait about two seconds before they do worse. */
const CLOSE_MS = 5_000;

/** Serves until the client is gone or a signal comes, and resolves when nothing is left that was started. */
export async function serve(options: OfferOptions, port: number | undefined): Promise<void> {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  let offer: Offer;
  // A port that cannot be had is found out before any server is started.
  const http = port === undefined ? undefined : await listen(port, () => createSession(offer));
  offer = new Offer(options);
  if (http) say(`listening on ${http.url}`);
  const session = http ?? (await speakOverStdio(offer, stop));
  await stopped;
  // Servers that did not end by then are killed as this process exits.
  setTimeout(() => process.exit(1), CLOSE_MS).unref();
  await session.close();
  await offer.close().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
}

async function speakOverStdio(offer: Offer, onGone: () => void): Promise<{ close(): Promise<void> }> {
  process.stdin.once('end', onGone);
  process.stdin.once('close', onGone);
  const transport = new StdioServerTransport();
  // It gives up on input that it cannot read.
  transport.onclose = onGone;
  const session = createSession(offer);
  await session.connect(transport);
  return session;
}
