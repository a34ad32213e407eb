/**
 * What the page and the frame that houses a worker say to each other. Both ends are ours: a program, a binding or a
 * message of theirs never comes this way, and the frame has no port that a worker could reach it by.
 */
export type FrameOrder =
  /** Start a worker from this script; it is given the ports that come along. `wasm`: it may compile WebAssembly. */
  | { readonly order: 'spawn'; readonly script: string; readonly wasm: boolean }
  /** Keep the frame's own thread busy, to find out whose thread that is. */
  | { readonly order: 'spin'; readonly ms: number }
  /** Answer with the same number: the frame's sign of life. */
  | number;

export type FrameNotice =
  /** The frame listens. */
  | 'listening'
  /** Its worker could not be started, or failed where nothing could catch it. */
  | 'failed'
  /** The answer to a sign of life. */
  | number;
