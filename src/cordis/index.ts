/**
 * `ctx.codeRuntime`: a plugin of Cordis, for `cordis` 4 and `@deepseek-ai/cordis` 4 alike. Neither is imported: a plugin
 * is given its context.
 */
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from '../node/index.ts';
import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimePluginConfig } from './config.ts';
import { type CordisContext, provideCodeRuntime } from './provide.ts';

export { type CodeRuntimePluginConfig, Config, type ConfigSchema } from './config.ts';
export { LosslessJsonCodeRuntime } from './lossless-json.ts';
export { type CordisContext, type ProvideOptions, provideCodeRuntime } from './provide.ts';

/** The plugin's name in logs and diagnostics. */
export const name = 'codeseam';

/** The service that the plugin provides. */
export const provide = 'codeRuntime';

/**
 * Starts the plugin: makes the runtime that the configuration describes and provides it as `ctx.codeRuntime`.
 * @throws TypeError that lists every problem of the configuration.
 */
export function apply(ctx: CordisContext, config: CodeRuntimePluginConfig = {}): void {
  const { losslessJson = false, ...rest } = config;
  provideCodeRuntime(ctx, createRuntime(rest), { losslessJson });
}

function createRuntime({
  isolation = 'worker-thread',
  ...config
}: Omit<CodeRuntimePluginConfig, 'losslessJson'>): CodeRuntime {
  return isolation === 'worker-thread'
    ? new WorkerThreadCodeRuntime(config)
    : new ProcessCodeRuntime({ ...config, isolation });
}
