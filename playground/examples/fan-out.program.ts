// Many calls at once: look at how the bars of the timeline lie
// below each other.
async function all(kind: string): Promise<string[]> {
  const first = await shop.search(kind);
  const rest = await Promise.all(
    Array.from({ length: first.pages - 1 }, (_, index) =>
      shop.search(kind, { page: index + 2 }),
    ),
  );
  return [first, ...rest].flatMap(({ ids }) => ids);
}

const kinds = ['tea', 'coffee', 'ware'];
const found = await Promise.all(kinds.map(all));
const ids = [...new Set(found.flat())];
const products = await Promise.all(
  ids.map(async (id) => {
    const [{ name }, price, stock] = await Promise.all([
      shop.details(id),
      shop.price(id),
      shop.stock(id),
    ]);
    return { name, price, stock };
  }),
);

console.log(
  `${products.length} products, three calls each, all at the same time`,
);
return products.sort((a, b) => b.price - a.price);
