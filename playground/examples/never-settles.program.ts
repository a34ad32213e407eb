// Nobody will ever settle this promise: no call is pending and
// no timer is set. It is noticed at once.
console.log('Waiting for an event that no one sends');

await new Promise((resolve) => {
  const listeners = new Map<string, (value: unknown) => void>();
  listeners.set('done', resolve);
});

return 'unreachable';
