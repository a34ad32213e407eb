// What the length of a program costs: distinct programs are transpiled, the same one again is not.
import { interleave, now, sleep } from '../measure.mjs';
import { esbuildInWorker } from '../systems/esbuild-worker.mjs';

const PAUSE_MS = 150;

/** A program of so many lines, none of which runs but the last. */
function programOf(lines, seed) {
  const body = [];
  for (let at = 0; body.length < lines - 3; at++) {
    body.push(
      `  interface Item${at} { readonly id: number; name?: string }`,
      `  const load${at} = async (item: Item${at}, times = ${seed}): Promise<string> => {`,
      `    const parts = Array.from({ length: times }, (_, index) => \`\${item.name ?? 'none'} \${index}\`);`,
      `    if (item.id > ${at}) return parts.filter((part) => part.length > 3).join(', ');`,
      `    return { ...item, parts }.name as string;`,
      '  };',
    );
  }
  return `function unused() {\n${body.slice(0, lines - 3 - ((lines - 3) % 6)).join('\n')}\n}\nreturn ${seed};`;
}

export async function run(report, options) {
  const { open } = await import('../systems/codeseam.mjs');
  const system = open();
  const bare = await esbuildInWorker();
  const { stripTypeScriptTypes } = await import('node:module');
  let seed = Date.now() % 1_000_000;
  const runFor = async (program, value) => {
    const started = now();
    if ((await system.run(program, {})) !== value) throw new Error('Not the right value');
    return now() - started;
  };
  await runFor(programOf(10, 1), 1);
  for (const lines of [10, 100, 1_000, 5_000]) {
    const repeated = programOf(lines, ++seed);
    const value = seed;
    await runFor(repeated, value);
    const contenders = {
      'codeseam, distinct (transpiled and run)': () => runFor(programOf(lines, ++seed), seed),
      'codeseam, again (run)': () => runFor(repeated, value),
      'esbuild-wasm transform in a bare worker': () => bare.transform(wrap(programOf(lines, ++seed))),
    };
    if (stripTypeScriptTypes)
      contenders['stripTypeScriptTypes of Node (erasable syntax only)'] = () => {
        const source = wrap(programOf(lines, ++seed));
        const started = now();
        stripTypeScriptTypes(source);
        return now() - started;
      };
    report.group({
      id: String(lines),
      title: `A program of ${lines} lines, ${PAUSE_MS} ms pause before each (a spare is ready)`,
      unit: 'ms',
      against: ['esbuild-wasm transform in a bare worker'],
      ...(await interleave(contenders, {
        rounds: options.short ? 7 : 15,
        pauseMs: PAUSE_MS,
        budgetMs: 30_000,
      })),
    });
    await sleep(PAUSE_MS);
  }
  await Promise.all([system.close(), bare.close()]);
}

const wrap = (program) => `(async () => {${program}\n})();`;
