import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export interface HostMember {
  readonly name: string;
  /** The parameters as written, for the list of completions. */
  readonly parameters: string;
}

export interface HostNamespace {
  readonly global: string;
  readonly errorClass: string | undefined;
  readonly members: readonly HostMember[];
}

/** The namespaces that a host module lists, read from its text: it is not run before the visitor says so. */
export function namespacesIn(state: EditorState): HostNamespace[] {
  const text = (node: SyntaxNode | null): string => (node ? state.sliceDoc(node.from, node.to) : '');
  const found: HostNamespace[] = [];
  syntaxTree(state).iterate({
    enter({ name, node }) {
      if (name !== 'ObjectExpression') return;
      const properties = propertiesOf(node, text);
      const global = unquote(text(properties.get('global')?.value ?? null));
      const functions = properties.get('functions')?.value;
      if (global === '' || functions?.name !== 'ObjectExpression') return;
      const errorClass = properties.get('errorClass')?.value;
      const errorName = errorClass && propertiesOf(errorClass, text).get('name')?.value;
      found.push({
        global,
        errorClass: errorName ? unquote(text(errorName)) : undefined,
        members: [...propertiesOf(functions, text)].map(([member, { property }]) => ({
          name: member,
          parameters: text(parametersOf(property)),
        })),
      });
    },
  });
  return found;
}

interface Property {
  readonly property: SyntaxNode;
  readonly value: SyntaxNode | null;
}

function propertiesOf(object: SyntaxNode, text: (node: SyntaxNode | null) => string): Map<string, Property> {
  const properties = new Map<string, Property>();
  for (const property of object.getChildren('Property')) {
    const key = property.getChild('PropertyDefinition') ?? property.getChild('String');
    if (key) properties.set(unquote(text(key)), { property, value: property.lastChild });
  }
  return properties;
}

/** Of a method, or of a function that is the value. */
function parametersOf(property: SyntaxNode): SyntaxNode | null {
  const value = property.lastChild;
  return property.getChild('ParamList') ?? value?.getChild('ParamList') ?? null;
}

function unquote(text: string): string {
  return text.replace(/^(['"])(.*)\1$/s, '$2');
}
