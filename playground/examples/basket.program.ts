// A model wrote this to answer: "What is in stock, and what
// would one of each cost?"
type Line = { name: string; price: number };

const { ids } = await shop.search('tea');
const lines: Line[] = [];

for (const id of ids) {
  const left: number = await shop.stock(id);
  if (left === 0) {
    console.warn(`${id} is sold out`);
    continue;
  }
  const { name } = await shop.details(id);
  const price: number = await shop.price(id);
  console.log(`${name}: ${left} left, ${price.toFixed(2)} each`);
  lines.push({ name, price });
}

const total = lines.reduce((sum, { price }) => sum + price, 0);
return { lines, total: Number(total.toFixed(2)) };
