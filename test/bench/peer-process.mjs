// The near side of a peer's process: an operation is asked for, and measured over there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installPeer, PEERS } from './peers.mjs';

const HOST = fileURLToPath(new URL('peer-host.mjs', import.meta.url));

/** Starts a peer. Throws, with the reason, when it cannot be installed or does not start. */
export async function startPeer(name) {
  const { minNode = 20, flags = [] } = PEERS[name];
  if (Number(process.versions.node.split('.')[0]) < minNode) throw new Error(`needs Node ${minNode}`);
  const folder = installPeer(name);
  const child = spawn(process.execPath, [...flags, HOST, name, folder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-2_000)));
  const gone = once(child, 'exit').then(([code, signal]) => {
    const reason = said.split('\n').find((line) => /error/i.test(line)) ?? '';
    return { failure: `its process ended (${signal ?? code}) ${reason}` };
  });
  const ask = async (op, args) => {
    if (!child.connected) throw new Error((await gone).failure);
    const answer = once(child, 'message').then(([message]) => message);
    child.send({ op, args });
    const { figures, failure } = await Promise.race([answer, gone]);
    if (failure !== undefined) throw new Error(failure);
    return figures;
  };
  await ask('open').catch((error) => {
    child.kill();
    throw error;
  });
  return { title: PEERS[name].title, ask, close: () => child.disconnect() };
}

/** Starts several; one that cannot be had becomes a note of the group. */
export async function startPeers(names, report, options) {
  const peers = {};
  for (const name of options.peers ? names : []) {
    try {
      peers[PEERS[name].title] = await startPeer(name);
    } catch (error) {
      report.note(`${PEERS[name].title}: not compared, ${error.message}`);
    }
  }
  return peers;
}
