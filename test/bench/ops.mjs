// What is measured of anything that can run a program against functions: `{ run(program, functions) }`, the value out.
// Peers run plain JavaScript with one argument per call and JSON values, so the programs keep to that.
import { now, percentile } from './measure.mjs';

/** Calls made before those that count. */
export const WARM_CALLS = 200;

/** Calls that one reading of the clock is about: clocks of pages have coarse steps. */
const CALLS_PER_READING = 50;

/** Times calls that follow each other. The median of many readings, so that one moment on a busy machine says nothing. */
export class RoundTrips {
  #calls = 0;
  #readings = [];

  mark() {
    if (this.#calls >= WARM_CALLS && this.#calls % CALLS_PER_READING === 0) this.#readings.push(now());
    this.#calls++;
    return 0;
  }

  /** Microseconds per call. */
  median() {
    const readings = this.#readings;
    const times = readings.slice(1).map((time, index) => time - readings[index]);
    return (percentile(times, 0.5) / CALLS_PER_READING) * 1_000;
  }
}

let distinct = 0;

/** A trivial program that nobody has seen before, and its value. */
export function trivialProgram(number = ++distinct * 7 + (Date.now() % 100_000) * 1_000) {
  return { program: `const a = ${number};\nconst b = a + 1;\nreturn b;`, value: number + 1 };
}

const THE_SAME = trivialProgram(1);

async function timeRun(system, { program, value }) {
  const started = now();
  const got = await system.run(program, {});
  const ms = now() - started;
  if (got !== value) throw new Error(`A trivial program gave ${String(got)}`);
  return ms;
}

export const OPS = {
  distinct: (system) => timeRun(system, trivialProgram()),

  same: (system) => timeRun(system, THE_SAME),

  /** One run right after the other; the first may find a spare, so it does not count. */
  async backToBack(system, { count, same }) {
    const times = [];
    for (let index = 0; index <= count; index++) times.push(await OPS[same ? 'same' : 'distinct'](system));
    return times.slice(1);
  },

  /** From the moment the program has its value to the moment the host has it. */
  async completion(system, { make }) {
    let started = 0;
    const mark = () => {
      started = now();
      return 0;
    };
    const value = await system.run(`const value = ${make};\nawait host.mark(0);\nreturn value;`, { mark });
    const ms = now() - started;
    if (value === undefined || started === 0) throw new Error('No value arrived');
    return ms;
  },

  /** From the moment the program makes the call to the moment the function has its argument. */
  async argument(system, { make }) {
    let started = 0;
    let ended = 0;
    const mark = () => {
      started = now();
      return 0;
    };
    const take = () => {
      ended = now();
      return 0;
    };
    await system.run(`const value = ${make};\nawait host.mark(0);\nawait host.take(value);\nreturn 0;`, {
      mark,
      take,
    });
    return ended - started;
  },

  /** From the moment the function returns to the moment the program has its value. */
  async resolution(system, { make }) {
    const value = new Function(`return ${make}`)();
    let started = 0;
    let ended = 0;
    const give = () => {
      started = now();
      return value;
    };
    const mark = () => {
      ended = now();
      return 0;
    };
    await system.run(`const value = await host.give(0);\nawait host.mark(0);\nreturn typeof value;`, {
      give,
      mark,
    });
    return ended - started;
  },

  /** Microseconds of one call that the program awaits before it makes the next. */
  async sequential(system, { count }) {
    const trips = new RoundTrips();
    const program = `for (let i = 0; i < ${WARM_CALLS + count}; i++) await host.mark(i);\nreturn 0;`;
    await system.run(program, { mark: () => trips.mark() });
    return trips.median();
  },

  /** Microseconds per call of many calls made at once, one figure per batch. */
  async atOnce(system, { count, batches }) {
    const marks = [];
    const functions = {
      mark: () => marks.push(now()),
      call: () => 0,
    };
    const program = `
      const batch = () => Promise.all(Array.from({ length: ${count} }, (_, i) => host.call(i)));
      for (let i = 0; i < ${batches + 3}; i++) { await batch(); await host.mark(i); }
      return 0;`;
    await system.run(program, functions);
    return marks.slice(3).map((mark, index) => ((mark - marks[index + 2]) / count) * 1_000);
  },

  /** Five slow calls under `Promise.all`: they must not take turns. */
  async fiveSlowCalls(system) {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve(0), 200));
    const started = now();
    await system.run(`await Promise.all([0, 1, 2, 3, 4].map((i) => host.slow(i)));\nreturn 0;`, { slow });
    return now() - started;
  },

  /** Distinct programs per second, some at a time. */
  async throughput(system, { count, concurrency }) {
    let left = count;
    const one = async () => {
      while (left-- > 0) await OPS.distinct(system);
    };
    const started = now();
    await Promise.all(Array.from({ length: concurrency }, one));
    return (count / (now() - started)) * 1_000;
  },
};
