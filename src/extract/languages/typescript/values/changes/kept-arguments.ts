import { ts } from 'ts-morph';
import { lookup } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';

/** `list.push(x)`, `map.set(key, x)` and `seen.add(x)` of a `Set` store x unchanged; a class of the service may not. */
export function keeps(source: Source, callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || !ts.isCallExpression(callee.parent)) return false;
  const method = callee.name.text;
  const name = classOf(source, callee.expression);
  if (method === 'add') return name !== undefined && /^(?:Weak)?Set$/.test(name.text);
  if (method !== 'push' && method !== 'unshift' && (method !== 'set' || callee.parent.arguments.length !== 2)) return false;
  const [node] = name === undefined ? [] : (lookup(source, name)?.nodes ?? []);
  return node === undefined || !(ts.isClassDeclaration(node) || isOfFile(node));
}

/** The name of the class of a variable or a member of `this`, by its initializer or declared type. */
function classOf(source: Source, given: ts.Expression): ts.Identifier | undefined {
  const owner = unwrap(given);
  const [declared] = ts.isIdentifier(owner) ? (lookup(source, owner)?.nodes ?? []) : ownMembers(owner);
  if (
    declared === undefined ||
    !(ts.isVariableDeclaration(declared) || ts.isParameter(declared) || ts.isPropertyDeclaration(declared))
  )
    return undefined;
  const { type, initializer } = declared;
  const made = initializer && ts.isNewExpression(initializer) ? initializer.expression : undefined;
  const name = made ?? (type && ts.isTypeReferenceNode(type) ? type.typeName : undefined);
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

/** The declaration of `this.books`: as a property, or as a parameter of the constructor. */
function ownMembers(owner: ts.Expression): readonly ts.Node[] {
  if (!ts.isPropertyAccessExpression(owner) || owner.expression.kind !== ts.SyntaxKind.ThisKeyword) return [];
  const members = ts.findAncestor(owner, ts.isClassLike)?.members ?? [];
  const all = members.flatMap((one): readonly ts.Node[] => (ts.isConstructorDeclaration(one) ? one.parameters : [one]));
  return all.filter((one) => (ts.isPropertyDeclaration(one) || ts.isParameter(one)) && one.name.getText() === owner.name.text);
}

/** Whether a name is imported from a file of the service. */
function isOfFile(node: ts.Node): boolean {
  const from = ts.findAncestor(node, ts.isImportDeclaration)?.moduleSpecifier;
  return from !== undefined && ts.isStringLiteralLike(from) && from.text.startsWith('.');
}
