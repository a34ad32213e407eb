import { writeAddress } from '../share/address.ts';
import { openHostCode } from './host-code.tsx';
import { copy, Notice } from './notice.tsx';

export function Tools() {
  return (
    <>
      <Notice />
      <button
        type="button"
        class="quiet"
        title="Program, host functions and settings, in the address itself"
        onClick={() => void copy(writeAddress(), 'Link copied')}
      >
        <Icon path="M9.5 14.5l5-5M8 11.5 6 13.5a3.2 3.2 0 0 0 4.5 4.5l2-2M11.5 8l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2" />
        <span class="tool-name">Copy link</span>
      </button>
      <button
        type="button"
        class="quiet"
        title="What is on the page as one file, for Node or for a page of your own"
        onClick={openHostCode}
      >
        <Icon path="M9 6.5 3.5 12 9 17.5M15 6.5l5.5 5.5-5.5 5.5" />
        <span class="tool-name">Get the host code</span>
      </button>
    </>
  );
}

/** In place of the name, where the header is too narrow for it. */
function Icon({ path }: { path: string }) {
  return (
    <svg class="tool-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" />
    </svg>
  );
}
