import type { ServerConfig } from './config.ts';

/** In the environment of every server: which config and which server of it made the process, from the outermost on. */
const VARIABLE = 'CODESEAM_MCP_ANCESTRY';

interface Ancestor {
  /** The absolute path of a config. */
  readonly file: string;
  /** The server of that config that leads here. */
  readonly server: string;
}

/** The server of the config that is this very command, which would start itself without end. */
export function ownServer(file: string, environment: NodeJS.ProcessEnv): string | undefined {
  return ancestors(environment).find((ancestor) => ancestor.file === file)?.server;
}

/** The servers, each with a note of where it comes from, so that it is known to a command that it starts. */
export function withAncestry(
  servers: readonly ServerConfig[],
  file: string,
  environment: NodeJS.ProcessEnv,
): ServerConfig[] {
  const before = ancestors(environment);
  return servers.map((server) => {
    if ('url' in server) return server;
    const ancestry = JSON.stringify([...before, { file, server: server.name }]);
    return { ...server, env: { ...server.env, [VARIABLE]: ancestry } };
  });
}

function ancestors(environment: NodeJS.ProcessEnv): Ancestor[] {
  try {
    const list: unknown = JSON.parse(environment[VARIABLE] ?? '[]');
    return Array.isArray(list) ? list.filter(isAncestor) : [];
  } catch {
    // It is not ours, then.
    return [];
  }
}

function isAncestor(value: unknown): value is Ancestor {
  const { file, server } = (value ?? {}) as Partial<Record<keyof Ancestor, unknown>>;
  return typeof file === 'string' && typeof server === 'string';
}
