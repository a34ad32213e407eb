import { LIMITS } from 'codeseam';
import type { PlaygroundDocument } from '../state/document.ts';
import { BUDGET_NAMES, type Budgets } from '../state/settings.ts';

export const PLACES = ['thread', 'process', 'page'] as const;
/** Where the host of the copied code lives, and its programs. */
export type Place = (typeof PLACES)[number];

interface Frame {
  readonly head: string;
  readonly className: string;
  /** First fields of the configuration. */
  readonly fields: readonly string[];
}

const FRAMES: Record<Place, Frame> = {
  thread: {
    head: `// npm install codeseam && node host.mjs\nimport { WorkerThreadCodeRuntime } from 'codeseam/node';`,
    className: 'WorkerThreadCodeRuntime',
    fields: [],
  },
  process: {
    head: `// npm install codeseam && node host.mjs\nimport { ProcessCodeRuntime } from 'codeseam/node';`,
    className: 'ProcessCodeRuntime',
    fields: [`isolation: 'process'`],
  },
  page: {
    head: `// npm install codeseam\nimport { WebWorkerCodeRuntime } from 'codeseam/browser';\n// As Vite names the address of a file; elsewhere, the address at which you serve it.\nimport wasmURL from 'codeseam/esbuild.wasm?url';`,
    className: 'WebWorkerCodeRuntime',
    fields: ['wasmURL'],
  },
};

/** A whole host, to be saved and run as it is: what is on the page now, without the page. */
export function composeHost(place: Place, { program, host, settings }: PlaygroundDocument): string {
  const { head, className, fields } = FRAMES[place];
  const config = [...fields, ...budgetFields(settings.budgets)];
  return `${head}

${host.trim()}

// In your host, this text is what the model wrote.
const program = ${literal(program)};

const runtime = new ${className}(${config.length > 0 ? `{ ${config.join(', ')} }` : ''});
const { value, error, usage } = await runtime.run({
  program,
  bindings,
  onLog: ({ level, text }) => console[level](text),
});
if (error) console.error(\`\${error.kind}: \${error.message}\`);
else console.log(value);
console.log(\`\${usage.calls.started} calls, busy for \${Math.round(usage.busyMs)} of \${Math.round(usage.wallMs)} ms\`);
await runtime.dispose();
`;
}

/** Those that differ from the library's own. */
function budgetFields(budgets: Budgets): string[] {
  return BUDGET_NAMES.filter((name) => budgets[name] !== LIMITS[name].default).map(
    (name) => `${name}: ${String(budgets[name]).replace(/\B(?=(\d{3})+$)/g, '_')}`,
  );
}

/** A template literal: it keeps the program's lines as they are. */
function literal(text: string): string {
  return `\`${text.replace(/\r\n?/g, '\n').replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
}
