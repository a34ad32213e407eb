import aggregation from './aggregation.program.ts?raw';
import basket from './basket.program.ts?raw';
import codeFromStrings from './code-from-strings.program.ts?raw';
import enumAndDecorators from './enum-and-decorators.program.ts?raw';
import exactPosition from './exact-position.program.ts?raw';
import type { Example } from './example.ts';
import fanOut from './fan-out.program.ts?raw';
import hotLoop from './hot-loop.program.ts?raw';
import largeValue from './large-value.program.ts?raw';
import logFlood from './log-flood.program.ts?raw';
import memoryExhaustion from './memory-exhaustion.program.ts?raw';
import neverSettles from './never-settles.program.ts?raw';
import pagination from './pagination.program.ts?raw';
import prototypeGames from './prototype-games.program.ts?raw';
import reachTheNetwork from './reach-the-network.program.ts?raw';
import retry from './retry.program.ts?raw';
import twoThousandCalls from './two-thousand-calls.program.ts?raw';
import typedErrors from './typed-errors.program.ts?raw';
import unclonableResult from './unclonable-result.program.ts?raw';
import values from './values.program.ts?raw';

export const EXAMPLES: readonly Example[] = [
  {
    id: 'basket',
    title: 'A first program',
    group: 'At work',
    program: basket,
    set: 'shop',
    lesson: 'One program instead of a dozen tool calls: the model reads the few lines that it returned.',
  },
  {
    id: 'fan-out',
    title: 'Fan-out with Promise.all',
    group: 'At work',
    program: fanOut,
    set: 'shop',
    lesson: 'Dozens of calls in the time of a few. Waiting for them costs no busy time.',
  },
  {
    id: 'retry',
    title: 'Retry with a pause',
    group: 'At work',
    program: retry,
    set: 'services',
    lesson: 'What a host function throws is an ordinary rejection in the program, with its message and code.',
  },
  {
    id: 'pagination',
    title: 'Pages of a list',
    group: 'At work',
    program: pagination,
    set: 'documents',
    lesson: 'Async generators work like everything else of the language.',
  },
  {
    id: 'aggregation',
    title: 'Aggregation',
    group: 'At work',
    program: aggregation,
    set: 'shop',
    lesson:
      'A Map with dates in it comes back as a Map with dates in it. console.table prints as it does on Node.',
  },
  {
    id: 'enum-and-decorators',
    title: 'Enum and decorators',
    group: 'At work',
    program: enumAndDecorators,
    set: 'shop',
    lesson: 'Transpiled, not type-checked; what a function body may hold is accepted.',
  },
  {
    id: 'values',
    title: 'Values of every kind',
    group: 'At work',
    program: values,
    set: 'documents',
    lesson: 'Cycles and shared references survive: a ↺ names the place where the same object stands first.',
  },
  {
    id: 'two-thousand-calls',
    title: 'Two thousand calls',
    group: 'At work',
    program: twoThousandCalls,
    set: 'services',
    lesson: 'Forty calls at a time, two thousand in all, and hardly any busy time.',
  },
  {
    id: 'exact-position',
    title: 'An error, to the column',
    group: 'Mistakes',
    program: exactPosition,
    set: 'shop',
    lesson:
      'Positions are those of the text as submitted, through transpilation: a model can mend exactly that.',
  },
  {
    id: 'typed-errors',
    title: 'Typed errors',
    group: 'Mistakes',
    program: typedErrors,
    set: 'shop',
    lesson: 'ShopError is declared by the host. The misspelt member is answered with the nearest names.',
  },
  {
    id: 'unclonable-result',
    title: 'An uncloneable result',
    group: 'Mistakes',
    program: unclonableResult,
    set: 'shop',
    lesson: 'The codec names the place and what to write instead. The logs are kept.',
  },
  {
    id: 'never-settles',
    title: 'Waiting for nothing',
    group: 'Mistakes',
    program: neverSettles,
    set: 'shop',
    lesson: 'The guest knows its calls and timers: with none pending it does not wait for a timeout.',
  },
  {
    id: 'large-value',
    title: 'Five megabytes of value',
    group: 'Mistakes',
    program: largeValue,
    set: 'shop',
    lesson: 'Set the value budget to 1 MB and run again: the failure is called output-limit.',
  },
  {
    id: 'hot-loop',
    title: 'An endless loop',
    group: 'Hostile',
    program: hotLoop,
    set: 'services',
    budgets: { computeMs: 4_000 },
    verdict: 'Stopped by computeMs.',
    lesson: 'The page measured how busy the worker was, and removed the frame it lived in.',
  },
  {
    id: 'memory-exhaustion',
    title: 'Memory exhaustion',
    group: 'Hostile',
    program: memoryExhaustion,
    set: 'shop',
    verdict: 'Stopped by the sandboxed frame.',
    lesson: 'It is a process of its own, which the browser ended. Only the run is lost.',
  },
  {
    id: 'log-flood',
    title: 'A flood of logs',
    group: 'Hostile',
    program: logFlood,
    set: 'shop',
    // So that it is that limit which ends the lines on a slow machine too.
    budgets: { maxLogBytes: 4_194_304, computeMs: 30_000 },
    verdict: 'Cut by maxLogBytes.',
    lesson: 'What is beyond it was dropped and counted, and the run went on.',
  },
  {
    id: 'prototype-games',
    title: 'Prototype games',
    group: 'Hostile',
    program: prototypeGames,
    set: 'shop',
    verdict: 'Stopped by a realm of its own.',
    lesson: 'It broke its own builtins, in its own worker, and the price is still right.',
  },
  {
    id: 'reach-the-network',
    title: 'Reaching the network',
    group: 'Hostile',
    program: reachTheNetwork,
    set: 'shop',
    verdict: 'Stopped by the bare realm.',
    lesson: 'There is no such global. Behind it, the policy of the frame allows no connection.',
  },
  {
    id: 'code-from-strings',
    title: 'Code from strings',
    group: 'Hostile',
    program: codeFromStrings,
    set: 'shop',
    verdict: 'Stopped by the policy of the frame.',
    lesson: 'Code cannot be made from strings, however one gets to Function.',
  },
];

export function exampleById(id: string | null): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}
