import { regExpTest } from '../bridge/intrinsics.ts';

/** What engines say of a promise that is used as the list, or the result, that it is a promise of. */
const USED_AS_RESULT =
  /^TypeError: .*(?:\((?:\.{3})?\)\.[\w$]+ is not a function|\.(?:map|filter|forEach|flatMap|reduce|find|some|every|slice|sort|join|includes|push) is not a function(?:\. \(In '.*)?|\(\) is not iterable|is not a function or its return value is not (?:async )?iterable)$/;

/** The headline of an error; one that a forgotten `await` is likely to be behind says so. */
export function withMissingAwait(headline: string): string {
  return regExpTest(USED_AS_RESULT, headline)
    ? `${headline}: if this is a promise, await it first`
    : headline;
}
