import { jsonStringify } from '../bridge/intrinsics.ts';

declare function importScripts(url: string): void;

/** What the platform puts before the message of an error that a script does not compile for. */
const PREFIX = /^Failed to execute 'importScripts' on 'WorkerGlobalScope': /;

export interface Compiler {
  /** See `GuestPowers.evaluate`. */
  readonly evaluate: (script: string) => string;
  /** Whether the event tells of a compile error, and was awaited. */
  readonly noticed: (event: ErrorEvent) => boolean;
}

/**
 * Evaluates scripts in this worker from blobs, which a policy can allow while code from strings is off. To be made
 * before the globals that it uses are gone.
 */
export function compileHere(): Compiler {
  const NativeBlob = Blob;
  const { createObjectURL, revokeObjectURL } = URL;
  const load = importScripts;
  const report = reportError;
  let place: readonly [line: number, column: number] | undefined;
  let awaited = false;

  return {
    evaluate(script) {
      const url = createObjectURL(new NativeBlob([script], { type: 'text/javascript' }));
      try {
        load(url);
        return '';
      } catch (error) {
        // The error does not say where it is, but the event that reports it does.
        awaited = true;
        report(error);
        awaited = false;
        const { name, message } = error as Error;
        const text = `${name}: ${message.replace(PREFIX, '')}`;
        return `[${jsonStringify(text)},${place?.[0] ?? 0},${place?.[1] ?? 0}]`;
      } finally {
        revokeObjectURL(url);
      }
    },
    noticed({ lineno, colno }) {
      if (awaited) place = [lineno, colno];
      return awaited;
    },
  };
}
