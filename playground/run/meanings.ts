import type { CodeRunFailureKind } from 'codeseam';

export interface Meaning {
  readonly title: string;
  readonly meaning: string;
}

/** What each kind of failure tells a host, in its words. */
export const MEANINGS: Record<CodeRunFailureKind, Meaning> = {
  exception: {
    title: 'The program failed',
    meaning:
      'It does not compile, it threw, or it waits for what can never come. Hand the message to the model.',
  },
  timeout: {
    title: 'Out of time',
    meaning: 'A budget of yours expired, and the worker was ended from outside, whatever it was doing.',
  },
  abort: {
    title: 'Aborted',
    meaning: 'Your signal fired. The worker is gone; what it had logged is kept.',
  },
  'worker-exit': {
    title: 'The worker died',
    meaning:
      'It ran out of memory, crashed, or broke the protocol. The page is unharmed; the next run works.',
  },
  'invalid-output': {
    title: 'The result cannot cross',
    meaning: 'The program finished, but returned something that is no data. The message names the place.',
  },
  'output-limit': {
    title: 'The result is too large',
    meaning: 'The program finished, but returned more than the value budget allows.',
  },
  unavailable: {
    title: 'Could not start',
    meaning:
      'The compiler or the worker could not be had. The program is not to blame; a later run tries again.',
  },
};
