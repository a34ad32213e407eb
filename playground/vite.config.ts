// The playground uses the built package as any page would: `codeseam/browser` is the package's own name.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the heads of all pages have in common stands once. */
function commonHead(): Plugin {
  return {
    name: 'playground:common-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page.replace('<!-- head.html -->', () => readFileSync(here('head.html'), 'utf8').trimEnd()),
    },
  };
}

export default defineConfig({
  plugins: [commonHead()],
  root: here('.'),
  cacheDir: here('../node_modules/.vite-playground'),
  // Served from wherever it is put, below any path.
  base: './',
  define: {
    // Servers compress, and then do not say how long the file is.
    WASM_BYTES: statSync(here('../dist/esbuild.wasm')).size,
  },
  // The package is next door, and changes while it is worked on.
  optimizeDeps: { exclude: ['codeseam'] },
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2023',
    outDir: here('dist'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: ['index.html', 'conformance.html', 'agent/index.html'].map(here) },
  },
});
