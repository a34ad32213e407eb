import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '../page/site.ts';
import type { Order, Report } from './attack.ts';

/** Tries an attack with the addresses of a site that counts; what reaches the site is a problem. */
export async function besideSite(
  site: Site,
  order: Order,
  play: (order: Order) => Promise<Report>,
): Promise<Report> {
  const before = site.strays.length;
  const addressed = JSON.stringify(order)
    .replaceAll('ORIGIN', site.origin)
    .replaceAll('DATAGRAMS', `https://127.0.0.1:${site.datagramPort}/door`);
  const report = await play(JSON.parse(addressed));
  const opened = site.strays.slice(before).filter((stray) => /\/door|DATAGRAM/.test(stray));
  return { ...report, problems: [...report.problems, ...opened] };
}

/** One site for the tests of a file. */
export function useSite(): () => Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());
  return () => site!;
}
