// Functions do not cross, and neither do promises that nobody
// awaited. The message names the place.
const { ids } = await shop.search('coffee');
console.log('The work is done, and these lines are kept');

return {
  count: ids.length,
  products: ids.map((id: string) => ({
    id,
    price: shop.price(id),
  })),
};
