// A single step that wants more memory than there is. In
// Chromium the frame of this worker is a process of its own:
// that process dies, and the page does not even blink.
console.log('About to split a quarter of a billion characters');

const characters = 'x'.repeat(2 ** 28).split('');

return characters.length;
