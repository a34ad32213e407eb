import { resolvePointer } from './schema-fields.ts';

/** Types of one schema that have a name of their own. */
const MAX_DEFINITIONS = 200;

/** A part of a schema that others refer to. */
export interface Definition {
  readonly name: string;
  readonly schema: unknown;
  /** Those that it is made of as they are, not as the type of a member or an element: a cycle of these is no type. */
  readonly parts: Set<Definition>;
}

/** The parts of one schema that it refers to, named in the order in which it does. */
export class Definitions {
  readonly #root: unknown;
  readonly #nameFor: (definition: string) => string;
  readonly #byReference = new Map<string, Definition>();

  constructor(root: unknown, nameFor: (definition: string) => string) {
    this.#root = root;
    this.#nameFor = nameFor;
  }

  /**
   * The name of what `reference` refers to. `owner` is the definition that would be made of it as it is, if any.
   * Undefined for what cannot be found, or cannot be a part of its owner.
   */
  refer(reference: string, owner: Definition | undefined): string | undefined {
    const definition = this.#byReference.get(reference) ?? this.#define(reference);
    if (definition === undefined) return undefined;
    if (owner !== undefined) {
      if (consistsOf(definition, owner)) return undefined;
      owner.parts.add(definition);
    }
    return definition.name;
  }

  /** All of them; more may come while they are gone through. */
  [Symbol.iterator](): Iterator<Definition> {
    return this.#byReference.values();
  }

  #define(reference: string): Definition | undefined {
    const schema = resolvePointer(this.#root, reference);
    if (schema === undefined || this.#byReference.size >= MAX_DEFINITIONS) return undefined;
    const name = this.#nameFor(reference.slice(reference.lastIndexOf('/') + 1));
    const definition: Definition = { name, schema, parts: new Set() };
    this.#byReference.set(reference, definition);
    return definition;
  }
}

function consistsOf(whole: Definition, part: Definition): boolean {
  const seen = new Set([whole]);
  for (const definition of seen) {
    if (definition === part) return true;
    for (const each of definition.parts) seen.add(each);
  }
  return false;
}
