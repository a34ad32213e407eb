/** What a page of an attack loads beside the package. */
export { attempt } from './attempt.ts';
export { ForgedRuntime } from './forged.ts';
