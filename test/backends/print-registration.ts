import type { ConformanceRegistration } from '../../src/conformance/index.ts';

/** Says how many cases a backend has to pass, and which it does not because it declares that it cannot. */
export function printRegistration(name: string, { registered, notDeclared }: ConformanceRegistration): void {
  const reasons = new Map<string, number>();
  for (const { reason } of notDeclared) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  console.info(`${name}: ${registered} cases`);
  for (const [reason, count] of reasons) console.info(`  ${count} not declared: ${reason}`);
}
