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
    (frame) => frames.postMessage(frame),
    () => performance.now(),
  );
  addEventListener('error', (event) => {
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
    post(frame) {
      throttle.send(frame);
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
    if (typeof data === 'string') receive(data);
  };
  beats.onmessage = ({ data }) => {
    beats.postMessage(ran ? data : -data);
    ran = false;
  };
}
