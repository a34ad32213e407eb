import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the static page once, for all files of tests: what they open is what visitors get. */
export async function setup(): Promise<void> {
  const configFile = fileURLToPath(new URL('../../playground/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn' });
}
