// The host: your code, with all of your powers. The program can
// do nothing but call these functions.
const products = [
  ['tea-01', 'Green tea', 'tea', 890, 14],
  ['tea-02', 'Earl Grey', 'tea', 760, 0],
  ['tea-03', 'Rooibos', 'tea', 640, 31],
  ['cof-01', 'Espresso roast', 'coffee', 1490, 8],
  ['cof-02', 'Filter roast', 'coffee', 1290, 22],
  ['cof-03', 'Decaf roast', 'coffee', 1390, 3],
  ['cup-01', 'Stoneware cup', 'ware', 1850, 5],
  ['cup-02', 'Glass cup', 'ware', 990, 40],
  ['pot-01', 'Tea pot', 'ware', 3450, 2],
  ['flt-01', 'Paper filters', 'ware', 450, 120],
].map(([id, name, kind, cents, stock]) => ({ id, name, kind, cents, stock }));

/** What a network would take. */
const travel = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function find(id) {
  const product = products.find((each) => each.id === id);
  if (product) return product;
  const error = new Error(`No product has the id "${id}"`);
  throw Object.assign(error, { code: 'not-found' });
}

export const bindings = [
  {
    global: 'shop',
    // What a function throws is a ShopError in the program.
    errorClass: { name: 'ShopError', memberNameProperty: 'operation' },
    functions: {
      async search(text, { page = 1, size = 4 } = {}) {
        await travel(90);
        const matches = ({ name, kind }) => `${name} ${kind}`.toLowerCase().includes(text);
        const found = products.filter(matches);
        const shown = found.slice((page - 1) * size, page * size);
        return {
          ids: shown.map(({ id }) => id),
          page,
          pages: Math.ceil(found.length / size),
        };
      },
      async details(id) {
        await travel(70);
        const { name, kind } = find(id);
        return { id, name, kind };
      },
      async price(id) {
        await travel(60 + 12 * products.indexOf(find(id)));
        return find(id).cents / 100;
      },
      async stock(id) {
        await travel(120);
        return find(id).stock;
      },
    },
  },
];
