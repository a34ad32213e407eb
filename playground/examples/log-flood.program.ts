// Sixty thousand lines. The list below draws only what you see
// of it; beyond maxLogBytes lines are dropped, and counted.
for (let line = 1; line <= 60_000; line++) {
  console.log(`Line ${line} of 60 000: ${'·'.repeat(line % 40)}`);
}
return 'The program went on, whatever became of its lines';
