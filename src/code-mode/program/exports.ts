import type { Edit } from './edits.ts';
import type { Statement } from './parse.ts';

export type DefaultExport = Extract<Statement, { type: 'ExportDefaultDeclaration' }>;

/** A program without its exports: it is no module. */
export interface WithoutExports {
  /** The statements, an exported declaration in place of its export. */
  readonly statements: readonly Statement[];
  readonly edits: readonly Edit[];
  /** What the program exports as `default`, if that is what a run can end with: a name it declares, or a value. */
  readonly result: { readonly name: string } | DefaultExport | undefined;
}

const EXPORT = 'export';
const EXPORT_DEFAULT = /export(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)+default/y;

/** Undefined for a program with imports, or exports of other modules: the runtime says what is wrong with them. */
export function withoutExports(text: string, body: readonly Statement[]): WithoutExports | undefined {
  const statements: Statement[] = [];
  const edits: Edit[] = [];
  let result: WithoutExports['result'];
  for (const statement of body) {
    const start = statement.start!;
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      if (isNamedDeclaration(declaration)) {
        edits.push({ start, end: exportDefaultEnd(text, start), text: '' });
        statements.push(declaration);
        if (declaration.type === 'FunctionDeclaration') result = { name: declaration.id!.name };
      } else {
        statements.push(statement);
        result = statement;
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.source || !text.startsWith(EXPORT, start)) return undefined;
      if (statement.declaration) {
        edits.push({ start, end: start + EXPORT.length, text: '' });
        statements.push(statement.declaration);
        continue;
      }
      // What stands before and after it stays apart.
      edits.push({ start, end: statement.end!, text: ';' });
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ExportSpecifier') return undefined;
        const { exported, local } = specifier;
        if (exported.type === 'Identifier' && exported.name === 'default') result = { name: local.name };
      }
    } else if (/^(?:Import|TSImport|TSExport|TSNamespaceExport|ExportAll)/.test(statement.type)) {
      return undefined;
    } else {
      statements.push(statement);
    }
  }
  return { statements, edits, result };
}

/** Where the words `export default` end, which begin at `start`. */
export function exportDefaultEnd(text: string, start: number): number {
  EXPORT_DEFAULT.lastIndex = start;
  const match = EXPORT_DEFAULT.exec(text);
  if (match === null) throw new SyntaxError('Expected an export to begin with "export default"');
  return start + match[0].length;
}

function isNamedDeclaration(
  declaration: DefaultExport['declaration'],
): declaration is Extract<DefaultExport['declaration'], Statement> {
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return Boolean(declaration.id);
    default:
      return declaration.type === 'TSDeclareFunction' || /^TS\w+Declaration$/.test(declaration.type);
  }
}
