import { arrayKeywords, unevaluatedItems } from './array-keywords.ts';
import { combiningKeywords } from './combining-keywords.ts';
import { type Rule, type SchemaNode, YES } from './evaluation.ts';
import { isRecord, type Keyword, leaveOpen } from './keyword.ts';
import { objectKeywords, unevaluatedProperties } from './object-keywords.ts';
import { Patterns } from './pattern.ts';
import { childSchemas, readKeywords } from './read-schema.ts';
import { type Resource, SchemaReferences } from './schema-references.ts';
import { valueKeywords } from './value-keywords.ts';

/** All that are understood, besides references; the last ones ask what the others have looked at. */
const KEYWORDS: readonly (readonly [string, Keyword])[] = Object.entries({
  ...valueKeywords,
  ...combiningKeywords,
  ...objectKeywords,
  ...arrayKeywords,
  unevaluatedProperties,
  unevaluatedItems,
});
const REFERENCES = ['$ref', '$recursiveRef', '$dynamicRef'];

/** Schemas within one, and levels of them, beyond which they are not looked at. */
const MAX_NODES = 50_000;
const MAX_LEVELS = 500;

const ANYTHING: SchemaNode = { rules: [], uses: 0 };
const OPEN_NODE: SchemaNode = { rules: [leaveOpen], uses: 0 };
const NOTHING: SchemaNode = { rules: [(_value, run) => run.no(() => 'expected nothing at all')], uses: 0 };

interface Pending {
  readonly node: SchemaNode;
  readonly source: object;
  readonly resource: Resource;
  readonly level: number;
}

/** Turns a schema, which may be any data, into nodes that share nothing with it. */
export class SchemaCompiler {
  readonly #schema: unknown;
  readonly #nodes = new Map<object, SchemaNode>();
  readonly #pending: Pending[] = [];
  readonly #unresolved: (() => void)[] = [];
  readonly #references: SchemaReferences;
  readonly #patterns = new Patterns();
  #tracking = false;

  constructor(schema: unknown) {
    this.#schema = schema;
    this.#references = new SchemaReferences(schema);
  }

  compile(): { readonly root: SchemaNode; readonly tracking: boolean } {
    const root = this.#use(this.#schema, this.#references.root, 0);
    // References are looked up when all that they may refer to has been seen; what they refer to may be new.
    do {
      for (let next = this.#pending.pop(); next; next = this.#pending.pop()) this.#fill(next);
      this.#unresolved.pop()?.();
    } while (this.#pending.length + this.#unresolved.length > 0);
    return { root, tracking: this.#tracking };
  }

  #use(source: unknown, resource: Resource, level: number): SchemaNode {
    const node = this.#nodeOf(source, resource, level);
    node.uses++;
    return node;
  }

  #nodeOf(source: unknown, resource: Resource, level: number): SchemaNode {
    if (source === true) return { ...ANYTHING };
    if (source === false) return { ...NOTHING };
    if (!isRecord(source)) return { ...OPEN_NODE };
    const known = this.#nodes.get(source);
    if (known) return known;
    if (level > MAX_LEVELS || this.#nodes.size >= MAX_NODES) return { ...OPEN_NODE };
    const node: SchemaNode = { rules: [], uses: 0 };
    this.#nodes.set(source, node);
    this.#pending.push({ node, source, resource, level });
    return node;
  }

  #fill({ node, source, resource: outer, level }: Pending): void {
    const schema = readKeywords(source);
    if (schema === undefined) {
      node.rules.push(leaveOpen);
      return;
    }
    const resource = this.#references.enter(schema, source, outer);
    for (const each of childSchemas(schema)) this.#nodeOf(each, resource, level + 1);
    const rules: Rule[] = [];
    for (const keyword of REFERENCES)
      if (schema.has(keyword)) rules.push(this.#reference(keyword, schema.get(keyword), resource));
    if (!(schema.has('$ref') && this.#references.isAlone)) {
      const context = {
        schema,
        sub: (each: unknown) => this.#use(each, resource, level + 1),
        pattern: (each: string) => this.#patterns.of(each),
      };
      for (const [name, keyword] of KEYWORDS) {
        if (!schema.has(name)) continue;
        if (name.startsWith('unevaluated')) this.#tracking = true;
        rules.push(keyword(schema.get(name), context) ?? leaveOpen);
      }
    }
    // OpenAPI
    if (schema.get('nullable') === true)
      node.rules.push((value, run) => (value === null ? YES : run.all(rules, (rule) => rule(value, run))));
    else node.rules.push(...rules);
  }

  #reference(keyword: string, reference: unknown, resource: Resource): Rule {
    let target: SchemaNode | undefined;
    this.#unresolved.push(() => {
      const found = this.#references.resolve(keyword, reference, resource);
      if (found) target = this.#use(found.source, found.resource, 0);
    });
    return (value, run) => (target === undefined ? leaveOpen(value, run) : run.apply(target, value));
  }
}
