import type { CodeTool, ToolCallContext } from '../types.ts';
import { type ArgumentsCheck, argumentsCheck } from './check-arguments.ts';

/** A tool, ready to be called any number of times. */
export interface PreparedTool {
  readonly name: string;
  readonly readOnly: boolean;
  readonly check: ArgumentsCheck;
  readonly execute: (args: unknown, context: ToolCallContext) => unknown;
}

export function prepareTool(tool: CodeTool): PreparedTool {
  return {
    name: tool.name,
    readOnly: tool.readOnly ?? false,
    check: argumentsCheck(tool),
    execute: (args, context) => tool.execute(args, context),
  };
}
