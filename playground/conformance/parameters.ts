export const CONTAINMENTS = ['frame', 'none'] as const;
export type Containment = (typeof CONTAINMENTS)[number];

export interface Parameters {
  /** Whether the suite starts at once. */
  readonly run: boolean;
  readonly containment: Containment;
  /** A regular expression on `topic: name`, to run a part. */
  readonly only: string;
  /** A path of this origin that gets each message by POST, as it comes. */
  readonly post: string | undefined;
}

/** `?run&containment=none&only=abort&post=/results`: all of it optional, for scripts that open this page. */
export function parametersOf(search: string): Parameters {
  const parameters = new URLSearchParams(search);
  return {
    run: parameters.has('run'),
    containment: parameters.get('containment') === 'none' ? 'none' : 'frame',
    only: parameters.get('only') ?? '',
    post: parameters.get('post') ?? undefined,
  };
}
