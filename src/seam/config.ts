import * as v from 'valibot';
import { describeValue } from './describe-value.ts';
import { type CodeRuntimeLimits, LIMITS, type LimitName, type LimitRule } from './limits.ts';
import type { CodeRealm } from './types.ts';

/** What a backend may be configured with. Every field is optional; defaults and ranges are in `LIMITS`. */
export interface CodeRuntimeConfig extends Partial<CodeRuntimeLimits> {
  /** The globals a program finds. Default `bare`. `node` gives the program the authority of a shell on this machine. */
  readonly realm?: CodeRealm;
}

/** A validated configuration. A limit that the backend cannot enforce is `Infinity`. */
export interface ResolvedConfig extends CodeRuntimeLimits {
  readonly realm: CodeRealm;
}

/** What a backend restricts of the common configuration, each with the reason that the error gives. */
export interface ConfigRestrictions {
  readonly realms: readonly CodeRealm[];
  /** Limits that this backend cannot enforce: refused when given, never silently accepted. */
  readonly unenforceable?: { readonly [Name in LimitName]?: string };
  /** Fields that only this backend has. */
  readonly fields?: { readonly [name: string]: FieldRule };
  /** What is wrong with fields that are each right on their own. */
  readonly conflicts?: (config: Readonly<Record<string, unknown>>) => readonly string[];
}

/** What a field of one backend may hold. */
export interface FieldRule {
  /** Whether the field may hold the value. */
  readonly accepts: (value: unknown) => boolean;
  /** Completes "expected …". */
  readonly expected: string;
  /** Filled in when the field is not given. */
  readonly default?: unknown;
}

/**
 * Validates a configuration and fills in the defaults.
 * @throws TypeError that lists every problem: bad values, unknown fields, combinations that make no sense.
 */
export function resolveConfig<OwnFields extends object = object>(
  config: unknown,
  restrictions: ConfigRestrictions,
): ResolvedConfig & OwnFields {
  if (config !== undefined && (typeof config !== 'object' || config === null || Array.isArray(config))) {
    throw new TypeError(`Expected the runtime configuration to be an object, got ${describeValue(config)}`);
  }
  const given: object = config ?? {};
  const result = v.safeParse(schemaFor(restrictions, 'computeMs' in given), given);
  if (result.success) {
    const unlimited = Object.keys(restrictions.unenforceable ?? {}).map((name) => [
      name,
      Number.POSITIVE_INFINITY,
    ]);
    return Object.freeze({
      ...(result.output as unknown as ResolvedConfig & OwnFields),
      ...Object.fromEntries(unlimited),
    });
  }
  const known = [...Object.keys(LIMITS), 'realm', ...Object.keys(restrictions.fields ?? {})];
  const problems = result.issues.map((issue) => {
    const field = v.getDotPath(issue);
    if (issue.type === 'strict_object' && field !== null)
      return `unknown field "${field}": expected one of ${known.join(', ')}`;
    return field === null ? issue.message : `${field}: ${issue.message}`;
  });
  throw new TypeError(`Invalid runtime configuration: ${problems.join('; ')}`);
}

function schemaFor(
  { realms, unenforceable = {}, fields = {}, conflicts }: ConfigRestrictions,
  computeMsGiven: boolean,
) {
  const limits = Object.entries(LIMITS).map(([name, rule]) => {
    const reason = unenforceable[name as LimitName];
    const schema = reason === undefined ? limitSchema(rule) : v.never(reason);
    return [name, v.optional(schema, reason === undefined ? rule.default : undefined)];
  });
  const ownFields = Object.entries(fields).map(([name, rule]) => [name, fieldSchema(rule)]);
  const realm = v.optional(
    v.picklist(
      realms,
      (issue) => `expected ${realms.map((r) => `"${r}"`).join(' or ')}, got ${issue.received}`,
    ),
    'bare',
  );
  return v.pipe(
    v.strictObject({
      ...Object.fromEntries(limits),
      ...Object.fromEntries(ownFields),
      realm,
    } as v.ObjectEntries),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const config: Record<string, unknown> = dataset.value;
      if (computeMsGiven && Number(config['computeMs']) > Number(config['maxWallMs']))
        addIssue({
          message: 'computeMs must not be above maxWallMs: the wall budget would always expire first',
        });
      for (const message of conflicts?.(config) ?? []) addIssue({ message });
    }),
  );
}

function fieldSchema({ accepts, expected, default: fallback }: FieldRule) {
  return v.optional(
    v.custom(accepts, (issue) => `expected ${expected}, got ${issue.received}`),
    fallback,
  );
}

function limitSchema(rule: LimitRule) {
  const expected = `expected a whole number of ${rule.unit} from ${rule.min} to ${rule.max}`;
  const complain = (issue: v.BaseIssue<unknown>): string => `${expected}, got ${issue.received}`;
  const schema = v.pipe(
    v.number(complain),
    v.integer(complain),
    v.minValue(rule.min, complain),
    v.maxValue(rule.max, complain),
  );
  return v.config(schema, { abortPipeEarly: true });
}
