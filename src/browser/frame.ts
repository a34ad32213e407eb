import { Heartbeat } from '../host/heartbeat.ts';
import { clock } from './clock.ts';
import framePage from './frame-entry.ts?frame';
import type { FrameNotice, FrameOrder } from './frame-protocol.ts';
import { Failure, type Housing } from './housing.ts';
import { randomBeat } from './random-beat.ts';
import { warnOnceIfShared } from './shared-thread.ts';

/** How long a frame may take to load, and how long to run its script after that, in ms. */
const LOAD_MS = 20_000;
const LISTEN_MS = 5_000;

/** After this time without a sign of a frame that was written into the page, the page's policy is asked, in ms. */
const FIRST_LISTEN_MS = 500;

/** A frame that gives no sign of life for so long is gone, in ms: nothing else tells of a removal or a crash. */
const SILENCE_MS = { program: 3_000, ours: 10_000 };

const WORKER_FAILED =
  'it failed to load or to run: a page whose Content-Security-Policy forbids workers from blob: needs frameUrl';

const GONE = 'its frame is gone: it was removed, or it crashed or ran out of memory';

const PACE = { busyMs: 200, idleMs: 200 };

/** How long a frame may take to say that it is still there, in ms. */
const ANSWER_MS = 1_000;

/**
 * A worker in a hidden, sandboxed frame of an opaque origin: without the page's storage, without a network, and in
 * Chromium in another process. Removing the frame ends the worker at once, which `terminate()` does not.
 * @param url of the frame's document, for pages whose policy forbids it to be written into them; '' to write it.
 */
export function frame(url: string): Housing {
  const failure = new Failure();
  const { port1: port, port2: farPort } = new MessageChannel();
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.hidden = true;
  element.style.display = 'none';
  if (url === '') write(element);
  else element.src = url;

  const heartbeat = new Heartbeat(order, randomBeat, clock, PACE);
  let stopWaiting = clock.after(LOAD_MS, () => failure.fire('its frame did not load'));
  let stopWatching = (): void => {};
  const silence = `its frame ran no script: ${
    url === ''
      ? "the page's Content-Security-Policy forbids inline scripts; see frameUrl"
      : `the document at "${url}" is not the frame of codeseam, or its Content-Security-Policy forbids it`
  }`;
  let isListening = false;
  let loaded = false;
  element.addEventListener('load', () => {
    // Moved in the page, or sent elsewhere: what was in it is gone.
    if (loaded) failure.fire(GONE);
    else greet();
    loaded = true;
  });
  port.addEventListener('message', listening);
  port.start();
  document.documentElement.append(element);

  function greet(): void {
    stopWaiting();
    stopWaiting = clock.after(url === '' ? FIRST_LISTEN_MS : LISTEN_MS, () => {
      if (url !== '' || forbidsInlineScripts()) return failure.fire(silence);
      stopWaiting = clock.after(LISTEN_MS, () => failure.fire(silence));
    });
    element.contentWindow?.postMessage(0, '*', [farPort]);
  }

  function listening({ data }: MessageEvent<FrameNotice>): void {
    if (data === 'listening') {
      isListening = true;
      stopWaiting();
      warnOnceIfShared((ms) => order({ order: 'spin', ms }));
    }
    if (typeof data === 'number') heartbeat.answered(data, Number.POSITIVE_INFINITY);
    if (data === 'failed') failure.fire(WORKER_FAILED);
  }

  function order(order: FrameOrder, ports: readonly MessagePort[] = []): void {
    port.postMessage(order, [...ports]);
  }

  /** Before the frame listens, other timers say why it does not. */
  function lookForLife(silenceMs: number): void {
    const isSilent = isListening && heartbeat.silentMs() > silenceMs;
    if (!element.isConnected || isSilent) return failure.fire(GONE);
    stopWatching = clock.after(PACE.busyMs, () => lookForLife(silenceMs));
  }

  function unwatch(): void {
    stopWatching();
    heartbeat.stop();
  }

  return {
    // A port queues what is sent before the other side listens.
    spawn: (script, ports, { wasm } = { wasm: false }) => order({ order: 'spawn', script, wasm }, ports),
    onFailure: (listener) => failure.listen(listener),
    watch(atWork) {
      unwatch();
      heartbeat.start();
      lookForLife(SILENCE_MS[atWork]);
    },
    unwatch,
    isAlive() {
      if (!element.isConnected) return Promise.resolve(false);
      const beat = randomBeat();
      return new Promise((resolve) => {
        const done = (alive: boolean): void => {
          stop();
          port.removeEventListener('message', answered);
          resolve(alive);
        };
        const answered = ({ data }: MessageEvent<FrameNotice>): void => {
          if (data === beat) done(true);
        };
        const stop = clock.after(ANSWER_MS, () => done(false));
        port.addEventListener('message', answered);
        order(beat);
      });
    },
    close() {
      stopWaiting();
      unwatch();
      port.close();
      element.remove();
    },
  };
}

/** Such a frame has the policy of the page, but nothing tells of what that forbids in it. A script in the page shows it. */
function forbidsInlineScripts(): boolean {
  const script = document.createElement('script');
  try {
    script.text = 'document.currentScript.dataset.ran = "";';
  } catch {
    return false;
  }
  document.documentElement.append(script);
  script.remove();
  return script.dataset['ran'] === undefined;
}

/** A page that demands trusted types refuses any text. */
function write(element: HTMLIFrameElement): void {
  try {
    element.srcdoc = framePage;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`its frame cannot be written into the page, see frameUrl: ${reason}`, { cause: error });
  }
}
