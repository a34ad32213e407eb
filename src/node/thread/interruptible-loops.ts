/** The engine from which on the fault is there: that of Node 24. Older ones lack it, or do not know the flag. */
const FAULTY_FROM = 13;

/**
 * Keeps loops stoppable. This engine leaves out the check for a termination in loops that it finds to be short, and takes
 * a loop for one because of what it builds into it: `for (;;) new Array(1000).fill(1)`, once optimised, goes on whatever is
 * done to its thread. Without the analysis behind that, every loop keeps its check; what it costs is that short loops are
 * not unrolled, in the whole process, since an engine has one set of flags.
 */
export function keepLoopsInterruptible(): void {
  if (Number.parseInt(process.versions.v8 ?? '', 10) < FAULTY_FROM) return;
  try {
    process.getBuiltinModule('node:v8').setFlagsFromString('--no-turboshaft-loop-unrolling');
  } catch {
    // A runtime that has no such engine, whatever it says.
  }
}
