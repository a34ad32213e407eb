import type { GuestHandle } from '../guest/powers.ts';
import type { CodeRealm } from '../seam/types.ts';
import { captureOutput } from './capture-output.ts';
import { sealOuterRealm } from './seal-outer-realm.ts';

/** Tells a guest what Node knows of its realm, and makes sure that nothing else of this realm gets to its program. */
export function attachGuest(guest: GuestHandle, realm: CodeRealm): void {
  process.on('unhandledRejection', (reason, promise) => guest.rejected(promise, reason));
  process.on('rejectionHandled', (promise) => guest.handled(promise));
  if (realm === 'node') {
    process.on('uncaughtException', (error) => guest.uncaught(error));
    captureOutput();
  } else {
    // What was thrown may be of this realm, so it is not passed on.
    process.on('uncaughtException', () => guest.uncaught('an exception where nothing could catch it'));
    sealOuterRealm();
  }
}
