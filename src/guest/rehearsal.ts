import { encodeValue } from '../bridge/codec.ts';
import { Outbox } from '../bridge/outbox.ts';
import { PROGRAM_HOOK } from '../bridge/program-hook.ts';
import type { RunManifest } from '../bridge/protocol.ts';
import { ProgramRun, type RunParts } from './program-run.ts';
import { consoleOf } from './run-globals.ts';

const MANIFEST: RunManifest = {
  firstLine: 1,
  namespaces: [{ global: 'rehearsal', members: ['call'] }],
  limits: { maxValueBytes: 1_000, maxLogBytes: 1_000, maxPendingCalls: 1 },
};

const SCRIPT = `${PROGRAM_HOOK}(async function () { "use strict"; return { done: [true] }; })`;

/**
 * Takes a program of our own through everything that a run consists of, out of anybody's sight: an engine compiles a
 * function when it is first called, and all of that would be the program's time. Calls back once, when it is over.
 */
export function rehearse(parts: Omit<RunParts, 'global'>, done: () => void): void {
  const stage: { rehearsal?: { call: (value: unknown) => Promise<unknown> } } = {};
  const powers = {
    ...parts.powers,
    post: () => true,
    evaluate(script: string) {
      const problem = parts.powers.evaluate(script);
      // In the middle of the program: without a call that is pending it would be found to wait for nothing.
      const console = consoleOf(run) as { log(...values: unknown[]): void };
      console.log('%s', 'rehearsal', { call: stage.rehearsal?.call({ rehearsal: 1 }) });
      return problem;
    },
    // Asked for when the program is over.
    requestTurn() {
      run.turn();
      deliver({ tag: 'resolve', id: 1, value: encoded({ rehearsal: 1 }), buffers: undefined });
      done();
    },
  };
  const run: ProgramRun = new ProgramRun({ ...parts, powers, global: stage });
  const outbox = new Outbox(run.receive);
  const deliver = (message: Parameters<Outbox['add']>[0]): void => {
    outbox.add(message);
    outbox.flush();
  };
  deliver({ tag: 'run', manifest: JSON.stringify(MANIFEST), script: SCRIPT, program: '', mappings: '' });
}

function encoded(value: unknown): string {
  const encoding = encodeValue(value, { root: 'rehearsal', maxBytes: 1_000 });
  return encoding.outcome === 'encoded' ? encoding.text : '';
}
