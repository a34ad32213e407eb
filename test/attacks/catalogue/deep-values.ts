import type { Kind } from '../attack.ts';

const nest = (levels: number, around: string): string =>
  `let deep: any = 1; for (let level = 0; level < ${levels}; level++) deep = ${around};`;

const told = '.then(() => "crossed", (error) => error.name)';

/** Values of very many levels: they cross, or the error is clear; never the host's stack, never a hang. */
export const deepValues: Kind = {
  kind: 'deep values',
  attacks: [
    {
      name: '1 900 levels, there and back',
      program: `${nest(1_900, '[deep]')} let levels = 0; for (let at = await tools.echo(deep); at !== 1; at = at[0]) levels++; return levels`,
      returns: 1_900,
    },
    {
      name: '10 000 levels of arrays as an argument',
      program: `${nest(10_000, '[deep]')} return await tools.echo(deep)${told}`,
      returns: 'TypeError',
      calls: 0,
    },
    {
      name: '200 000 levels of objects as an argument',
      program: `${nest(200_000, '{ deep }')} return await tools.echo(deep)${told}`,
      returns: 'TypeError',
      calls: 0,
    },
    {
      name: '200 000 levels of maps as a value',
      program: `${nest(200_000, 'new Map([[1, deep]])')} return deep`,
      fails: ['invalid-output'],
    },
    {
      name: '50 000 causes of an error as a value',
      program: `${nest(50_000, "new Error('x', { cause: deep })")} return deep`,
      fails: ['invalid-output'],
    },
    {
      name: '20 000 causes of an error that is thrown',
      program: `${nest(20_000, "new Error('x', { cause: deep })")} throw deep`,
      fails: ['exception'],
    },
    {
      name: '100 000 levels in a log',
      program: `${nest(100_000, '[{ deep }]')} console.log(deep, '%o', deep); return 1`,
      returns: 1,
    },
    {
      name: 'a getter that always goes one level deeper',
      program: 'const endless = () => ({ get deeper() { return endless() } }); return endless()',
      fails: ['invalid-output'],
    },
    {
      name: '200 000 levels as a resolution',
      program: 'return await tools.giveDeep().then(() => "crossed", (error) => error instanceof Error)',
      returns: true,
    },
    {
      name: 'frames of 5 000 levels that a forged guest made',
      guest: 'forged',
      program: "done('J' + '['.repeat(5e3) + ']'.repeat(5e3))",
      fails: ['worker-exit'],
    },
    {
      name: 'arguments of 1 000 000 levels that a forged guest made',
      guest: 'forged',
      program: "call(1, 0, 0, 'J' + '['.repeat(1e6) + ']'.repeat(1e6)); done()",
      fails: ['worker-exit'],
      calls: 0,
    },
  ],
};
