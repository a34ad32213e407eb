import { fact, topic } from './case.ts';
import { HOST_TRACE } from './text.ts';

class RateLimit extends Error {
  override readonly name = 'RateLimit';
  readonly code = '429';
  readonly data = { retryAfter: 5 };
}

/** What a host function throws, and the name and message that the program sees; no message: any. */
const THROWN: readonly [fact: string, thrown: () => unknown, name: string, message?: string][] = [
  ['an Error', () => new Error('boom'), 'Error', 'boom'],
  ['a TypeError', () => new TypeError('wrong'), 'TypeError', 'wrong'],
  ['an error of its own class', () => new RateLimit('slow down'), 'RateLimit', 'slow down'],
  ['a string', () => 'just text', 'Error', 'just text'],
  ['null', () => null, 'Error'],
  ['undefined', () => undefined, 'Error'],
  ['a number', () => 0, 'Error'],
  ['a symbol', () => Symbol('s'), 'Error'],
  ['an object', () => ({ a: 1 }), 'Error'],
  ['a function', () => () => 1, 'Error'],
  [
    'an error with a symbol for a name',
    () => Object.assign(new Error('m'), { name: Symbol('n') }),
    'Error',
    'm',
  ],
  [
    'a proxy that throws at everything',
    () =>
      new Proxy(
        {},
        new Proxy(
          {},
          {
            get() {
              throw new Error('trap');
            },
          },
        ),
      ),
    'Error',
  ],
  [
    'an error whose getters throw',
    () =>
      Object.defineProperties(
        new Error('m'),
        Object.fromEntries(
          ['name', 'message', 'stack', 'code', 'cause', 'data'].map((field) => [
            field,
            {
              get() {
                throw new Error('trap');
              },
            },
          ]),
        ),
      ),
    'Error',
  ],
  [
    'an object that cannot become text',
    () => ({
      toString() {
        throw new Error('trap');
      },
    }),
    'Error',
  ],
];

const SEEN = 'catch (e) { return { isError: e instanceof Error, name: e.name, message: e.message } }';

export const hostErrorCases = topic('host errors', [
  ...THROWN.flatMap(([name, thrown, errorName, message]) =>
    (['rejects with', 'throws'] as const).map((how) =>
      fact(`gives the program an Error when the host ${how} ${name}`, async ({ value, expect }) => {
        const fail = (): Promise<never> => {
          if (how === 'throws') throw thrown();
          return Promise.reject(thrown());
        };
        const seen = await value(`try { await tools.fail() } ${SEEN}`, { tools: { fail } });
        const { isError, ...error } = seen as { isError: boolean; name: string; message: string };
        expect(isError).toBe(true);
        expect(error.name).toBe(errorName);
        expect(typeof error.message).toBe('string');
        if (message !== undefined) expect(error.message).toBe(message);
      }),
    ),
  ),
  fact('carries code, data and cause', async ({ value, expect }) => {
    const program = `
      try { await tools.fail() } catch (e) {
        return [e.code, e.data, e.cause instanceof Error, e.cause.name, e.cause.message, e.cause.code]
      }`;
    const fail = () => {
      const error = new RateLimit('slow');
      error.cause = Object.assign(new RangeError('inner'), { code: 7 });
      throw error;
    };
    const seen = await value(program, { tools: { fail } });
    expect(seen).toEqual(['429', { retryAfter: 5 }, true, 'RangeError', 'inner', 7]);
  }),
  fact('carries the inner errors of an AggregateError', async ({ value, expect }) => {
    const program = `
      try { await tools.fail() } catch (e) { return [e.name, e.message, e.errors.map((inner) => inner.message)] }`;
    const fail = () => Promise.reject(new AggregateError([new Error('a'), new Error('b')], 'all'));
    expect(await value(program, { tools: { fail } })).toEqual(['AggregateError', 'all', ['a', 'b']]);
  }),
  fact('drops what cannot cross of code, data and cause, and keeps the rest', async ({ value, expect }) => {
    const program = `
      try { await tools.fail() } catch (e) { return [e.message, e.code, typeof e.data, typeof e.cause] }`;
    const fail = () => {
      throw Object.assign(new Error('m', { cause: () => 1 }), { code: 5, data: { cb: () => 1 } });
    };
    expect(await value(program, { tools: { fail } })).toEqual(['m', 5, 'undefined', 'undefined']);
  }),
  fact('carries an error that is its own cause', async ({ value, expect }) => {
    const fail = () => {
      const error = new Error('m');
      error.cause = error;
      throw error;
    };
    const program = 'try { await tools.fail() } catch (e) { return e.message }';
    expect(await value(program, { tools: { fail } })).toBe('m');
  }),
  fact("never shows the host's stack", async ({ value, expect }) => {
    const program = `
      try { await tools.fail() } catch (e) { return [e, e.cause].map((x) => String(x.stack) + Object.getOwnPropertyNames(x)) }`;
    const fail = () => {
      const error = new Error('m', { cause: new Error('inner') });
      for (const each of [error, error.cause as Error])
        each.stack = 'Error: m\n    at secret (/home/secret/host.js:1:1)';
      throw error;
    };
    const stacks = (await value(program, { tools: { fail } })) as string[];
    for (const stack of stacks) {
      expect(stack).not.toContain('secret');
      expect(stack).not.toMatch(HOST_TRACE);
    }
  }),
  fact('names the call in the message of a failure that nobody catches', async ({ failure, expect }) => {
    const { kind, message } = await failure('const a: number = 1\nawait tools.bad()', {
      tools: { bad: () => Promise.reject(new RateLimit('slow down')) },
    });
    expect(kind).toBe('exception');
    expect(message).toMatch(/^RateLimit: /);
    expect(message).toContain('tools.bad');
    expect(message).toContain('slow down');
    expect(message).not.toMatch(HOST_TRACE);
  }),
  fact('names the call of a member that is no identifier', async ({ failure, expect }) => {
    const { message } = await failure("await tools['get-issue']()", {
      tools: { 'get-issue': () => Promise.reject(new Error('gone')) },
    });
    expect(message).toMatch(/tools\[["']get-issue["']\]/);
  }),
  fact('lets the program catch a failed call and go on', async ({ value, expect }) => {
    const bad = () => Promise.reject(new Error('no'));
    expect(await value('try { await tools.bad() } catch {} return 1', { tools: { bad } })).toBe(1);
  }),
  fact('bounds the message of a failed call', async ({ value, failure, expect }) => {
    const bad = () => Promise.reject(new Error('x'.repeat(5_000_000)));
    expect((await failure('await tools.bad()', { tools: { bad } })).message.length).toBeLessThan(200_000);
    expect(await value('return 1')).toBe(1);
  }),
]);
