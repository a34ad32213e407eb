import { describe, expect, test } from 'vitest';
import { LIMITS, type LimitName } from '../../src/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { resolveConfig } from '../../src/seam/config.ts';

const make = (config: unknown) => new WorkerThreadCodeRuntime(config as never);

describe('a configuration', () => {
  test('may be left out', async () => {
    await make(undefined).dispose();
  });

  test('gets the documented defaults', () => {
    const { realm, ...limits } = resolveConfig({}, { realms: ['bare'] });
    expect(realm).toBe('bare');
    for (const [name, rule] of Object.entries(LIMITS)) expect(limits[name as LimitName]).toBe(rule.default);
  });

  test.each(Object.keys(LIMITS))('is refused for a bad %s, by name', (name) => {
    const { min, max } = LIMITS[name as LimitName];
    for (const value of [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY, 1.5 + min, '5', null, {}]) {
      expect(() => make({ [name]: value })).toThrow(TypeError);
      expect(() => make({ [name]: value })).toThrow(new RegExp(`${name}: .*from ${min} to ${max}`));
    }
  });

  test('is refused for an unknown field, by name', () => {
    expect(() => make({ timeoutMs: 5 })).toThrow('unknown field "timeoutMs"');
  });

  test('is refused with all of its problems in one error', () => {
    const config = { computeMs: 0, maxWallMs: Number.NaN, realm: 'deno', memory: 1 };
    expect(() => make(config)).toThrow(
      /computeMs.*maxWallMs.*"bare" or "node".*"memory"|memory.*computeMs.*maxWallMs/s,
    );
    for (const field of Object.keys(config)) expect(() => make(config)).toThrow(field);
  });

  test('is refused when the busy budget could never expire', () => {
    expect(() => make({ computeMs: 5_000, maxWallMs: 1_000 })).toThrow('computeMs');
  });

  test.each([[null], [5], ['bare'], [[]]])('is refused when it is %j', (config) => {
    expect(() => make(config)).toThrow(TypeError);
  });

  test('is refused for a limit that the backend cannot enforce, with the reason', () => {
    const restrictions = {
      realms: ['bare'],
      unenforceable: { maxMemoryMb: 'not enforceable here' },
    } as const;
    expect(() => resolveConfig({ maxMemoryMb: 64 }, restrictions)).toThrow(
      'maxMemoryMb: not enforceable here',
    );
    expect(resolveConfig({}, restrictions).maxMemoryMb).toBe(Number.POSITIVE_INFINITY);
  });
});
