import type { CodeTool, ToolCallContext, ToolCallEvent } from '../../src/code-mode/index.ts';

export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A promise that a test opens when it is time. */
export function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

type Execute = (args: Record<string, unknown>, context: ToolCallContext) => unknown;

/** A tool that takes anything. */
export function tool(name: string, execute: Execute, more: Partial<CodeTool> = {}): CodeTool {
  return { name, ...more, execute: (args, context) => execute(args as Record<string, unknown>, context) };
}

/** Settles only when its signal fires, with the reason. */
export function untilAborted({ signal }: ToolCallContext): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Events as short texts: `start call-1 read`, `settle call-1 read resolved`. */
export function recorder(): { readonly lines: string[]; readonly onEvent: (event: ToolCallEvent) => void } {
  const lines: string[] = [];
  const onEvent = (event: ToolCallEvent): void => {
    const end = event.type === 'settle' ? ` ${event.outcome.type}` : '';
    lines.push(`${event.type} ${event.callId} ${event.toolName}${end}`);
  };
  return { lines, onEvent };
}

/** All text of a result. */
export function textOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content.map((block) => (block.type === 'text' ? String(block.text) : `<${block.type}>`)).join('\n');
}
