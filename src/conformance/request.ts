import type {
  AbortSignalLike,
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeLogEntry,
  CodeRunRequest,
} from '../seam/types.ts';

/** The parts of a request that a case chooses; `tools` is shorthand for one namespace of that name. */
export interface RequestParts {
  /** Functions of a namespace `tools`. */
  readonly tools?: Readonly<Record<string, CodeBindingFunction>>;
  readonly bindings?: readonly CodeBindingNamespace[];
  readonly signal?: AbortSignalLike;
  /** Sees each log entry as it arrives. */
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
