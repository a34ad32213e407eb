import { append, list } from '../../bridge/intrinsics.ts';
import { GUEST_HOOK } from '../../bridge/program-hook.ts';
import type { Frame } from '../../bridge/protocol.ts';
import type { GuestHandle, GuestPowers } from '../../guest/powers.ts';
import { attachGuest } from '../guest-events.ts';
import { platformPowers } from '../platform-powers.ts';
import { bareRealm, nodeRealm } from '../realms.ts';
import type { WorkerStart } from './supervision.ts';

// A script from a string has no imports; builtins come from the process.
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const { port, realm, guestScript, guestCode } = workerData as WorkerStart;

for (const key of Object.keys(workerData)) delete workerData[key];

const programRealm = realm === 'bare' ? bareRealm() : nodeRealm();
const boot = programRealm.evaluateGuest(guestScript, GUEST_HOOK, guestCode) as (
  powers: GuestPowers,
) => GuestHandle;

let post = (frame: Frame, transfer: ArrayBuffer[]): void => {
  // The greeting. From here on the program's surroundings lead nowhere: not to the supervisor, not to the host but by
  // frames. What the next worker need not compile is told before, while nothing of a program can be in it.
  if (guestCode === undefined) parentPort?.postMessage(programRealm.guestCode());
  parentPort?.close();
  post = (next, its) => port.postMessage(next, its);
  post(frame, transfer);
};

const powers: GuestPowers = {
  realm,
  evaluate: programRealm.evaluateProgram,
  carriesBuffers: true,
  post(text, buffers) {
    // Nothing here that a program of the same realm may have patched: neither iterators nor methods of arrays.
    const frame = list<unknown>();
    const transfer = list<ArrayBuffer>();
    append(frame, text);
    for (let index = 0; buffers !== undefined && index < buffers.length; index++) {
      append(frame, buffers[index]);
      append(transfer, buffers[index]!);
    }
    post((transfer.length === 0 ? text : frame) as Frame, transfer as unknown as ArrayBuffer[]);
    return true;
  },
  ...platformPowers(() => guest),
};
const guest = boot(powers);

port.on('message', guest.receive);
attachGuest(guest, realm);
