import { CodeRuntime } from '../seam/code-runtime.ts';
import { type ValidNamespace, validateRequest } from '../seam/request.ts';
import type {
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeIsolation,
  CodeRunRequest,
  CodeRunResult,
  CodeRuntimeCapabilities,
} from '../seam/types.ts';
import { jsonLoss } from './json-loss.ts';

/**
 * A runtime for consumers that keep everything as JSON: what JSON would change does not pass. Such an argument or
 * resolution rejects that one call, such a completion fails the run as `invalid-output`; the message names the path.
 * Functions and programs may return nothing.
 */
export class LosslessJsonCodeRuntime extends CodeRuntime {
  override readonly language: string;
  readonly isolation: CodeIsolation;
  readonly capabilities: CodeRuntimeCapabilities;
  readonly #runtime: CodeRuntime;

  constructor(runtime: CodeRuntime) {
    super();
    this.language = runtime.language;
    this.isolation = runtime.isolation;
    this.capabilities = runtime.capabilities;
    this.#runtime = runtime;
  }

  async run(request: CodeRunRequest): Promise<CodeRunResult> {
    const { program, namespaces, signal, onLog } = validateRequest(request);
    const bindings = namespaces.map(strict);
    const result = await this.#runtime.run({ program, bindings, signal, onLog });
    if (result.value === undefined) return result;
    const loss = jsonLoss(result.value, 'value');
    if (loss === undefined) return result;
    const { logs, usage } = result;
    const message = `The completion value is not JSON without loss: ${loss}`;
    return { logs, usage, error: { kind: 'invalid-output', message } };
  }

  dispose(): Promise<void> {
    return this.#runtime.dispose();
  }
}

function strict({ global, members, functions, errorClass }: ValidNamespace): CodeBindingNamespace {
  // A member may be called `__proto__`: defining, unlike assigning, makes it one like any other.
  const entries = members.map(
    (member, index) => [member, strictFunction(member, functions[index]!)] as const,
  );
  return { global, functions: Object.fromEntries(entries), errorClass };
}

function strictFunction(member: string, call: (...args: unknown[]) => unknown): CodeBindingFunction {
  return async (...args: unknown[]) => {
    args.forEach((arg, index) => {
      refuseLoss(arg, `args[${index}]`, `An argument of "${member}"`);
    });
    const result = await call(...args);
    if (result !== undefined) refuseLoss(result, 'result', `The result of "${member}"`);
    return result;
  };
}

function refuseLoss(value: unknown, root: string, what: string): void {
  const loss = jsonLoss(value, root);
  if (loss !== undefined) throw new TypeError(`${what} is not JSON without loss: ${loss}`);
}
