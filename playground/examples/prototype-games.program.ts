// Everything here is a builtin of this realm, to break as one
// likes. None of it is the host's, and none of it lasts.
Object.prototype.toString = () => 'mine now';
Array.prototype.map = () => ['forged'];
Promise.prototype.then = new Proxy(Promise.prototype.then, {});
JSON.stringify = () => '"paid"';
Object.defineProperty(Object.prototype, 'role', {
  get: () => 'admin',
  configurable: true,
});

const attempts = {
  // A namespace is no object of the host, and its members have
  // no way back to one.
  'shop.__proto__': String(Object.getPrototypeOf(shop)),
  'replace shop.price': Reflect.set(shop, 'price', async () => 0),
  'a member called constructor': String(shop.constructor),
};
try {
  await shop.hasOwnProperty('price');
} catch (error) {
  console.log((error as Error).message);
}

return { attempts, price: await shop.price('cup-01') };
