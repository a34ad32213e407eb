import type { Readable } from 'node:stream';

/** Lines are for people: what is longer is cut. */
const MAX_LINE = 1_000;

/** Calls back with every line of the stream that says something, until it ends. */
export function forEachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  const say = (line: string): void => {
    if (line.trim() !== '') onLine(line.slice(0, MAX_LINE).trimEnd());
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    // A line without an end must not grow for ever.
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    lines.forEach(say);
  });
  stream.on('end', () => say(rest));
  stream.on('error', () => {});
}
