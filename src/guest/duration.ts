import { mathFloor } from '../bridge/intrinsics.ts';
import { numberToFixed, stringPadStart } from './builtins.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration as Node's `console.timeEnd` writes it: `1.234ms`, `1.234s`, `1:02.345 (m:ss.mmm)`. */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${+numberToFixed(ms, 3)}ms`;
  if (ms < MINUTE) return `${numberToFixed(ms / SECOND, 3)}s`;
  const seconds = stringPadStart(numberToFixed((ms % MINUTE) / SECOND, 3), 6, '0');
  const minutes = `${mathFloor((ms % HOUR) / MINUTE)}`;
  if (ms < HOUR) return `${minutes}:${seconds} (m:ss.mmm)`;
  return `${mathFloor(ms / HOUR)}:${stringPadStart(minutes, 2, '0')}:${seconds} (h:mm:ss.mmm)`;
}
