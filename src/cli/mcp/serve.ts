import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { listen } from './http.ts';
import { Offer, type OfferOptions } from './offer.ts';
import { say } from './say.ts';
import { createSession } from './session.ts';

/** Clients that close their end wait about two seconds before they do worse. */
const CLOSE_MS = 5_000;

/** Ends the command, once: with a problem that whoever watches is told, or because it is time. */
type Stop = (problem?: string) => void;

/**
 * Serves until the client is gone or a signal comes, and resolves to the exit status when nothing is left that was
 * started: 1 when the client sent what cannot be read.
 */
export async function serve(options: OfferOptions, port: number | undefined): Promise<number> {
  let stop: Stop = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = (problem) => {
      stop = () => {};
      if (problem !== undefined) say(problem);
      resolve(problem === undefined ? 0 : 1);
    };
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  let offer: Offer;
  // A port that cannot be had is found out before any server is started.
  const http = port === undefined ? undefined : await listen(port, () => createSession(offer));
  offer = new Offer(options);
  if (http) say(`listening on ${http.url}`);
  const session = http ?? (await speakOverStdio(offer, (problem) => stop(problem)));
  const status = await stopped;
  // Servers that did not end by then are killed as this process exits.
  setTimeout(() => process.exit(1), CLOSE_MS).unref();
  await session.close();
  await offer.close().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
  return status;
}

async function speakOverStdio(offer: Offer, stop: Stop): Promise<{ close(): Promise<void> }> {
  process.stdin.once('end', () => stop());
  process.stdin.once('close', () => stop());
  const transport = new StdioServerTransport();
  let problem: string | undefined;
  transport.onerror = (error) => (problem = error.message);
  // It gives up on input that it cannot read.
  transport.onclose = () => stop(`the input cannot be read: ${problem}`);
  const session = createSession(offer);
  await session.connect(transport);
  return session;
}
