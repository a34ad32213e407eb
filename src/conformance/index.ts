/**
 * The contract in executable form (`codeseam/conformance`): say how a backend is made and what it declares, hand over a
 * test framework's `test` and `expect`, and `registerConformance` registers every case that the backend promises to pass.
 * Without a test framework, `runConformance` runs them by itself.
 */
export type {
  ConformanceBackend,
  ConformanceHarness,
  Expectation,
  Matchers,
} from './backend.ts';
export type { ConformanceCase, ConformanceContext } from './case.ts';
export { conformanceCases } from './cases.ts';
export type { RequestParts } from './request.ts';
export {
  type ConformanceReport,
  type ConformanceResult,
  type ConformanceRunOptions,
  runConformance,
} from './run.ts';
export { type ConformanceRegistration, registerConformance } from './suite.ts';
