/** A place in the queue, taken when the call was made. */
export interface Place {
  /** Whether it may run beside others that may. */
  readonly overlaps: boolean;
  /** `checking`: everything behind it waits until that is decided. `left`: it gave its place up. */
  state: 'checking' | 'ready' | 'left';
  /** Starts the call, and resolves when it is over. Never throws, never rejects. */
  readonly start: () => Promise<void>;
}

/** Starts calls in the order of their places: those that overlap together, up to a limit, each other one alone. */
export class CallQueue {
  readonly #maxParallel: number;
  readonly #places: Place[] = [];
  /** Index of the first place that has not started: taking from the front of a long array would be slow. */
  #next = 0;
  #running = 0;
  #alone = false;

  constructor(maxParallel: number) {
    this.#maxParallel = maxParallel;
  }

  add(place: Place): void {
    this.#places.push(place);
  }

  /** None that waits will start. */
  clear(): void {
    this.#places.length = 0;
    this.#next = 0;
  }

  /** Starts what may start by now. */
  advance(): void {
    while (this.#next < this.#places.length) {
      const place = this.#places[this.#next]!;
      if (place.state === 'checking' || (place.state === 'ready' && !this.#hasRoom(place))) return;
      this.#next++;
      if (place.state === 'ready') this.#start(place);
    }
    this.clear();
  }

  #hasRoom({ overlaps }: Place): boolean {
    return !this.#alone && this.#running < (overlaps ? this.#maxParallel : 1);
  }

  #start(place: Place): void {
    this.#running++;
    this.#alone = !place.overlaps;
    place.start().then(() => {
      this.#running--;
      this.#alone = false;
      this.advance();
    });
  }
}
