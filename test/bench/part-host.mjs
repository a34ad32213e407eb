// A process for one part, so that none finds what another left behind: optimised code, garbage, open workers.
import { Report } from './report.mjs';

const [, , part, options] = process.argv;
const { run } = await import(`./parts/${part}.mjs`);
process.on('disconnect', () => process.exit());
const send = (message) => new Promise((resolve) => process.send(message, resolve));
let sent = Promise.resolve();
await run(new Report(part, (message) => (sent = send(message))), JSON.parse(options));
await sent;
process.exit();
