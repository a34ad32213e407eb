import { afterAll, describe, expect, test } from 'vitest';
import { type ConformanceBackend, registerConformance } from '../../src/conformance/index.ts';

/**
 * Registers the suite for a backend under the backend's name, and says how many cases it has to pass, and which it does
 * not because it declares that it cannot. Topics: default all.
 */
export function conform(backend: ConformanceBackend, topics?: readonly string[]): void {
  describe(backend.name, () => {
    const { registered, notDeclared } = registerConformance(backend, {
      test,
      expect,
      group: (topic, body) => {
        if (topics?.includes(topic) ?? true) describe(topic, body);
      },
      afterAll,
    });
    const reasons = new Map<string, number>();
    for (const { reason } of notDeclared) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const tried = topics === undefined ? '' : `, of which those about ${topics.join(', ')} are tried here`;
    console.info(`${backend.name}: ${registered} cases${tried}`);
    for (const [reason, count] of reasons) console.info(`  ${count} not declared: ${reason}`);
  });
}
