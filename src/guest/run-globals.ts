import { objectKeys } from '../bridge/intrinsics.ts';
import { createConsole } from './console.ts';
import { createWebGlobals } from './globals/index.ts';
import type { GuestPowers } from './powers.ts';
import type { ProgramRun } from './program-run.ts';
import { defineGlobal } from './realm.ts';

/** Defines what a program finds beside ECMAScript and its bindings. */
export function defineRunGlobals(run: ProgramRun, powers: GuestPowers): void {
  defineGlobal('console', consoleOf(run));
  if (powers.realm !== 'bare') return;
  const { randomBytes, parseUrl } = powers;
  const globals: Record<string, unknown> = {
    ...createWebGlobals(
      { now: () => run.elapsed(), randomBytes, parseUrl },
      { onUncaught: run.uncaught, isProxy: run.surroundings.isProxy },
    ),
    ...run.timers.globals(),
  };
  const names = objectKeys(globals);
  for (let index = 0; index < names.length; index++) defineGlobal(names[index]!, globals[names[index]!]);
}

/** The console whose entries are the run's log. */
export function consoleOf(run: ProgramRun): ReturnType<typeof createConsole> {
  return createConsole({
    write: (level, text, cut) => run.log(level, text, cut),
    now: () => run.elapsed(),
    maxTextLength: () => run.maxLogBytes,
    ...run.surroundings,
  });
}
