import { signal } from '@preact/signals';
import { writeAddress } from '../share/address.ts';
import { openHostCode } from './host-code.tsx';

/** What was done last, said beside the buttons and to screen readers. */
const notice = signal('');
let timer: number | undefined;

export function say(text: string): void {
  notice.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.value = ''), 4_000);
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say('The browser does not let this page copy');
  }
}

export function Tools() {
  return (
    <>
      <span class="notice" role="status">
        {notice.value}
      </span>
      <button
        type="button"
        class="quiet"
        title="Program, host functions and settings, in the address itself"
        onClick={() => void copy(writeAddress(), 'Link copied')}
      >
        Copy link
      </button>
      <button type="button" class="quiet" onClick={openHostCode}>
        Get the host code
      </button>
    </>
  );
}
