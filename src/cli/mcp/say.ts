/** One line for whoever watches. Standard output is the protocol's. */
export function say(text: string): void {
  process.stderr.write(`codeseam: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
}
