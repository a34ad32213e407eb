/** The AI SDK (needs `npm install ai`, version 6): its tools for programs, and Code Mode as one of its tools. */

export { type RunCodeOutput, type ToAiToolOptions, toAiTool } from './ai-sdk-run-code.ts';
export { type FromAiToolsOptions, fromAiTools } from './ai-sdk-tools.ts';
