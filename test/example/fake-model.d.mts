import type { ContentBlock, RunCodeInput, RunCodeTool } from 'codeseam/code-mode';

export type Message =
  | { readonly role: 'user'; readonly content: string }
  | Reply
  | {
      readonly role: 'tool';
      readonly id: string;
      readonly content: readonly ContentBlock[];
      readonly isError: boolean;
    };

export interface Reply {
  readonly role: 'assistant';
  readonly text?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: Required<RunCodeInput>;
  }[];
}

export function fakeModel(request: {
  readonly messages: readonly Message[];
  readonly tools: readonly RunCodeTool[];
}): Promise<Reply>;
