// Pages of a list, one after the other, as an async generator;
// the documents themselves side by side.
async function* paths(): AsyncGenerator<string> {
  for (let cursor: number | undefined = 0; cursor !== undefined; ) {
    const page: { paths: string[]; next?: number } =
      await docs.list(cursor);
    console.log(`Page from ${cursor}: ${page.paths.join(', ')}`);
    yield* page.paths;
    cursor = page.next;
  }
}

const reading: Promise<{ path: string; todos: string[] }>[] = [];
for await (const path of paths()) {
  reading.push(
    docs.read(path).then((text: string) => ({
      path,
      todos: text
        .split('\n')
        .filter((line) => line.startsWith('TODO: ')),
    })),
  );
}

return (await Promise.all(reading)).filter(
  ({ todos }) => todos.length > 0,
);
