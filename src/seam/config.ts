import * as v from 'valibot';
import { describeValue } from './describe-value.ts';
import { type CodeRuntimeLimits, LIMITS, type LimitName, type LimitRule } from './limits.ts';
import { unknownFields } from './nearest-names.ts';
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
  const given: Readonly<Record<string, unknown>> = { ...config };
  const result = v.safeParse(schemaFor(restrictions), given);
  const known = [...Object.keys(LIMITS), 'realm', ...Object.keys(restrictions.fields ?? {})];
  const unknown = unknownFields(given, known);
  const problems = [
    ...(unknown === undefined ? [] : [unknown]),
    ...(result.issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    ...conflictsOf(given, restrictions),
  ];
  if (problems.length > 0) throw new TypeError(`Invalid runtime configuration: ${problems.join('; ')}`);
  const unlimited = Object.keys(restrictions.unenforceable ?? {}).map((name) => [
    name,
    Number.POSITIVE_INFINITY,
  ]);
  return Object.freeze({
    ...(result.output as unknown as ResolvedConfig & OwnFields),
    ...Object.fromEntries(unlimited),
  });
}

/** Asked of what was given, whether or not each field is right: all problems are told at once. */
function conflictsOf(
  given: Readonly<Record<string, unknown>>,
  { conflicts }: ConfigRestrictions,
): readonly string[] {
  const { computeMs, maxWallMs = LIMITS.maxWallMs.default } = given;
  const areValid = isWithin(computeMs, LIMITS.computeMs) && isWithin(maxWallMs, LIMITS.maxWallMs);
  return [
    ...(areValid && Number(computeMs) > Number(maxWallMs)
      ? ['computeMs must not be above maxWallMs: the wall budget would always expire first']
      : []),
    ...(conflicts?.(given) ?? []),
  ];
}

function isWithin(value: unknown, { min, max }: LimitRule): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

function schemaFor({ realms, unenforceable = {}, fields = {} }: ConfigRestrictions) {
  const limits = Object.entries(LIMITS).map(([name, rule]) => {
    const reason = unenforceable[name as LimitName];
    const schema = reason === undefined ? limitSchema(rule) : v.never(reason);
    return [name, v.optional(schema, reason === undefined ? rule.default : undefined)];
  });
  const ownFields = Object.entries(fields).map(([name, rule]) => [name, fieldSchema(rule)]);
  const realm = v.optional(
    v.picklist(
      realms,
      (issue) => `expected ${realms.map((r) => `"${r}"`).join(' or ')}, got ${describeValue(issue.input)}`,
    ),
    'bare',
  );
  return v.object({
    ...Object.fromEntries(limits),
    ...Object.fromEntries(ownFields),
    realm,
  } as v.ObjectEntries);
}

function fieldSchema({ accepts, expected, default: fallback }: FieldRule) {
  return v.optional(
    v.custom(accepts, (issue) => `expected ${expected}, got ${describeValue(issue.input)}`),
    fallback,
  );
}

function limitSchema(rule: LimitRule) {
  const expected = `expected a whole number of ${rule.unit} from ${rule.min} to ${rule.max}`;
  const complain = (issue: v.BaseIssue<unknown>): string => `${expected}, got ${describeValue(issue.input)}`;
  const schema = v.pipe(
    v.number(complain),
    v.integer(complain),
    v.minValue(rule.min, complain),
    v.maxValue(rule.max, complain),
  );
  return v.config(schema, { abortPipeEarly: true });
}
