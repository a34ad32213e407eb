// Twenty thousand figures stay here; only the summary goes
// back. That is what a program saves a model from reading.
const kinds = ['tea', 'coffee', 'ware'] as const;
type Kind = (typeof kinds)[number];
type Sale = { kind: Kind; cents: number; day: Date };

const prices = new Map<Kind, number>();
for (const kind of kinds) {
  const { ids } = await shop.search(kind);
  const all: number[] = await Promise.all(
    ids.map((id: string) => shop.price(id)),
  );
  prices.set(
    kind,
    all.reduce((sum, price) => sum + price, 0) / all.length,
  );
}

const sales: Sale[] = Array.from({ length: 20_000 }, (_, index) => {
  const kind = kinds[(index * 7) % 3]!;
  return {
    kind,
    cents: Math.round(prices.get(kind)! * 100 * (1 + (index % 5))),
    day: new Date(Date.UTC(2026, index % 12, 1 + (index % 28))),
  };
});

const byKind = new Map<
  Kind,
  { sales: number; turnover: number; last: Date }
>();
for (const { kind, cents, day } of sales) {
  const sum = byKind.get(kind) ?? {
    sales: 0,
    turnover: 0,
    last: day,
  };
  byKind.set(kind, {
    sales: sum.sales + 1,
    turnover: sum.turnover + cents / 100,
    last: day > sum.last ? day : sum.last,
  });
}

console.table(
  [...byKind].map(([kind, { sales, turnover }]) => ({
    kind,
    sales,
    turnover: Math.round(turnover),
  })),
);
return byKind;
