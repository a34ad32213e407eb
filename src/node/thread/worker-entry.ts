import { GUEST_HOOK } from '../../bridge/program-hook.ts';
import guestScript from '../../guest/entry.ts?script';
import type { GuestHandle, GuestPowers } from '../../guest/powers.ts';
import { attachGuest } from '../guest-events.ts';
import { platformPowers } from '../platform-powers.ts';
import { bareRealm, nodeRealm } from '../realms.ts';

// A script from a string has no imports; builtins come from the process.
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const { port, realm } = workerData as {
  port: import('node:worker_threads').MessagePort;
  realm: 'bare' | 'node';
};

// The program's surroundings lead nowhere: not to the supervisor, not to the host but by frames.
parentPort?.close();
for (const key of Object.keys(workerData)) delete workerData[key];

const { evaluateGuest, evaluateProgram } = realm === 'bare' ? bareRealm() : nodeRealm();
const boot = evaluateGuest(guestScript, GUEST_HOOK) as (powers: GuestPowers) => GuestHandle;

const powers: GuestPowers = {
  realm,
  evaluate: evaluateProgram,
  post(frame) {
    port.postMessage(frame);
    return true;
  },
  ...platformPowers(() => guest),
};
const guest = boot(powers);

port.on('message', (frame: unknown) => {
  if (typeof frame === 'string') guest.receive(frame);
});
attachGuest(guest, realm);
