/** The longest timer that Node keeps, in ms. */
const FOREVER_MS = 2_147_483_647;

/** Keeps the process alive until the returned function is called: everything that a run waits for is unreferenced. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, FOREVER_MS);
  return () => clearInterval(timer);
}
