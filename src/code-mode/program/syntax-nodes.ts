/** What all nodes of the parser's tree have. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const TYPES = /^(?:TSInterfaceDeclaration|TSTypeAliasDeclaration|TSDeclareFunction)$/;
/** Fields for the type checker. */
const TYPE_FIELDS =
  /^(?:typeAnnotation|typeParameters|typeArguments|superTypeParameters|returnType|implements)$/;

/** All nodes of some trees, themselves included, in no order; `skips`: whether what a node has in a field is left out. */
export function* nodesOf(
  trees: readonly unknown[],
  skips: (node: SyntaxNode, field: string) => boolean = () => false,
): Generator<SyntaxNode, void> {
  // Trees may be deeper than the stack, and lists longer than what a call takes as arguments.
  const rest: unknown[] = [trees];
  while (rest.length > 0) {
    const value = rest.pop();
    if (Array.isArray(value)) {
      for (const item of value) rest.push(item);
    } else if (isNode(value)) {
      yield value;
      for (const field in value) if (field !== 'loc' && !skips(value, field)) rest.push(value[field]);
    }
  }
}

/** The identifiers of some trees that stand for what they name, in code that runs. */
export function* namedNodes(trees: readonly unknown[]): Generator<{ name: string; start: number }, void> {
  for (const { type, name, start } of nodesOf(trees, isNoUse)) {
    if (type === 'Identifier' && typeof name === 'string') yield { name, start };
  }
}

function isNoUse(node: SyntaxNode, field: string): boolean {
  switch (field) {
    case 'key':
    case 'property':
      return node['computed'] !== true;
    case 'label':
    case 'exported':
      return true;
    case 'id':
      return node.type === 'TSEnumMember' || TYPES.test(node.type);
    default:
      return TYPE_FIELDS.test(field) || TYPES.test(node.type);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
