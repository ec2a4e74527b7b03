import { ts } from 'ts-morph';
import { className, qualifiedName } from '../names/names.js';
import type { Program } from './program.js';

/** A declared type of the repository, as facts name it. */
export interface DeclaredName {
  readonly file: string;
  readonly name: string;
}

/**
 * The fact of a type's symbol. Undefined for types of the language, for types local to a function (recorded only when an
 * expression names them), and for aliases that facts do not follow: their members are written out instead.
 */
export function declaredName(program: Program, symbol: ts.Symbol | undefined): DeclaredName | undefined {
  const node = symbol?.declarations?.find(isNamedType);
  if (node?.name === undefined || !isOfModule(node)) return undefined;
  if (ts.isTypeAliasDeclaration(node) && !isFollowed(node.type)) return undefined;
  const tree = node.getSourceFile();
  const file = program.pathOf(tree);
  if (file === undefined || tree.isDeclarationFile) return undefined;
  const name = ts.isClassLike(node) ? className(tree, node) : qualifiedName(tree, node, node.name.text);
  return { file, name };
}

function isNamedType(
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

/** Declared by the module itself, or by a namespace in it. */
function isOfModule(node: ts.Node): boolean {
  let at = node.parent;
  while (ts.isModuleBlock(at) || ts.isModuleDeclaration(at)) at = at.parent;
  return ts.isSourceFile(at);
}

/** Whether the facts of an aliased type are as precise as the checker's type. */
function isFollowed(node: ts.TypeNode): boolean {
  if (ts.isConditionalTypeNode(node) || ts.isMappedTypeNode(node) || ts.isTypeQueryNode(node) || ts.isInferTypeNode(node))
    return false;
  if (ts.isIndexedAccessTypeNode(node) || ts.isTypeOperatorNode(node) || ts.isImportTypeNode(node)) return false;
  return ts.forEachChild(node, (child) => (ts.isTypeNode(child) && !isFollowed(child) ? true : undefined)) !== true;
}
