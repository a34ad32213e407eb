// Forty workers in here share two thousand calls. Scroll the
// timeline; click a bar for what went in and came out.
const queue = Array.from({ length: 2_000 }, (_, index) => index);
let sum = 0;

async function work(): Promise<void> {
  while (queue.length > 0) {
    const next = queue.shift()!;
    const answer: number = await service.ping(next);
    sum += answer;
    if (next % 250 === 0)
      console.log(`${2_000 - queue.length} of 2 000`);
  }
}

await Promise.all(Array.from({ length: 40 }, work));
return sum;
