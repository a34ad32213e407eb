import { forbidCodeFromStrings } from './code-from-strings.ts';
import { guardPowers } from './guarded-powers.ts';
import type { GuestHandle, GuestPowers } from './powers.ts';
import { ProgramRun } from './program-run.ts';
import { defineDisposeSymbols, emptyRealm, trackProxies } from './realm.ts';
import { rehearse } from './rehearsal.ts';
import { defineRunGlobals } from './run-globals.ts';
import { Stacks } from './stack.ts';

/** Prepares the realm that this script was evaluated in for one program, and then greets the host. */
export function boot(unguarded: GuestPowers): GuestHandle {
  const powers = guardPowers(unguarded);
  const bare = powers.realm === 'bare';
  if (bare) {
    emptyRealm();
    forbidCodeFromStrings();
  }
  defineDisposeSymbols();
  const isProxy = trackProxies();
  const stacks = new Stacks();
  stacks.install(bare);
  const run = new ProgramRun({ powers, stacks, isProxy, global: globalThis });
  defineRunGlobals(run, powers);
  rehearse({ powers, stacks, isProxy }, () => run.greet());
  return run;
}
