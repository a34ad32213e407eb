import { containerProblem } from '../../src/node/process/container.ts';
import type { Attack, BackendName, Kind } from './attack.ts';

/** Whether everything is tried (`npm run attacks`), or what may differ between backends (`npm test`). */
export const AT_LENGTH = process.env['CODESEAM_AT_LENGTH'] === '1';

/** Kinds for which the walls of a container matter; to all others it is a process. */
const WALLS = new Set(['memory', 'substrate', 'network and storage']);

/** Kinds that guest, codec and parser decide, which a process shares with a thread. */
const ABOVE_THE_SUBSTRATE = new Set([
  ...['names', 'exotic values', 'deep values', 'patched realm'],
  ...['escapes', 'late failures', 'late traffic', 'junk frames'],
]);

/** Kinds that only guest and codec decide: in a page they are what they are on Node. */
const WITHIN_THE_GUEST = new Set(['names', 'exotic values', 'deep values']);

/** Kinds for which it matters where in the page the worker lives. */
const HOUSING = new Set(['floods', 'memory', 'cross-run channels', 'network and storage']);

const isPage = (backend: BackendName): boolean => backend === 'frame' || backend === 'page worker';

/** Why an attack is not tried on a backend, in words; '' when it is. */
export function reasonAgainst({ kind }: Kind, attack: Attack, backend: BackendName): string {
  const own = attack.not?.[backend];
  if (own !== undefined) return own;
  const later = attack.atLength?.[backend];
  if (!AT_LENGTH && later !== undefined) return `${later}; npm run attacks tries it`;
  if (backend === 'container' && containerProblem() !== '') return containerProblem();
  if (backend === 'container' && !WALLS.has(kind))
    return 'as in a process: no wall of a container is involved';
  if (!AT_LENGTH && backend === 'process' && ABOVE_THE_SUBSTRATE.has(kind) && attack.guest !== 'pipe')
    return 'as in a thread: guest, codec and parser are the same; npm run attacks tries it';
  if (!AT_LENGTH && backend === 'container' && kind === 'memory')
    return 'as in a process: the means are the same; npm run attacks tries it';
  if (!AT_LENGTH && backend === 'frame' && WITHIN_THE_GUEST.has(kind))
    return 'as in a thread: guest and codec are the same; npm run attacks tries it';
  if (!AT_LENGTH && backend === 'page worker' && attack.guest === 'forged')
    return 'as in a thread: the host and its parser are the same; npm run attacks tries it';
  if (backend === 'page worker' && !HOUSING.has(kind) && !attack.guest)
    return 'as in a frame: the guest and the host are the same';
  if (attack.guest === 'pipe' && (isPage(backend) || backend === 'thread')) return 'there is no pipe';
  if (attack.realm === 'node' && isPage(backend)) return "a page has no realm of Node's own";
  if (attack.guest === 'forged' && backend === 'frame')
    return 'a forged guest is a worker of the page: see page worker';
  return '';
}
