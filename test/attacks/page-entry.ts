/** What a page of an attack loads beside the package. */
export { clock } from '../../src/browser/clock.ts';
export { attempt } from './attempt.ts';
export { ForgedRuntime } from './forged.ts';
