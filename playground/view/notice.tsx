import { signal } from '@preact/signals';

/** What was done last, said beside the buttons and to screen readers. */
const notice = signal('');
let timer: number | undefined;

/** Stays for so long, in ms; or until something else is said. */
export function say(text: string, ms = 4_000): void {
  notice.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.value = ''), ms);
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say('The browser does not let this page copy');
  }
}

/** An open dialog has one of its own: what is behind it is neither seen nor heard. */
export function Notice() {
  return (
    <span class="notice" role="status">
      {notice.value}
    </span>
  );
}
