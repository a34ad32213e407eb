import { codeFrame } from '../seam/code-frame.ts';
import type { CodeLocation, CodeRunFailure, CodeRunFailureKind } from '../seam/types.ts';

/** Longest message of a failure, in characters, code frame not counted. */
const MAX_MESSAGE = 8_192;

/** A failure with a bounded message; with a location, the message says where and shows the line. */
export function failure(
  kind: CodeRunFailureKind,
  message: string,
  program = '',
  location?: CodeLocation,
): CodeRunFailure {
  const text = bounded(message);
  if (location === undefined) return { kind, message: text };
  const frame = codeFrame(program, location);
  // The position belongs to the first line: what follows may be a cause, or an inspected value.
  const lineEnd = text.indexOf('\n');
  const head = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd);
  return {
    kind,
    message: `${head} (line ${location.line}, column ${location.column})${rest}\n\n${frame}`,
    location,
  };
}

function bounded(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  return `${message.slice(0, MAX_MESSAGE)}… ${message.length - MAX_MESSAGE} more characters`;
}
