// What comes back is a copy with the reach of structured clone:
// open the value and look around.
const when: Date = await docs.changed('notes/garden.md');
const shared = { note: 'The same object, in two places' };

const family = { name: 'Ada', children: [] as object[] };
family.children.push({ name: 'Byron', parent: family });

return {
  when,
  nothing: undefined,
  numbers: [Number.NaN, -0, Number.POSITIVE_INFINITY, 2n ** 70n],
  map: new Map<unknown, unknown>([
    ['tea', { stock: 14 }],
    [when, new Set(['a', 'b'])],
  ]),
  sparse: [1, , 3],
  pattern: /be(an|at)s?/giu,
  bytes: new Uint8Array([99, 111, 100, 101]),
  error: new RangeError('An error is a value too', {
    cause: 'a reason',
  }),
  family,
  once: shared,
  twice: shared,
};
