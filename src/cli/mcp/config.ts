import { describeValue } from '../../seam/describe-value.ts';
import { UsageError } from '../usage.ts';

/** A server that is a process of its own, spoken to over its standard input and output. */
export interface ChildServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the few variables that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** A server at an address. */
export interface RemoteServer {
  readonly name: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: Streamable HTTP, and for a server that does not know it, SSE. */
  readonly type: 'http' | 'sse' | undefined;
}

export type ServerConfig = ChildServer | RemoteServer;

const TYPES: { readonly [name: string]: 'stdio' | 'http' | 'sse' } = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** Fields of a config that are told, when the one that counts is missing. */
const MAX_KEYS = 5;

/**
 * The servers of a file in the `mcpServers` format, without the disabled ones. Fields that only other programs know are let be.
 * @throws UsageError that lists every problem.
 */
export function readConfig(json: string, environment: NodeJS.ProcessEnv): ServerConfig[] {
  let root: unknown;
  try {
    root = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The config is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const servers = isRecord(root) ? root['mcpServers'] : undefined;
  if (!isRecord(servers)) {
    const keys = isRecord(root) && servers === undefined ? Object.keys(root).slice(0, MAX_KEYS) : [];
    const found = keys.length === 0 ? '' : `; the config has ${keys.map(describeValue).join(', ')}`;
    throw new UsageError(
      `Expected mcpServers of the config to be an object, got ${describeValue(servers)}${found}`,
    );
  }
  const problems: string[] = [];
  const configs = Object.entries(servers).flatMap(([name, entry]) => {
    const reader = new EntryReader(name, entry, environment, problems);
    return reader.server() ?? [];
  });
  if (problems.length > 0) throw new UsageError(`The config is not valid: ${problems.join('; ')}`);
  return configs;
}

class EntryReader {
  readonly #name: string;
  readonly #entry: unknown;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #problems: string[];

  constructor(name: string, entry: unknown, environment: NodeJS.ProcessEnv, problems: string[]) {
    this.#name = name;
    this.#entry = entry;
    this.#environment = environment;
    this.#problems = problems;
  }

  server(): ServerConfig | undefined {
    const name = this.#name;
    if (!isRecord(this.#entry)) return this.#expected('', 'an object', this.#entry);
    const { disabled, url, command: given } = this.#entry;
    if (disabled !== undefined && typeof disabled !== 'boolean')
      this.#expected('disabled', 'a boolean', disabled);
    if (disabled === true) return undefined;
    // Names of tools are split at the first "__", so that no two servers can mean the same tool.
    if (name === '' || name.includes('__') || name.endsWith('_')) {
      return this.#problem('', 'expected a name that is not empty, has no "__" and no "_" at its end');
    }
    if (url !== undefined && given !== undefined)
      return this.#problem('', 'expected "command" or "url", got both');
    const type = this.#type();
    if (url !== undefined) {
      const address = this.#url();
      const headers = this.#texts('headers');
      return address && { name, url: address, headers, type: type === 'stdio' ? undefined : type };
    }
    const command = this.#text('command', this.#entry['command']);
    const cwd = this.#entry['cwd'] === undefined ? undefined : this.#text('cwd', this.#entry['cwd']);
    const args = this.#list('args');
    const env = this.#texts('env');
    return command === undefined ? undefined : { name, command, args, env, cwd };
  }

  get #fields(): Record<string, unknown> {
    return this.#entry as Record<string, unknown>;
  }

  #type(): 'stdio' | 'http' | 'sse' | undefined {
    const type = this.#fields['type'];
    if (type === undefined) return undefined;
    const known = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (known === undefined) return this.#expected('type', '"stdio", "http" or "sse"', type);
    const needed = known === 'stdio' ? 'command' : 'url';
    if (this.#fields[needed] === undefined) this.#expected(needed, 'a string', undefined);
    return known;
  }

  #url(): URL | undefined {
    const text = this.#text('url', this.#fields['url']);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    return this.#expected('url', 'an address with http: or https:', text);
  }

  #list(field: string): string[] {
    const list = this.#fields[field] ?? [];
    if (!Array.isArray(list)) {
      this.#expected(field, 'a list of strings', list);
      return [];
    }
    return list.map((item, index) => this.#text(`${field}[${index}]`, item) ?? '');
  }

  #texts(field: string): Record<string, string> {
    const record = this.#fields[field] ?? {};
    if (!isRecord(record)) {
      this.#expected(field, 'an object of strings', record);
      return {};
    }
    const texts = Object.entries(record).map(([key, value]) => [
      key,
      this.#text(`${field}.${key}`, value) ?? '',
    ]);
    return Object.fromEntries(texts);
  }

  /** A text in which `${NAME}` and `${NAME:-default}` stand for variables of the environment. */
  #text(field: string, value: unknown): string | undefined {
    if (typeof value !== 'string' || value === '') {
      if (value === '' && /^(?:args|env|headers)/.test(field)) return '';
      return this.#expected(field, 'a string', value);
    }
    if (/\$\{[^}]*$/.test(value)) return this.#problem(field, 'expected a "}" for each "${"');
    return value.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_match, variable: string, fallback?: string) => {
      const found = this.#environment[variable] ?? fallback;
      if (found === undefined) {
        this.#problem(field, `the variable "${variable}" is not set, and no default is given`);
      }
      return found ?? '';
    });
  }

  #expected(field: string, expected: string, got: unknown): undefined {
    this.#problem(field, `expected ${expected}, got ${describeValue(got)}`);
  }

  #problem(field: string, problem: string): undefined {
    this.#problems.push(`mcpServers.${this.#name}${field && `.${field}`}: ${problem}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
