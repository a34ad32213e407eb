// Samples, and what they say. Contenders take turns, so that a busy moment of the machine hits all of them alike.

export const now = () => performance.now();

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The value below which a share of the samples lies. */
export function percentile(samples, share) {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at % 1);
}

export function stats(samples) {
  return {
    median: percentile(samples, 0.5),
    p10: percentile(samples, 0.1),
    p90: percentile(samples, 0.9),
    n: samples.length,
  };
}

/** How long something takes, in ms. */
export async function timed(work) {
  const started = now();
  await work();
  return now() - started;
}

/**
 * Lets contenders take turns for some rounds, with a pause after each turn. A contender is a function that resolves to
 * its own figure, or to a list of figures. One that throws is out, and its reason is kept.
 * The first rounds are for warming up and do not count. When the time is over, at least `minRounds` have been made.
 */
export async function interleave(
  contenders,
  { rounds, warmup = 2, pauseMs = 0, budgetMs = 60_000, minRounds = 5 },
) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  const failures = {};
  let names = Object.keys(contenders);
  let started = now();
  for (let round = -warmup; round < rounds; round++) {
    if (round === 0) started = now();
    if (round >= minRounds && now() - started > budgetMs) break;
    // Whoever goes first finds another machine than whoever goes last.
    names = [...names.slice(1), ...names.slice(0, 1)];
    for (const name of names) {
      if (failures[name] !== undefined) continue;
      try {
        const figures = [await contenders[name]()].flat();
        if (round >= 0) samples[name].push(...figures);
      } catch (error) {
        failures[name] = error instanceof Error ? error.message : String(error);
        delete samples[name];
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
  return { samples, failures };
}
