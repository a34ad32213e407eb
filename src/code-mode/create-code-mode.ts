import { describeValue } from '../seam/describe-value.ts';
import type { CodeRunResult } from '../seam/types.ts';
import { prepareTool } from './calls/prepare-tool.ts';
import { RunCalls } from './calls/run-calls.ts';
import { type CodeModeOptions, resolveCodeModeOptions } from './config.ts';
import { describeTools } from './describe-tools.ts';
import { validExecuteOptions } from './execute-options.ts';
import { normaliseProgram } from './program/normalise-program.ts';
import { adviseOn } from './result/advice.ts';
import { renderResult } from './result/render-result.ts';
import { checkInput } from './run-code-input.ts';
import { runCodeTool } from './run-code-tool.ts';
import { declareTools } from './sdk/declare-tools.ts';
import { ToolIndex } from './sdk/tool-index.ts';
import type { CodeMode, CodeTool, ExecuteOptions, RunCodeInput, RunCodeOutcome } from './types.ts';

/** Tools that a search finds at most, unless told otherwise. */
const SEARCH_LIMIT = 10;

/**
 * Makes one `run_code` tool of many tools: a model writes a program that calls them, the program runs in `runtime`, and
 * only what it returns or logs goes back to the model.
 * @throws TypeError that lists every problem of the options.
 * @example
 * ```js
 * import { createCodeMode } from 'codeseam/code-mode';
 * import { WorkerThreadCodeRuntime } from 'codeseam/node';
 *
 * const runtime = new WorkerThreadCodeRuntime();
 * const tools = [{ name: 'rate', readOnly: true, execute: ({ currency }) => (currency === 'EUR' ? 1 : 1.1) }];
 * const codeMode = createCodeMode({ runtime, tools });
 * const { content } = await codeMode.execute({ code: "(await tools.rate({ currency: 'USD' })) * 10" });
 * console.log(content[0].text); // 11
 * await runtime.dispose();
 * ```
 */
export function createCodeMode(options: CodeModeOptions): CodeMode {
  const { runtime, tools, global, maxSdkCharacters, maxResultCharacters, ...limits } =
    resolveCodeModeOptions(options);
  const prepared = tools.map(prepareTool);
  const sdk = declareTools(tools, global);
  const index = new ToolIndex(tools);
  const names = tools.map(({ name }) => name);
  const { tool, instructions } = runCodeTool({ sdk, global, names, maxSdkCharacters });

  const advise = (message: string): string => adviseOn(message, { global, names });

  async function execute(input: RunCodeInput, executeOptions?: ExecuteOptions): Promise<RunCodeOutcome> {
    const { signal, onLog, onEvent } = validExecuteOptions(executeOptions);
    const checked = checkInput(input);
    if (typeof checked === 'string') return outcomeOf(neverRan(checked));
    const { program, restore } = normaliseProgram(checked.code);
    const calls = new RunCalls({ ...limits, global, tools: prepared, onEvent });
    const onAbort = (): void => calls.end(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      const run = await runtime.run({ program, bindings: [calls.namespace], signal, onLog });
      return outcomeOf(restore(run));
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await calls.close();
    }
  }

  function outcomeOf(run: CodeRunResult): RunCodeOutcome {
    return { ...renderResult(run, { maxCharacters: maxResultCharacters, advise }), run };
  }

  return Object.freeze({
    tool,
    sdk,
    instructions,
    execute,
    search(query: string, limit = SEARCH_LIMIT): readonly CodeTool[] {
      if (typeof query !== 'string')
        throw new TypeError(`Expected "query" to be a string, got ${describeValue(query)}`);
      if (!Number.isInteger(limit) || limit < 1)
        throw new RangeError(`Expected "limit" to be a whole number from 1, got ${describeValue(limit)}`);
      return index.search(query, limit);
    },
    describe: (wanted: readonly string[]) => describeTools(tools, wanted, { global, index }),
  });
}

/** The run of a program that there was none of. */
function neverRan(message: string): CodeRunResult {
  const calls = { started: 0, settled: 0 };
  const usage = { wallMs: 0, busyMs: 0, calls, logs: { dropped: 0, droppedBytes: 0 } };
  return { logs: [], error: { kind: 'exception', message }, usage };
}
