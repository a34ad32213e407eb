import type {
  AbortSignalLike,
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeLogEntry,
  CodeRunRequest,
} from '../seam/types.ts';

/** The parts of a request that a case chooses; `tools` is shorthand for one namespace of that name. */
export interface RequestParts {
  readonly tools?: Readonly<Record<string, CodeBindingFunction>>;
  readonly bindings?: readonly CodeBindingNamespace[];
  readonly signal?: AbortSignalLike;
  readonly onLog?: (entry: CodeLogEntry) => void;
}

export function request(program: string, parts: RequestParts = {}): CodeRunRequest {
  const { tools, bindings = [], ...rest } = parts;
  return {
    program,
    bindings: tools === undefined ? bindings : [{ global: 'tools', functions: tools }, ...bindings],
    ...rest,
  };
}
