import {
  append,
  defineProperty,
  ErrorConstructor,
  type List,
  list,
  stringIndexOf,
  stringSlice,
  toStringTag,
} from '../bridge/intrinsics.ts';
import { counters, stopwatches } from './console-labels.ts';
import { ConsolePrinter, type ConsoleSink } from './console-printer.ts';
import { tableText } from './console-table.ts';
import { DEFAULT_SETTINGS, settingsOf } from './inspect/options.ts';
import { inspectWith } from './inspect.ts';

export type { ConsoleSink } from './console-printer.ts';

const DIR_SETTINGS = { ...DEFAULT_SETTINGS, customInspect: false };

/**
 * A console whose printing methods make one entry a call, with the texts that Node's would print. No method throws,
 * whatever it is given.
 */
export function createConsole(sink: ConsoleSink): object {
  const printer = new ConsolePrinter(sink);
  const openGroup = (args: unknown[]): void => {
    if (args.length > 0) printer.print('log', args);
    printer.openGroup();
  };
  const console = {
    log: (...args: unknown[]) => printer.print('log', args),
    info: (...args: unknown[]) => printer.print('info', args),
    debug: (...args: unknown[]) => printer.print('debug', args),
    warn: (...args: unknown[]) => printer.print('warn', args),
    error: (...args: unknown[]) => printer.print('error', args),
    dirxml: (...args: unknown[]) => printer.print('log', args),
    dir(value?: unknown, options?: unknown) {
      const { surroundings } = printer;
      printer.write('log', () => inspectWith(value, settingsOf(options, DIR_SETTINGS), surroundings));
    },
    table(data?: unknown, columns?: unknown) {
      printer.write('log', () => tableText(data, columns, printer.surroundings) ?? printer.format([data]));
    },
    trace: (...args: unknown[]) =>
      printer.write('error', () => {
        const message = args.length === 0 ? 'Trace' : `Trace: ${printer.format(args)}`;
        return message + framesOf(new ErrorConstructor(), sink);
      }),
    assert(condition?: unknown, ...args: unknown[]) {
      if (!condition) printer.print('error', assertionArgs(args));
    },
    group: (...args: unknown[]) => openGroup(args),
    groupCollapsed: (...args: unknown[]) => openGroup(args),
    groupEnd: () => printer.closeGroup(),
    ...counters(printer),
    ...stopwatches(printer, sink.now),
    // These mean something to a terminal or to a debugger only.
    clear() {},
    profile() {},
    profileEnd() {},
    timeStamp() {},
  };
  defineProperty(console, toStringTag, { value: 'console', configurable: true });
  return console;
}

/** The stack of an error without its headline. */
function framesOf(error: object, { stackOf }: ConsoleSink): string {
  const text = stackOf(error) ?? '';
  const start = stringIndexOf(text, '\n');
  return start === -1 ? '' : stringSlice(text, start);
}

function assertionArgs(args: unknown[]): List<unknown> {
  const result = list<unknown>();
  const isMessage = args.length > 0 && typeof args[0] === 'string';
  append(result, isMessage ? `Assertion failed: ${args[0] as string}` : 'Assertion failed');
  for (let index = isMessage ? 1 : 0; index < args.length; index++) append(result, args[index]);
  return result;
}
