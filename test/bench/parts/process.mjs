// The thread, the process and, where one can be made, the container, side by side.
import { interleave } from '../measure.mjs';
import { OPS } from '../ops.mjs';

/** Long enough for a spare process to be booted, on a busy machine too. */
const PAUSE_MS = 300;

const OBJECTS = `Array.from({ length: 20000 }, (_, i) => ({ id: i, name: 'n' + i, ok: i % 2 === 0, x: i / 3 }))`;

export async function run(report, options) {
  const { open, openProcess } = await import('../systems/codeseam.mjs');
  const systems = { thread: open(), process: openProcess() };
  try {
    systems.container = openProcess({ isolation: 'container' });
    await OPS.same(systems.container);
  } catch (error) {
    delete systems.container;
    report.note(`container: not compared, ${error.message}`);
  }
  const each = (op, args) =>
    Object.fromEntries(Object.entries(systems).map(([name, system]) => [name, () => OPS[op](system, args)]));
  const compare = async (id, title, unit, contenders, rounds, pauseMs = PAUSE_MS) =>
    report.group({
      id,
      title,
      unit,
      against: ['thread'],
      ...(await interleave(contenders, { rounds: options.short ? Math.ceil(rounds / 3) : rounds, pauseMs })),
    });
  const pause = `${PAUSE_MS} ms pause before each run (a spare is ready)`;
  await compare('same', `Same trivial program again, warm runtime, ${pause}`, 'ms', each('same'), 30);
  await compare('distinct', `Distinct trivial programs, warm runtime, ${pause}`, 'ms', each('distinct'), 30);
  await compare(
    'sequential',
    'Round trip of a call, one after the other',
    'us',
    each('sequential', { count: 1_000 }),
    9,
  );
  await compare(
    'at-once',
    '1 000 calls at once, per call',
    'us',
    each('atOnce', { count: 1_000, batches: 5 }),
    9,
  );
  await compare(
    'objects',
    '1 MB of small objects, as completion',
    'ms',
    each('completion', { make: OBJECTS }),
    15,
  );
  await compare(
    'back-to-back',
    'Same trivial program, one run right after the other, no pause (no spare is ready)',
    'ms',
    each('backToBack', { count: 6, same: true }),
    6,
  );
  for (const system of Object.values(systems)) await system.close();
}
