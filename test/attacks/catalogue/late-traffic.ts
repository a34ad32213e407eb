import type { Kind } from '../attack.ts';

/** What comes after a run has settled: nothing is called, nothing is logged. */
export const lateTraffic: Kind = {
  kind: 'late traffic',
  attacks: [
    {
      name: '1 000 calls after completion',
      guest: 'forged',
      program:
        'done(); for (let id = 1; id <= 1_000; id++) call(id); await sleep(100); for (let id = 2_000; id < 3_000; id++) call(id)',
      returns: 1,
      calls: 0,
    },
    {
      name: 'calls around a completion, in one frame',
      guest: 'forged',
      program: `send('[["call",1,0,0,3],["done",2],["call",2,0,0,3]]\\nJ[]J1J[]')`,
      returns: 1,
      calls: 1,
    },
    {
      name: 'logs after completion',
      guest: 'forged',
      program: "done(); for (let n = 0; n < 1_000; n++) log('late')",
      returns: 1,
    },
    {
      name: 'two more outcomes after the first',
      guest: 'forged',
      program: `done(); send('[["fail",0,4,1,1]]\\noops'); done('J2')`,
      returns: 1,
    },
    {
      name: 'a completion after a failure',
      guest: 'forged',
      program: `send('[["fail",0,4,1,1]]\\noops'); done()`,
      fails: ['exception'],
      says: 'oops',
    },
    {
      name: 'junk after completion',
      guest: 'forged',
      program: "done(); send('junk'); send('[[]]\\n')",
      returns: 1,
    },
    {
      name: 'a hot loop of frames after completion',
      guest: 'forged',
      program: 'done(); const until = Date.now() + 500; for (let id = 1; Date.now() < until; id++) call(id)',
      returns: 1,
      calls: 0,
    },
    {
      name: 'calls of what a program left running',
      program: `
        (async () => { for (;;) { await new Promise((r) => setTimeout(r, 1)); tools.note() } })();
        setInterval(() => console.log('late'), 1);
        return 1`,
      returns: 1,
    },
    {
      name: 'replies to calls that nobody waits for',
      program: 'tools.giveLate(); tools.failLate().catch(() => {}); tools.never(); return 1',
      returns: 1,
      calls: 3,
    },
    {
      name: 'a loop of calls that is aborted',
      program:
        'await tools.abort(); for (;;) { tools.note().catch(() => {}); await tools.failLate().catch(() => {}) }',
      fails: ['abort'],
      says: 'enough',
    },
    {
      name: 'calls in flight when a budget expires',
      program: 'for (let n = 0; n < 100; n++) tools.giveLate(); tools.failLate(); for (;;);',
      fails: ['timeout'],
      limits: { computeMs: 300 },
    },
  ],
};
