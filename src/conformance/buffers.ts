import { bareRealm, fact, nodeRealm, topic } from './case.ts';

/** Well beyond what any backend would rather write into a text. */
const LENGTH = 1_000_000;

/** Source of bytes that differ from place to place, and the same here. */
const BYTES = `Uint8Array.from({ length: ${LENGTH} }, (_, i) => i * 7)`;
const bytes = (): Uint8Array => Uint8Array.from({ length: LENGTH }, (_, index) => index * 7);

/** Where bytes of one length differ, -1 if nowhere; on failure a million of them say less. */
const SAME = 'const differ = (a, b) => a.length === b.length ? a.findIndex((x, i) => x !== b[i]) : -2;';

function differ(actual: unknown, expected: Uint8Array): number {
  if (!(actual instanceof Uint8Array) || actual.length !== expected.length) return -2;
  return actual.findIndex((byte, index) => byte !== expected[index]);
}

export const bufferCases = topic('large buffers', [
  fact('cross every way, byte by byte', async ({ value, expect }) => {
    const taken: unknown[] = [];
    const program = `${SAME} const x = ${BYTES};
      await tools.take(x, 'and', x.slice(1));
      return [differ(await tools.give(), x), x]`;
    const result = (await value(program, {
      tools: { take: (...args: unknown[]) => taken.push(...args), give: bytes },
    })) as unknown[];
    expect([differ(taken[0], bytes()), taken[1], differ(taken[2], bytes().slice(1))]).toEqual([
      -1,
      'and',
      -1,
    ]);
    expect([result[0], differ(result[1], bytes())]).toEqual([-1, -1]);
  }),
  fact('keep what shares them, and what shows a part of them alone', async ({ value, expect }) => {
    const check = ({ whole, view, words, part }: Record<string, Uint8Array>): unknown => [
      whole === view?.buffer && whole === words?.buffer,
      words?.byteLength,
      part?.byteOffset,
      part?.buffer.byteLength,
    ];
    const shared = [true, LENGTH, 0, LENGTH - 20];
    const program = `const bytes = ${BYTES};
      const make = () => ({ whole: bytes.buffer, view: new DataView(bytes.buffer), words: new Uint32Array(bytes.buffer), part: bytes.subarray(10, -10) });
      const check = ${String(check)};
      return [await tools.check(make()), check(await tools.echo(make())), make()]`;
    const [asArgument, asResult, completion] = (await value(program, {
      tools: { check, echo: (given: unknown) => given },
    })) as [unknown, unknown, Record<string, Uint8Array>];
    expect([asArgument, asResult, check(completion)]).toEqual([shared, shared, shared]);
  }),
  fact('stay the sender’s own, and are taken as they were', async ({ value, expect }) => {
    const mine = bytes();
    const program = `${SAME} const x = ${BYTES}, first = x.slice();
      const call = tools.keep(x);
      x.fill(1);
      await call;
      const given = await tools.mine();
      given.fill(2);
      return [x.length, x[5], differ(await tools.mine(), first)]`;
    const kept: Uint8Array[] = [];
    const keep = (argument: Uint8Array): void => void kept.push(argument);
    expect(await value(program, { tools: { keep, mine: () => mine } })).toEqual([LENGTH, 1, -1]);
    expect([differ(kept[0], bytes()), differ(mine, bytes())]).toEqual([-1, -1]);
  }),
  fact('cross in great number, in one value and in many', async ({ value, expect }) => {
    const program = `const many = Array.from({ length: 100 }, (_, i) => new Uint8Array(70_000 + i).fill(i));
      const intact = (all) => all.filter((bytes, i) => bytes.length === 70_000 + i && bytes.every((byte) => byte === i)).length;
      return [intact(await tools.echo(many)), intact(await Promise.all(many.map((each) => tools.echo(each))))]`;
    expect(await value(program, { tools: { echo: (given: unknown) => given } })).toEqual([100, 100]);
  }),
  fact('are of the realm of the program', bareRealm, async ({ value, expect }) => {
    const program = `const x = await tools.give();
      return [x instanceof Uint8Array, x.buffer instanceof ArrayBuffer, x.buffer.constructor === ArrayBuffer,
        x.buffer.constructor.constructor === Function, Object.getPrototypeOf(x.buffer) === ArrayBuffer.prototype]`;
    expect(await value(program, { tools: { give: bytes } })).toEqual([true, true, true, true, true]);
  }),
  fact('cross from a realm that the program has patched', bareRealm, async ({ value, expect }) => {
    const taken: unknown[] = [];
    const program = `const x = ${BYTES};
      const never = () => { throw new Error('patched') };
      for (const Type of [Array, Uint8Array, ArrayBuffer]) Object.defineProperty(Type, Symbol.species, { get: never });
      for (const { prototype } of [Uint8Array, Object.getPrototypeOf(Uint8Array), ArrayBuffer, Array])
        for (const key of Reflect.ownKeys(prototype))
          if (Object.getOwnPropertyDescriptor(prototype, key).configurable)
            Object.defineProperty(prototype, key, { get: never, set: never });
      Object.defineProperty(x, 'constructor', { get: never });
      globalThis.Uint8Array = globalThis.ArrayBuffer = never;
      await tools.take(x);
      await tools.give();
      return x`;
    const take = (argument: unknown): void => void taken.push(argument);
    const result = await value(program, { tools: { take, give: bytes } });
    expect([differ(taken[0], bytes()), differ(result, bytes())]).toEqual([-1, -1]);
  }),
  fact('cross when what arrays do was patched', nodeRealm, async ({ value, expect }) => {
    const program = `const x = ${BYTES};
      const never = () => { throw new Error('patched') };
      for (const key of ['push', Symbol.iterator]) Object.defineProperty(Array.prototype, key, { get: never, set: never });
      await tools.echo(x);
      return x`;
    expect(differ(await value(program, { tools: { echo: (given: unknown) => given } }), bytes())).toBe(-1);
  }),
  fact('count toward maxValueBytes', ({ withRuntime, value, failure, expect }) =>
    withRuntime({ maxValueBytes: 1_100_000 }, async (runtime) => {
      expect(differ(await value(`return ${BYTES}`, {}, runtime), bytes())).toBe(-1);
      const { kind } = await failure(`return [${BYTES}, ${BYTES}]`, {}, runtime);
      expect(kind).toBe('output-limit');
    }),
  ),
]);
