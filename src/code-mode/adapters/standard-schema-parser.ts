import { pathStep } from '../calls/json-view.ts';
import type { StandardSchema, StandardSchemaIssue } from './standard-schema-types.ts';

/** Issues told at a time: the rest would not help a model any more. */
const MAX_ISSUES = 8;

/** What is wrong with the arguments, for a model: each issue with its path. */
export function describeIssues(issues: readonly StandardSchemaIssue[]): string {
  const shown = issues.slice(0, MAX_ISSUES).map(({ message, path = [] }) => {
    const steps = path.map((step) => pathStep(String(typeof step === 'object' ? step.key : step)));
    return `args${steps.join('')}: ${message}`;
  });
  const more = issues.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/**
 * The `parse` of a tool by a schema.
 * @throws TypeError that lists the issues, each with its path.
 */
export function parserOf(schema: StandardSchema): (args: unknown) => Promise<unknown> {
  return async (args) => {
    const result = await schema['~standard'].validate(args);
    if (result.issues !== undefined) throw new TypeError(describeIssues(result.issues));
    return result.value;
  };
}
