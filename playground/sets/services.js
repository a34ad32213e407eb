// The host: your code, with all of your powers. The program can
// do nothing but call these functions.
// Services as they are: quick, slow, flaky, or never there.
// Change the numbers, and run again.
const SLOW_MS = 600;
const FAILURES_BEFORE_SUCCESS = 2;

const travel = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const attempts = new Map();

export const bindings = [
  {
    global: 'service',
    functions: {
      async ping(number) {
        await travel(5 + ((number * 7) % 40));
        return number;
      },
      async slow(question) {
        await travel(SLOW_MS);
        return `An answer to "${question}"`;
      },
      async flaky(key) {
        await travel(120);
        const attempt = (attempts.get(key) ?? 0) + 1;
        attempts.set(key, attempt);
        if (attempt % (FAILURES_BEFORE_SUCCESS + 1) !== 0)
          throw Object.assign(new Error(`Service unavailable, attempt ${attempt}`), { code: '503' });
        return { key, attempt };
      },
      never: () => new Promise(() => {}),
    },
  },
];
