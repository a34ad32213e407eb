// All of TypeScript that fits into a function: enums,
// decorators, parameter properties, `using`, `satisfies`.
enum Level {
  Low = 1,
  Medium,
  High,
}

function timed<
  T extends (this: Stock, ...args: never[]) => Promise<unknown>,
>(method: T, { name }: ClassMethodDecoratorContext): T {
  return async function (this: Stock, ...args: never[]) {
    const start = performance.now();
    const result = await method.apply(this, args);
    console.debug(
      `${String(name)} took ${Math.round(performance.now() - start)} ms`,
    );
    return result;
  } as T;
}

class Stock {
  constructor(private readonly limits: Record<string, number>) {}

  @timed
  async level(id: string): Promise<Level> {
    const left: number = await shop.stock(id);
    return left > this.limits.high!
      ? Level.High
      : left > this.limits.low!
        ? Level.Medium
        : Level.Low;
  }
}

using shift = {
  [Symbol.dispose]: () => console.info('The shift is over'),
};
const stock = new Stock({ low: 5, high: 25 } satisfies Record<
  string,
  number
>);
const ids = ['tea-03', 'cof-02', 'pot-01'];

return Object.fromEntries(
  await Promise.all(
    ids.map(async (id) => [id, Level[await stock.level(id)]]),
  ),
);
