import { isRecord } from './keyword.ts';

/** A schema with an address of its own. */
export interface Resource {
  readonly uri: string;
  readonly source: unknown;
  readonly isRecursive: boolean;
}

export interface Target {
  readonly source: unknown;
  readonly resource: Resource;
}

/** Where the references of one schema lead to within it. */
export class SchemaReferences {
  readonly root: Resource;
  /** Whether a `$ref` speaks for the whole schema that it stands in: so it was before 2019. */
  readonly isAlone: boolean;
  readonly #idKeyword: '$id' | 'id';
  readonly #resources = new Map<string, Resource>();
  readonly #anchors = new Map<string, Target>();
  /** Null for a name that several have: which one is meant depends on the way there. */
  readonly #dynamicAnchors = new Map<string, Target | null>();

  constructor(schema: unknown) {
    const dialect = isRecord(schema) ? String(ownValue(schema, '$schema')) : '';
    this.isAlone = /draft-0?[3-7]/.test(dialect);
    this.#idKeyword = /draft-0?[34]/.test(dialect) ? 'id' : '$id';
    this.root = { uri: 'schema://whole/', source: schema, isRecursive: true };
    this.#resources.set(this.root.uri, this.root);
  }

  /** Takes note of the names that a schema has. Returns the resource that it belongs to. */
  enter(schema: ReadonlyMap<string, unknown>, source: object, outer: Resource): Resource {
    let resource = outer;
    const id = schema.get(this.#idKeyword);
    const url = typeof id === 'string' ? resolved(id, outer.uri) : undefined;
    if (url !== undefined) {
      const [uri, fragment = ''] = split(url);
      if (uri !== outer.uri || fragment === '') {
        resource = { uri, source, isRecursive: schema.get('$recursiveAnchor') === true };
        // The first of the same name has it.
        if (!this.#resources.has(uri)) this.#resources.set(uri, resource);
      } else this.#name(`${uri}#${fragment}`, { source, resource });
    }
    const anchor = schema.get('$anchor');
    if (typeof anchor === 'string') this.#name(`${resource.uri}#${anchor}`, { source, resource });
    const dynamic = schema.get('$dynamicAnchor');
    if (typeof dynamic === 'string') {
      this.#name(`${resource.uri}#${dynamic}`, { source, resource });
      this.#dynamicAnchors.set(dynamic, this.#dynamicAnchors.has(dynamic) ? null : { source, resource });
    }
    return resource;
  }

  /** Undefined for what leads out of the schema, nowhere, or to several places. */
  resolve(keyword: string, reference: unknown, from: Resource): Target | undefined {
    if (typeof reference !== 'string') return undefined;
    if (keyword === '$recursiveRef' && from.source !== this.root.source && from.isRecursive) return undefined;
    const url = resolved(reference, from.uri);
    if (url === undefined) return undefined;
    const [uri, fragment] = split(url);
    if (keyword === '$dynamicRef' && this.#dynamicAnchors.get(fragment) === null) return undefined;
    const resource = reference.startsWith('#') ? from : this.#resources.get(uri);
    if (resource === undefined) return undefined;
    if (fragment === '') return { source: resource.source, resource };
    if (!fragment.startsWith('/')) return this.#anchors.get(`${uri}#${fragment}`);
    // Many a schema was put into another one together with its name.
    return pointed(resource, fragment) ?? pointed(this.root, fragment);
  }

  #name(uri: string, target: Target): void {
    if (!this.#anchors.has(uri)) this.#anchors.set(uri, target);
  }
}

function resolved(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function split(url: string): readonly [string, string] {
  const at = url.indexOf('#');
  if (at < 0) return [url, ''];
  try {
    return [url.slice(0, at), decodeURIComponent(url.slice(at + 1))];
  } catch {
    return [url.slice(0, at), url.slice(at + 1)];
  }
}

function pointed(resource: Resource, pointer: string): Target | undefined {
  let source = resource.source;
  for (const token of pointer.split('/').slice(1)) {
    if (typeof source !== 'object' || source === null) return undefined;
    source = ownValue(source, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return isRecord(source) || typeof source === 'boolean' ? { source, resource } : undefined;
}

function ownValue(source: object, key: string): unknown {
  try {
    return Object.hasOwn(source, key) ? Reflect.get(source, key) : undefined;
  } catch {
    return undefined;
  }
}
