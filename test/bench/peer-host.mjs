// A process for one peer: with the flags that it needs, and away from what it is compared with.
import { OPS } from './ops.mjs';

const [, , name, folder] = process.argv;
const { open } = await import(`./systems/${name}.mjs`);
let system;

process.on('message', async ({ op, args }) => {
  try {
    system ??= await open({ folder });
    process.send({ figures: op === 'open' ? 0 : await OPS[op](system, args) });
  } catch (error) {
    process.send({ failure: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
