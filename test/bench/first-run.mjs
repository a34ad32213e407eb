// The whole of a process that runs one program: prints how long it took to get there, in ms.
import { now } from './measure.mjs';

const [, , name, folder] = process.argv;
const started = now();
if (name === 'bare-worker') {
  const { oneAnswer } = await import('./systems/bare-worker.mjs');
  await oneAnswer();
} else {
  const { open } = await import(`./systems/${name}.mjs`);
  const system = await open(folder ? { folder } : undefined);
  if ((await system.run('const a = 1;\nreturn a + 1;', {})) !== 2) throw new Error('Not the right value');
}
process.stdout.write(String(now() - started), () => process.exit());
