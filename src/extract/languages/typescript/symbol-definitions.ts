import { ts } from 'ts-morph';
import type { Definition } from '../../symbol-texts.js';
import type { SymbolKind } from '../../symbols.js';
import { hasModifier } from './names/names.js';

/** The definitions of a node, except local variables: functions, types, their members, and variables at the top of a file. */
export function definitionsOf(node: ts.Node, tree: ts.SourceFile): readonly Definition[] {
  if (ts.isVariableStatement(node) && isTop(node))
    return node.declarationList.declarations.flatMap((one) => ofVariable(one, node, tree));
  const kind = KINDS.get(node.kind);
  if (kind === undefined || !isNamed(node)) return [];
  const isMember = MEMBERS.has(node.kind);
  const owner = isMember ? ownerOf(node) : undefined;
  if (isMember && owner === undefined) return [];
  const { name } = node;
  const text = nameOf(name);
  if (text === undefined) return [];
  const isDecorated = ts.canHaveDecorators(node) && (ts.getDecorators(node)?.length ?? 0) > 0;
  return [
    {
      name: text,
      ...(owner === undefined ? {} : { owner: owner.name }),
      kind,
      exported: isMember ? owner?.exported === true : isTop(node) && hasModifier(node, ts.SyntaxKind.ExportKeyword),
      retained:
        isDecorated ||
        isMember ||
        hasModifier(node, ts.SyntaxKind.DefaultKeyword) ||
        hasModifier(node, ts.SyntaxKind.DeclareKeyword),
      at: name.getStart(tree),
      start: node.getStart(tree),
      headEnd: headEnd(node, tree),
      end: node.end,
    },
  ];
}

const KINDS = new Map<ts.SyntaxKind, SymbolKind>([
  [ts.SyntaxKind.FunctionDeclaration, 'function'],
  [ts.SyntaxKind.ClassDeclaration, 'class'],
  [ts.SyntaxKind.InterfaceDeclaration, 'interface'],
  [ts.SyntaxKind.TypeAliasDeclaration, 'type'],
  [ts.SyntaxKind.EnumDeclaration, 'enum'],
  [ts.SyntaxKind.MethodDeclaration, 'method'],
  [ts.SyntaxKind.GetAccessor, 'property'],
  [ts.SyntaxKind.PropertyDeclaration, 'property'],
]);
const MEMBERS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.PropertyDeclaration,
]);

type Named = ts.Node & { readonly name: ts.DeclarationName };
const isNamed = (node: ts.Node): node is Named => 'name' in node && node.name !== undefined;

function nameOf(name: ts.DeclarationName | ts.BindingName): string | undefined {
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

const isTop = (node: ts.Node): boolean => node.parent === undefined || ts.isSourceFile(node.parent);

/** The class that contains a member; undefined for an object literal. */
function ownerOf({ parent }: ts.Node): { readonly name: string; readonly exported: boolean } | undefined {
  if (parent === undefined || !ts.isClassLike(parent)) return undefined;
  const stored = ts.isClassExpression(parent) && ts.isVariableDeclaration(parent.parent) ? nameOf(parent.parent.name) : undefined;
  const name = parent.name?.text ?? stored;
  return name === undefined ? undefined : { name, exported: hasModifier(parent, ts.SyntaxKind.ExportKeyword) };
}

function ofVariable(node: ts.VariableDeclaration, statement: ts.VariableStatement, tree: ts.SourceFile): readonly Definition[] {
  const name = nameOf(node.name);
  if (name === undefined) return [];
  const { initializer } = node;
  const isFunction = initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  const isClass = initializer !== undefined && ts.isClassExpression(initializer);
  return [
    {
      name,
      kind: isFunction ? 'function' : isClass ? 'class' : 'constant',
      exported: hasModifier(statement, ts.SyntaxKind.ExportKeyword),
      retained: hasModifier(statement, ts.SyntaxKind.DeclareKeyword),
      at: node.name.getStart(tree),
      start: statement.getStart(tree),
      headEnd: initializer === undefined ? node.end : isFunction ? headEnd(initializer, tree) : initializer.getStart(tree),
      end: node.end,
    },
  ];
}

/** The end of the head, before the body. */
function headEnd(node: ts.Node, tree: ts.SourceFile): number {
  if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) return node.body.getStart(tree);
  if (ts.isPropertyDeclaration(node)) return node.initializer?.getStart(tree) ?? node.end;
  if (ts.isTypeAliasDeclaration(node)) return Math.min(node.end, node.type.getStart(tree) + 160);
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node) && !ts.isEnumDeclaration(node)) return node.end;
  const brace = tree.text.indexOf('{', Math.max(node.members.pos - 2, 0));
  return brace < 0 ? node.end : Math.min(brace, node.end);
}
