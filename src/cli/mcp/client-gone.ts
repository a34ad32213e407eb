import { AsyncLocalStorage } from 'node:async_hooks';

/** Fires when whoever made the current HTTP request is no longer there to hear the answer. */
export const clientGone = new AsyncLocalStorage<AbortSignal>();
