import { signal } from '@preact/signals';

/** Whether what is on the page came with a link, and with host functions that the visitor may not have read. */
export const fromLink = signal(false);
