import { argumentsCheck } from '../../src/code-mode/calls/check-arguments.ts';
import type { JsonSchema } from '../../src/code-mode/index.ts';

/** 'accepted', or what is wrong with the arguments. */
export async function check(inputSchema: JsonSchema, args: object): Promise<string> {
  const checked = await argumentsCheck({ name: 'act', inputSchema, execute: () => null })(args);
  if (checked.outcome === 'accepted') return 'accepted';
  return checked.message.replace('Invalid arguments for "act": ', '');
}

/** A schema for objects whose property `x` fits another one. */
export const x = (schema: unknown, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { x: schema },
  ...more,
});

/** An object within objects, each the property `next` of the one around it. */
export const nested = (levels: number, innermost: object): object => {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = { next: value };
  return value;
};
