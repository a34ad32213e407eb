import type { OutputUnit } from '@cfworker/json-schema';
import { describeValue } from '../../seam/describe-value.ts';
import { bounded } from '../result/cut-text.ts';
import { pathStep } from './json-view.ts';

/** Problems told of one call, and characters of each: the rest would not help a model any more. */
const MAX_PROBLEMS = 8;
const MAX_CHARACTERS = 300;

/** What is wrong with the arguments, for a model: each problem with its path, and what was expected there. */
export function describeProblems(units: readonly OutputUnit[], view: unknown): string {
  const told = new Set<string>();
  let more = 0;
  for (let index = 0; index < units.length; index++) {
    const unit = units[index]!;
    const next = units[index + 1];
    if (isWrapper(unit, next)) continue;
    if (told.size === MAX_PROBLEMS) more++;
    else told.add(bounded(describeProblem(unit, next, view), MAX_CHARACTERS));
  }
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Units that only say that something further in is wrong, which the next one tells. */
function isWrapper(unit: OutputUnit, next: OutputUnit | undefined): boolean {
  if (unit.keyword === 'false') return unit.instanceLocation !== '#';
  if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf') return false;
  return next?.keywordLocation.startsWith(`${unit.keywordLocation}/`) === true;
}

function describeProblem(unit: OutputUnit, next: OutputUnit | undefined, view: unknown): string {
  const { path, value } = locate(unit.instanceLocation, view);
  switch (unit.keyword) {
    case 'type': {
      const types = /Expected "(.*)"\.$/.exec(unit.error)?.[1]?.split('", "') ?? [];
      return `${path}: expected ${types.join(' or ')}, got ${describeValue(value)}`;
    }
    case 'anyOf':
      return `${path}: expected one of the alternatives to fit, got ${describeValue(value)}`;
    case 'oneOf':
      return `${path}: expected exactly one of the alternatives to fit, got ${describeValue(value)}`;
    case 'enum':
    case 'const':
      return `${path}: ${unit.error.replace(/^Instance does not match/, 'expected').replace(/\.$/, '')}, got ${describeValue(value)}`;
    case 'minimum':
    case 'exclusiveMinimum':
      return `${path}: expected a number ${isStrict(unit) ? 'above' : 'from'} ${limitOf(unit)}, got ${describeValue(value)}`;
    case 'maximum':
    case 'exclusiveMaximum':
      return `${path}: expected a number ${isStrict(unit) ? 'below' : 'up to'} ${limitOf(unit)}, got ${describeValue(value)}`;
    case 'required':
      return `${path}: ${unit.error.replace(/^Instance does not have/, 'missing').replace(/\.$/, '')}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${next?.keyword === 'false' ? locate(next.instanceLocation, view).path : path}: unknown property`;
    case 'false':
      return `${path}: expected nothing at all`;
    default:
      return `${path}: ${unit.error.replace(/\.$/, '')}`;
  }
}

/** Draft 4 has a flag beside the limit, of which only the words of the validator tell. */
function isStrict({ keyword, error }: OutputUnit): boolean {
  return keyword.startsWith('exclusive') || error.includes('or equal to');
}

function limitOf({ error }: OutputUnit): string {
  return error.slice(error.lastIndexOf(' ') + 1).replace(/\.$/, '');
}

/** Follows a JSON pointer in the form that the validator writes. */
function locate(location: string, view: unknown): { readonly path: string; readonly value: unknown } {
  let path = 'args';
  let value = view;
  for (const token of location.split('/').slice(1)) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    path += pathStep(key);
    value = (value as Record<string, unknown> | undefined)?.[key];
  }
  return { path, value };
}
