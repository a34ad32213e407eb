import { describeValue } from '../../seam/describe-value.ts';
import { bounded } from '../result/cut-text.ts';
import type { CodeTool } from '../types.ts';
import { isPlainObject, jsonView, kindOf, NotJson } from './json-view.ts';
import { compileSchema } from './schema/compile-schema.ts';
import { messageOfThrown } from './tool-failure.ts';

/** The argument that the tool gets, or why it does not run: a sentence that a model can act on. */
export type CheckedArguments =
  | { readonly outcome: 'accepted'; readonly args: unknown }
  | { readonly outcome: 'refused'; readonly message: string };

/** Never throws and never rejects; a promise only if the tool's `parse` returns one. */
export type ArgumentsCheck = (args: object) => CheckedArguments | Promise<CheckedArguments>;

/** Characters of what a `parse` says. */
const MAX_PARSE_MESSAGE = 2_000;

/** The one argument of a call, of which `undefined` counts as `{}`. */
export function oneArgument(name: string, list: readonly unknown[]): object | string {
  const [args = {}, ...rest] = list;
  if (rest.length > 0)
    return `${quoted(name)} takes one argument, an object with named properties, got ${list.length} arguments`;
  if (isPlainObject(args)) return args;
  // To write out a BigInt takes minutes if it is a long one.
  const isNamed =
    typeof args === 'bigint' || (typeof args === 'object' && args !== null && !Array.isArray(args));
  const got = isNamed ? kindOf(args) : describeValue(args);
  return `${quoted(name)} takes one argument, an object with named properties, got ${got}`;
}

/** Prepares the check of a tool's arguments, once for all of its calls. */
export function argumentsCheck({ name, inputSchema = true, parse }: CodeTool): ArgumentsCheck {
  const refused = (problems: string): CheckedArguments => ({
    outcome: 'refused',
    message: `Invalid arguments for ${quoted(name)}: ${problems}`,
  });
  if (parse) {
    const failed = (thrown: unknown): CheckedArguments =>
      refused(bounded(messageOfThrown(thrown), MAX_PARSE_MESSAGE));
    return (args) => {
      try {
        const parsed = parse(args);
        if (!isThenable(parsed)) return { outcome: 'accepted', args: parsed };
        return Promise.resolve(parsed).then((value) => ({ outcome: 'accepted', args: value }), failed);
      } catch (thrown) {
        return failed(thrown);
      }
    };
  }
  const check = compileSchema(inputSchema);
  if (check === undefined) return (args) => ({ outcome: 'accepted', args });
  return (args) => {
    try {
      const { view, values } = jsonView(args);
      const problems = check(view, values);
      return problems === '' ? { outcome: 'accepted', args } : refused(problems);
    } catch (error) {
      return refused(error instanceof NotJson ? error.message : uncheckable(error));
    }
  };
}

/** What a proxy, or a getter, throws. */
function uncheckable(error: unknown): string {
  return `they cannot be checked: ${bounded(messageOfThrown(error), 200)}`;
}

function quoted(name: string): string {
  return JSON.stringify(bounded(name, 200));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
