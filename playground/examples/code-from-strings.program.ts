// Climbing from any object to the Function constructor, and
// from there to the world: the classic way out of a sandbox.
const attempts: Record<string, () => unknown> = {
  eval: () => eval('this'),
  Function: () => new Function('return this')(),
  'constructor of a function': () =>
    (() => {}).constructor('return this')(),
  'constructor of a binding': () =>
    (shop.price as Function).constructor('return this')(),
  'constructor of an async function': () =>
    (async () => {}).constructor('return this')(),
  'a timer with a string': () =>
    setTimeout('escaped = true' as never, 0),
};

const outcome: Record<string, string> = {};
for (const [way, climb] of Object.entries(attempts)) {
  try {
    await climb();
    outcome[way] = 'OPEN';
  } catch (error) {
    outcome[way] =
      `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const globals = Object.getOwnPropertyNames(globalThis).filter(
  (name) => /^[a-z]/.test(name),
);
console.log(
  'Globals that do not begin with a capital:',
  globals.join(' '),
);
return outcome;
