import { fact, noMemoryLimit, topic } from './case.ts';
import { abortController } from './environment.ts';

const a = () => 1;
const fine = { global: 'tools', functions: { a } };

/** Malformed requests, and the field that the error must name. */
const REQUESTS: readonly [fact: string, request: unknown, field: RegExp][] = [
  ['no request', undefined, /request/i],
  ['a request of null', null, /request/i],
  ['a program as the request', 'return 1', /request/i],
  ['no program', { bindings: [] }, /program/],
  ['a program that is not a string', { program: 1, bindings: [] }, /program/],
  ['a program that is a large BigInt', { program: 2n ** 1_000_000n }, /"program".*, got a large BigInt$/],
  ['a program that is a String object', { program: Object('return 1'), bindings: [] }, /program/],
  ['a program that is a function', { program: () => 1, bindings: [] }, /program/],
  [
    'bindings that are not an array',
    { program: '', bindings: { tools: { a } } },
    /bindings.*global.*functions/,
  ],
  ['bindings of null', { program: '', bindings: null }, /bindings/],
  ['a namespace of null', { program: '', bindings: [null] }, /bindings\[0\]/],
  ['a namespace that is missing', { program: '', bindings: [fine, undefined] }, /bindings\[1\]/],
  [
    'a global that is not a string',
    { program: '', bindings: [{ global: 1, functions: {} }] },
    /bindings\[0\]\.global/,
  ],
  ['no global', { program: '', bindings: [{ functions: {} }] }, /bindings\[0\]\.global/],
  ['no functions', { program: '', bindings: [{ global: 'x' }] }, /bindings\[0\]\.functions/],
  [
    'functions in an array',
    { program: '', bindings: [{ global: 'x', functions: [a] }] },
    /bindings\[0\]\.functions/,
  ],
  [
    'a member that is not a function',
    { program: '', bindings: [{ global: 'x', functions: { a, b: 1 } }] },
    /functions.*\bb\b/,
  ],
  [
    'an error class of null',
    { program: '', bindings: [{ ...fine, errorClass: null }] },
    /bindings\[0\]\.errorClass/,
  ],
  [
    'an error class without a name',
    { program: '', bindings: [{ ...fine, errorClass: { memberNameProperty: 'm' } }] },
    /errorClass\.name/,
  ],
  [
    'an error class without a property',
    { program: '', bindings: [{ ...fine, errorClass: { name: 'E' } }] },
    /memberNameProperty/,
  ],
  ['a signal that is an object', { program: '', bindings: [], signal: {} }, /signal/],
  ['a signal that is its controller', { program: '', bindings: [], signal: abortController() }, /signal/],
  ['a signal of null', { program: '', bindings: [], signal: null }, /signal/],
  ['a signal that is a number', { program: '', bindings: [], signal: 1000 }, /signal/],
  ['an onLog that is not a function', { program: '', bindings: [], onLog: 'log' }, /onLog/],
  [
    'a limit in the request',
    { program: '', bindings: [], computeMs: 5 },
    /"computeMs".*request.*constructor/,
  ],
  ['a limit by another name in the request', { program: '', timeout: 5 }, /"timeout".*AbortSignal\.timeout/],
  ['a misspelt field', { program: '', bindings: [], onlog: a }, /"onlog".*"onLog"/],
  ['several unknown fields', { program: '', progam: '', colour: 1 }, /"progam".*"program".*"colour"/],
  [
    'a function beside the functions',
    { program: '', bindings: [{ global: 'x', list: a }] },
    /"list".*bindings\[0\].*under "functions"/,
  ],
  [
    'a class as an error class',
    { program: '', bindings: [{ ...fine, errorClass: class extends Error {} }] },
    /errorClass.*name, memberNameProperty/,
  ],
  [
    'a misspelt field of a namespace',
    { program: '', bindings: [{ ...fine, errorclass: {} }] },
    /"errorclass".*"errorClass".*bindings\[0\]/,
  ],
  [
    'a class instance without functions of its own',
    { program: '', bindings: [{ global: 'x', functions: new Map() }] },
    /bindings\[0\]\.functions.*own/,
  ],
];

/** Configurations that are refused, and what the error must name. */
const CONFIGURATIONS: readonly [fact: string, config: object, fields: readonly RegExp[]][] = [
  ['computeMs of zero', { computeMs: 0 }, [/computeMs/]],
  ['computeMs of Infinity', { computeMs: Number.POSITIVE_INFINITY }, [/computeMs/]],
  ['computeMs of NaN', { computeMs: Number.NaN }, [/computeMs/]],
  ['a negative computeMs', { computeMs: -1 }, [/computeMs/]],
  ['a fraction of a millisecond', { maxWallMs: 1.5 }, [/maxWallMs/]],
  ['text for a number', { maxWallMs: '1000' }, [/maxWallMs/]],
  ['null for a number', { maxLogBytes: null }, [/maxLogBytes/]],
  ['maxWallMs above 2 147 483 647', { maxWallMs: 2_147_483_648 }, [/maxWallMs/, /2147483647/]],
  ['maxValueBytes of zero', { maxValueBytes: 0 }, [/maxValueBytes/]],
  ['maxPendingCalls of zero', { maxPendingCalls: 0 }, [/maxPendingCalls/]],
  ['maxConcurrentRuns of zero', { maxConcurrentRuns: 0 }, [/maxConcurrentRuns/]],
  ['a negative number of warm workers', { warmWorkers: -1 }, [/warmWorkers/]],
  ['an unknown field', { timeoutMs: 1000 }, [/timeoutMs/]],
  ['an unknown realm', { realm: 'deno' }, [/realm/]],
  ['a combination that makes no sense', { computeMs: 5_000, maxWallMs: 1_000 }, [/computeMs/, /maxWallMs/]],
  [
    'several problems, all in one error',
    { computeMs: 0, maxLogBytes: -1, tiemout: 1, isolaton: 'x', maxwallms: 1, realm: 'deno' },
    [
      /computeMs/,
      /maxLogBytes/,
      /"tiemout"/,
      /"isolaton"/,
      /"maxwallms" \(did you mean "maxWallMs"\)/,
      /realm/,
    ],
  ],
];

export const misuseCases = topic('misuse', [
  ...REQUESTS.map(([name, malformed, field]) =>
    fact(`rejects ${name} with a TypeError that names the field`, async ({ runRaw, expect }) => {
      const error = await runRaw(malformed).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toMatch(field);
    }),
  ),
  ...CONFIGURATIONS.map(([name, config, fields]) =>
    fact(`refuses a configuration with ${name}`, async ({ create, expect }) => {
      const error = await create(config as Parameters<typeof create>[0]).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      for (const field of fields) expect((error as TypeError).message).toMatch(field);
    }),
  ),
  fact('refuses maxMemoryMb when it cannot be enforced', noMemoryLimit, async ({ create, expect }) => {
    const error = await create({ maxMemoryMb: 64 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toMatch(/maxMemoryMb/);
  }),
  fact('takes a request without bindings for one with none', async ({ runRaw, expect }) => {
    expect((await runRaw({ program: 'return 1' })).value).toBe(1);
  }),
  fact('rejects misuse, and does not throw it', async ({ runtime, expect }) => {
    const running = (await runtime()).run({ program: 1 as unknown as string, bindings: [] });
    expect(running).toBeInstanceOf(Promise);
    expect(await running.catch(() => 'rejected')).toBe('rejected');
  }),
  fact('accepts a configuration of every limit', async ({ create, value, expect }) => {
    const runtime = await create({
      computeMs: 5_000,
      maxWallMs: 2_147_483_647,
      maxLogBytes: 0,
      maxValueBytes: 1_000,
      maxPendingCalls: 1,
      maxConcurrentRuns: 1,
      warmWorkers: 0,
    });
    expect(await value('return 1', {}, runtime)).toBe(1);
    await runtime.dispose();
  }),
  fact('runs again after misuse', async ({ runRaw, value, expect }) => {
    await runRaw({ program: 1 }).catch(() => {});
    expect(await value('return 1')).toBe(1);
  }),
]);
