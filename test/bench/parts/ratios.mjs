// The short form for CI: a few figures beside raw primitives, no peers. `ratios.test.ts` judges them.
import { interleave } from '../measure.mjs';
import { OPS } from '../ops.mjs';
import { oneAnswer, rawFigure } from '../systems/bare-worker.mjs';
import { KINDS } from './payloads.mjs';

export async function run(report) {
  const { open } = await import('../systems/codeseam.mjs');
  const system = open();
  await OPS.same(system);
  const compare = async (id, codeseam, raw, options) =>
    report.group({
      id,
      title: id,
      unit: '',
      against: ['raw'],
      ...(await interleave({ codeseam, raw }, { warmup: 1, ...options })),
    });
  // The pause lets a spare be booted.
  await compare('same', () => OPS.same(system), oneAnswer, { rounds: 7, pauseMs: 120 });
  const both = (op, args) => [() => OPS[op](system, args), () => rawFigure(op, args)];
  await compare('sequential', ...both('sequential', { count: 500 }), { rounds: 5 });
  await compare('at-once', ...both('atOnce', { count: 1_000, batches: 5 }), { rounds: 3 });
  await compare('objects', ...both('completion', { make: KINDS.objects(1e6) }), { rounds: 5 });
  await compare('string', ...both('completion', { make: KINDS.string(1e6) }), { rounds: 5 });
  await compare('bytes', ...both('completion', { make: KINDS.bytes(1e6) }), { rounds: 5 });
  await system.close();
}
