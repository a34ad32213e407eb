import { append, type List, list } from '../bridge/intrinsics.ts';
import { boot } from '../guest/main.ts';
import type { GuestHandle } from '../guest/powers.ts';
import { compileHere } from './compile-here.ts';
import { platformPowers } from './platform-powers.ts';
import { Throttle } from './throttle.ts';

// Where a program's worker starts. It has no other global realm: the guest empties this one.
addEventListener('message', receivePorts);

function receivePorts({ ports }: MessageEvent): void {
  const [frames, beats] = ports;
  if (frames === undefined || beats === undefined) return;
  removeEventListener('message', receivePorts);
  let guest: GuestHandle | undefined;
  /** Whether anything of the program ran since the last beat. */
  let ran = false;
  const compiler = compileHere();
  const { performance } = globalThis;
  const throttle = new Throttle(
    (text, buffers) => {
      if (buffers === undefined) return frames.postMessage(text);
      const frame = list<unknown>();
      append(frame, text);
      for (let index = 0; index < buffers.length; index++) append(frame, buffers[index]);
      frames.postMessage(frame, iterableOf(buffers) as Transferable[]);
    },
    () => performance.now(),
  );
  addEventListener('error', (event) => {
    // It is our own that failed, since a policy keeps it from loading scripts, and it will never greet: the page is told.
    if (guest === undefined) return;
    event.preventDefault();
    if (!compiler.noticed(event)) guest?.uncaught(event.error);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    guest?.rejected(event.promise, event.reason);
  });
  addEventListener('rejectionhandled', (event) => guest?.handled(event.promise));
  guest = boot({
    realm: 'bare',
    evaluate: compiler.evaluate,
    carriesBuffers: true,
    post(text, buffers) {
      throttle.send(text, buffers);
      return true;
    },
    ...platformPowers(() => {
      ran = true;
      return guest!;
    }),
  });
  const { receive } = guest;
  frames.onmessage = ({ data }) => {
    ran = true;
    throttle.answered();
    receive(data);
  };
  beats.onmessage = ({ data }) => {
    beats.postMessage(ran ? data : -data);
    ran = false;
  };
}

const { iterator: ITERATOR } = Symbol;

/** A platform takes what it is to transfer by an iterator, and a program may have patched that of arrays. */
function iterableOf(buffers: List<ArrayBuffer>): unknown {
  let next = 0;
  const iterator = {
    __proto__: null,
    next: () => ({ __proto__: null, done: next === buffers.length, value: buffers[next++] }),
  };
  return { __proto__: null, [ITERATOR]: () => iterator };
}
