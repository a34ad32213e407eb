import { append, list, MapConstructor, mapDelete, mapGet, mapSet } from '../bridge/intrinsics.ts';
import type { ConsolePrinter } from './console-printer.ts';
import { durationText } from './duration.ts';
import { failureText } from './inspect/failure.ts';

/** The console's methods that count by label. */
export function counters(printer: ConsolePrinter) {
  const counts = new MapConstructor<string, number>();
  return {
    count(label?: unknown) {
      const name = nameOf(label, printer);
      const count = (mapGet(counts, name) ?? 0) + 1;
      mapSet(counts, name, count);
      printer.write('log', () => `${name}: ${count}`);
    },
    countReset(label?: unknown) {
      const name = nameOf(label, printer);
      if (!mapDelete(counts, name))
        printer.write('warn', () => `Warning: Count for '${name}' does not exist`);
    },
  };
}

/** The console's methods that measure time by label. */
export function stopwatches(printer: ConsolePrinter, now: () => number) {
  const starts = new MapConstructor<string, number>();
  const tell = (method: string, label: unknown, data: unknown[]): string => {
    const name = nameOf(label, printer);
    const start = mapGet(starts, name);
    if (start === undefined) {
      printer.write('warn', () => `Warning: No such label '${name}' for console.${method}()`);
      return name;
    }
    const time = `${name}: ${durationText(now() - start)}`;
    const args = list<unknown>();
    append(args, data.length === 0 ? time : '%s');
    if (data.length > 0) append(args, time);
    for (let index = 0; index < data.length; index++) append(args, data[index]);
    printer.print('log', args);
    return name;
  };
  return {
    time(label?: unknown) {
      const name = nameOf(label, printer);
      if (mapGet(starts, name) === undefined) mapSet(starts, name, now());
      else printer.write('warn', () => `Warning: Label '${name}' already exists for console.time()`);
    },
    timeLog(label?: unknown, ...data: unknown[]) {
      tell('timeLog', label, data);
    },
    timeEnd(label?: unknown) {
      mapDelete(starts, tell('timeEnd', label, []));
    },
  };
}

function nameOf(label: unknown, printer: ConsolePrinter): string {
  if (label === undefined) return 'default';
  try {
    return `${label as string}`;
  } catch (error) {
    return failureText(error, printer.surroundings);
  }
}
