// The host: your code, with all of your powers. The program can
// do nothing but call these functions.
const texts = new Map([
  ['notes/garden.md', 'Sow the beans in May.\nThe roses want water.\nTODO: mend the fence.'],
  ['notes/kitchen.md', 'Bread: 500 g flour, 350 g water, 10 g salt.\nTODO: sharpen the knives.'],
  ['notes/workshop.md', 'The lathe needs oil.\nTODO: order screws.\nTODO: label the drawers.'],
  ['letters/anna.md', 'Dear Anna,\nthe beans are up, and the roses too.\nYours'],
  ['letters/bank.md', 'Dear Sirs,\nplease find the form enclosed.\nYours'],
  ['plans/spring.md', 'Fence, beans, roses: in this order.'],
  ['plans/autumn.md', 'Apples first. Then the roof.\nTODO: ask for a ladder.'],
]);
const paths = [...texts.keys()];
const PAGE = 3;

const travel = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const bindings = [
  {
    global: 'docs',
    functions: {
      /** One page of paths, and the cursor of the next page. */
      async list(cursor = 0) {
        await travel(80);
        const next = cursor + PAGE;
        return { paths: paths.slice(cursor, next), next: next < paths.length ? next : undefined };
      },
      async read(path) {
        await travel(40 + 6 * String(texts.get(path)).length);
        if (!texts.has(path)) throw new Error(`There is no document at "${path}"`);
        return texts.get(path);
      },
      async changed(path) {
        await travel(60);
        return new Date(Date.UTC(2026, paths.indexOf(path), 7 + 2 * paths.indexOf(path)));
      },
    },
  },
];
