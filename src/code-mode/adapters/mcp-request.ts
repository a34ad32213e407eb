/** The part of the SDK's `Client` that is used, described so that the SDK is not needed for it. */
export interface McpClient {
  /** Sends one request, and resolves to its result as `resultSchema` parses it. */
  request(
    request: { method: string; params?: { [name: string]: unknown } },
    resultSchema: never,
    options?: { signal?: AbortSignal; timeout?: number },
  ): Promise<unknown>;
}

/** The longest time that timers of engines can measure, 24 days. */
export const NO_TIMEOUT_MS = 2_147_483_647;

/**
 * Stands where the client wants a schema, and lets everything through. The client's own methods for tools would reject a
 * whole list for one output schema that does not compile, and throw away results that do not fit theirs.
 */
const ANY_RESULT = { safeParse: (data: unknown) => ({ success: true, data }) };

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: that of the client. */
  readonly timeoutMs?: number | undefined;
}

/** One request of the client. Rejects at once when the signal fires, and the server is told. */
export async function request(
  client: McpClient,
  method: string,
  params: { [name: string]: unknown },
  { signal, timeoutMs }: RequestOptions,
): Promise<unknown> {
  signal?.throwIfAborted();
  // The client listens to a signal for good, and would cancel requests that were answered long ago.
  const own = new AbortController();
  const abort = (): void => own.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await client.request({ method, params }, ANY_RESULT as never, {
      signal: own.signal,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
