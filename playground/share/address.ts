import { effect } from '@preact/signals';
import {
  documentOf,
  exampleId,
  host,
  openDocument,
  openExample,
  type PlaygroundDocument,
  program,
  settings,
} from '../state/document.ts';
import { decodeDocument, encodeDocument } from './link.ts';

/** Safari refuses more than a hundred changes of the address in thirty seconds. */
const PAUSE_MS = 400;

const EXAMPLE = '#example=';
const DOCUMENT = '#program=';

let written = '';

/** The hash that opens what is on the page now: an example by its name as long as it is unchanged. */
export function hashOfNow(): string {
  const now: PlaygroundDocument = { program: program.value, host: host.value, settings: settings.value };
  const id = exampleId.value;
  if (id !== undefined && JSON.stringify(documentOf(id)) === JSON.stringify(now)) return EXAMPLE + id;
  return DOCUMENT + encodeDocument(now);
}

/** Opens what the address names. Returns false when it names something that cannot be read. */
export function openAddress(): boolean {
  const { hash } = location;
  const document = hash.startsWith(DOCUMENT) ? decodeDocument(hash.slice(DOCUMENT.length)) : undefined;
  if (document) openDocument(document);
  else openExample(hash.startsWith(EXAMPLE) ? hash.slice(EXAMPLE.length) : '');
  written = hash;
  return document !== undefined || !hash.startsWith(DOCUMENT);
}

/** From now on the address follows what is on the page, so that a reload loses nothing, and the page the address. */
export function followAddress(onOpened: (readable: boolean) => void): void {
  let timer: number | undefined;
  let first = true;
  effect(() => {
    // Read here, so that the effect depends on them.
    void [program.value, host.value, settings.value, exampleId.value];
    clearTimeout(timer);
    if (!first) timer = setTimeout(writeAddress, PAUSE_MS);
    first = false;
  });
  addEventListener('hashchange', () => {
    if (location.hash !== written) onOpened(openAddress());
  });
}

/** Puts the present state into the address at once, and returns the whole of it. */
export function writeAddress(): string {
  written = hashOfNow();
  if (location.hash !== written) history.replaceState(null, '', written);
  return location.href;
}
