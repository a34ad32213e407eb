import type { GuestHandle } from '../../src/host/index.ts';

type Listener = (reason: unknown, promise: object) => void;

/** Guests of this process by the `Function` of their realm, by which a promise is known to be of it. */
const guests = new Map<unknown, GuestHandle>();

function guestOf(promise: object): GuestHandle | undefined {
  const then: unknown = Reflect.get(promise, 'then');
  return guests.get(Object.getPrototypeOf(then));
}

/** Routes rejections of a guest's own promises to it; all others stay with whoever listened before (the test runner). */
export function onForeignRejections(boot: object, guest: GuestHandle): () => void {
  if (guests.size === 0) install();
  const realm: unknown = Object.getPrototypeOf(boot);
  guests.set(realm, guest);
  return () => guests.delete(realm);
}

let installed = false;

function install(): void {
  if (installed) return;
  installed = true;
  const others = process.listeners('unhandledRejection') as Listener[];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason, promise) => {
    const guest = guestOf(promise);
    if (guest) guest.rejected(promise, reason);
    else if (promise instanceof Promise) for (const other of others) other(reason, promise);
  });
  process.on('rejectionHandled', (promise) => guestOf(promise)?.handled(promise));
}
