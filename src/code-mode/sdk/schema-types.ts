import { type Definition, Definitions } from './definitions.ts';
import { schemaComment } from './doc-comment.ts';
import { objectType } from './object-type.ts';
import { field, isObject, listField, type SchemaObject } from './schema-fields.ts';
import { literalType } from './spelling.ts';
import { asPart, intersection, NEVER, NULL, simple, type TypeText, UNKNOWN, union } from './type-text.ts';

/** Levels of a type, and parts of a schema: what is beyond them is `unknown`. */
const MAX_DEPTH = 24;
const MAX_PARTS = 3_000;

/** Alternatives of a union. */
const MAX_ALTERNATIVES = 100;

const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'];
const ARRAY_KEYWORDS = ['items', 'prefixItems'];

/** Where a type stands. */
interface Place {
  readonly indent: string;
  readonly depth: number;
  /** The definition that is made of it as it is, not as the type of a member or an element. */
  readonly owner: Definition | undefined;
}

/** The TypeScript types of one schema. What is not understood of a schema is `unknown`, which is never wrong. */
export class SchemaTypes {
  readonly #definitions: Definitions;
  readonly #within = new Set<object>();
  #parts = 0;

  constructor(root: unknown, nameFor: (definition: string) => string) {
    this.#definitions = new Definitions(root, nameFor);
  }

  type(schema: unknown, indent: string): string {
    return this.#typeOf(schema, { indent, depth: 0, owner: undefined }).text;
  }

  /** The named types that the types so far refer to. */
  declarations(): string {
    let text = '';
    for (const definition of this.#definitions) {
      const { text: type } = this.#typeOf(definition.schema, { indent: '', depth: 0, owner: definition });
      text += `${schemaComment(definition.schema, '')}type ${definition.name} = ${type};\n`;
    }
    return text;
  }

  #typeOf(schema: unknown, place: Place): TypeText {
    if (schema === false) return NEVER;
    if (!isObject(schema) || place.depth > MAX_DEPTH || this.#within.has(schema)) return UNKNOWN;
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) return UNKNOWN;
    this.#within.add(schema);
    try {
      const type = intersection(this.#constraints(schema, place));
      return field(schema, 'nullable') === true ? union([type, NULL]) : type;
    } finally {
      this.#within.delete(schema);
    }
  }

  /** What the keywords of a schema say, each by itself. */
  #constraints(schema: SchemaObject, place: Place): TypeText[] {
    const types: TypeText[] = [];
    const reference = field(schema, '$ref');
    if (typeof reference === 'string') {
      const name = this.#definitions.refer(reference, place.owner);
      types.push(name === undefined ? UNKNOWN : simple(name));
    }
    const values = Object.hasOwn(schema, 'const') ? [schema['const']] : listField(schema, 'enum');
    if (values !== undefined && values.length <= MAX_ALTERNATIVES) {
      types.push(union(values.map((value) => simple(literalType(value)))));
    } else {
      types.push(this.#ofKind(schema, place));
    }
    const part = { ...place, depth: place.depth + 1 };
    for (const keyword of ['anyOf', 'oneOf']) {
      const members = listField(schema, keyword);
      if (members === undefined || members.length > MAX_ALTERNATIVES) continue;
      types.push(union(members.map((member) => this.#typeOf(member, part))));
    }
    for (const member of listField(schema, 'allOf')?.slice(0, MAX_ALTERNATIVES) ?? []) {
      types.push(this.#typeOf(member, part));
    }
    return types;
  }

  #ofKind(schema: SchemaObject, place: Place): TypeText {
    const type = field(schema, 'type');
    if (typeof type === 'string') return this.#kind(type, schema, place);
    if (Array.isArray(type)) return union(type.slice(0, 10).map((each) => this.#kind(each, schema, place)));
    if (OBJECT_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword)))
      return this.#kind('object', schema, place);
    if (ARRAY_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword)))
      return this.#kind('array', schema, place);
    return UNKNOWN;
  }

  #kind(type: unknown, schema: SchemaObject, place: Place): TypeText {
    const partType = (part: unknown, indent: string): TypeText =>
      this.#typeOf(part, { indent, depth: place.depth + 1, owner: undefined });
    switch (type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return simple(type);
      case 'integer':
        return simple('number');
      case 'object':
        return objectType(schema, partType, place.indent);
      case 'array':
        return arrayType(schema, (part) => partType(part, place.indent));
      default:
        return UNKNOWN;
    }
  }
}

function arrayType(schema: SchemaObject, typeOf: (part: unknown) => TypeText): TypeText {
  const items = field(schema, 'items');
  const first = listField(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  if (first === undefined || first.length === 0 || first.length > MAX_ALTERNATIVES) {
    return simple(`${asPart(first === undefined ? typeOf(items) : UNKNOWN)}[]`);
  }
  const minItems = field(schema, 'minItems');
  const least = typeof minItems === 'number' ? minItems : first.length;
  const elements = first.map((item, index) => {
    const type = typeOf(item);
    return index < least ? type.text : `${asPart(type)}?`;
  });
  const rest = Array.isArray(items) ? field(schema, 'additionalItems') : items;
  const most = field(schema, 'maxItems');
  const closed = rest === false || (typeof most === 'number' && most <= first.length);
  if (!closed) elements.push(`...${asPart(typeOf(rest))}[]`);
  return simple(`[${elements.join(', ')}]`);
}
