// A service that fails twice before it answers, and a program
// that does not give up.
async function retry<T>(
  what: string,
  action: () => Promise<T>,
  attempts = 5,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === attempts) throw error;
      const pause = 50 * 2 ** attempt;
      console.warn(
        `${what}: ${(error as Error).message}; once more in ${pause} ms`,
      );
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const keys = ['north', 'east', 'south'];
return await Promise.all(
  keys.map((key) => retry(key, () => service.flaky(key))),
);
