// A mistake that models make often. The position is that of
// this text, and the line is shown.
interface Product {
  name: string;
  maker: { country: string };
}

const { ids } = await shop.search('cup');
console.log('Found', ids);

for (const id of ids) {
  const product: Product = await shop.details(id);
  console.log(`${product.name} is from ${product.maker.country}`);
}
