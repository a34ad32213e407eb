import { GUEST_HOOK } from '../../bridge/program-hook.ts';
import guestScript from '../../guest/entry.ts?script';
import type { GuestHandle, GuestPowers } from '../../guest/powers.ts';
import { attachGuest } from '../guest-events.ts';
import { platformPowers } from '../platform-powers.ts';
import { bareRealm, nodeRealm } from '../realms.ts';
import { FROM_CHILD, TO_CHILD } from './loader.ts';
import { beatAnswer, framePacket, PacketReader } from './packets.ts';

// Where a child starts. A script from a string has no imports; builtins come from the process.
const { writeSync } = process.getBuiltinModule('node:fs');
const { Socket } = process.getBuiltinModule('node:net');
const { performance } = process.getBuiltinModule('node:perf_hooks');
const realm = process.argv.pop() === 'node' ? 'node' : 'bare';
const exit = process.exit.bind(process);

const { evaluateGuest, evaluateProgram } = realm === 'bare' ? bareRealm() : nodeRealm();
const boot = evaluateGuest(guestScript, GUEST_HOOK) as (powers: GuestPowers) => GuestHandle;

const powers: GuestPowers = {
  realm,
  evaluate: evaluateProgram,
  post(frame) {
    send(framePacket(frame));
    return true;
  },
  ...platformPowers(() => guest),
};
const guest = boot(powers);

const reader = new PacketReader(Number.POSITIVE_INFINITY, {
  frame: guest.receive,
  beat: (beat) => send(beatAnswer(beat, performance.eventLoopUtilization().active)),
  malformed: () => exit(1),
});
const pipe = new Socket({ fd: TO_CHILD, readable: true, writable: false });
pipe.on('data', (chunk) => reader.push(chunk));
// The host is gone: so is this.
pipe.on('close', () => exit(0));
pipe.on('error', () => exit(0));

attachGuest(guest, realm);

/** Waits while the pipe is full: what a program floods is slowed down here, and does not pile up in the host. */
function send(packet: Buffer): void {
  for (let at = 0; at < packet.length; ) at += writeSync(FROM_CHILD, packet, at);
}
