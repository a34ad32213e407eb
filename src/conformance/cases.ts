import { abortCases } from './abort.ts';
import { asyncCases } from './async.ts';
import { bindingCases } from './bindings.ts';
import { budgetCases } from './budgets.ts';
import { bufferCases } from './buffers.ts';
import type { ConformanceCase } from './case.ts';
import { errorClassCases } from './error-class.ts';
import { errorCases } from './errors.ts';
import { globalCases } from './globals.ts';
import { hostErrorCases } from './host-errors.ts';
import { hostileCases } from './hostile.ts';
import { isolationCases } from './isolation.ts';
import { lifecycleCases } from './lifecycle.ts';
import { limitCases } from './limits.ts';
import { logCapCases } from './log-caps.ts';
import { logFormatCases } from './log-format.ts';
import { logCases } from './logs.ts';
import { memoryCases } from './memory.ts';
import { misuseCases } from './misuse.ts';
import { nameCases } from './names.ts';
import { namespaceCases } from './namespaces.ts';
import { nodeRealmCases } from './node-realm.ts';
import { positionCases } from './positions.ts';
import { programCases } from './program.ts';
import { realmCases } from './realm.ts';
import { refusedProgramCases } from './refused-programs.ts';
import { typescriptCases } from './typescript.ts';
import { uncrossableCases } from './uncrossable.ts';
import { valueCases } from './values.ts';

/** Every case of the contract, topic by topic, in the order in which they are registered. */
export function conformanceCases(): readonly ConformanceCase[] {
  return [
    programCases,
    refusedProgramCases,
    typescriptCases,
    positionCases,
    realmCases,
    globalCases,
    nodeRealmCases,
    valueCases,
    bufferCases,
    uncrossableCases,
    errorCases,
    hostErrorCases,
    errorClassCases,
    bindingCases,
    namespaceCases,
    nameCases,
    misuseCases,
    logCases,
    logFormatCases,
    logCapCases,
    asyncCases,
    budgetCases,
    limitCases,
    abortCases,
    lifecycleCases,
    isolationCases,
    hostileCases,
    memoryCases,
  ].flat();
}
