// Five megabytes come back, and the page stays quick: the tree
// draws what is open and in sight.
const words = ['bean', 'rose', 'fence', 'apple', 'roof', 'bread'];
return {
  rows: Array.from({ length: 60_000 }, (_, id) => ({
    id,
    name: `${words[id % 6]} ${words[(id * 5 + 1) % 6]}`,
    weight: (id * 37) % 1_000,
    tags: [words[(id + 2) % 6], words[(id + 3) % 6]],
  })),
  text: 'All work and no play makes a long line. '.repeat(20_000),
};
