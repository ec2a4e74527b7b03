import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { mentions } from '../names/names.js';
import type { Source } from '../source.js';
import { recordOf } from './global-types.js';
import type { TypeReader } from './type-members.js';

/** `T['a']`, `T['a' | 'b']`, `T[number]`, `T[keyof T]`. */
export function indexedType(source: Source, node: ts.IndexedAccessTypeNode, read: TypeReader): Expression {
  const of = read(source, node.objectType);
  const index = bare(node.indexType);
  if (index.kind === ts.SyntaxKind.NumberKeyword || index.kind === ts.SyntaxKind.StringKeyword) return { kind: 'element', of };
  if (ts.isTypeOperatorNode(index) && index.operator === ts.SyntaxKind.KeyOfKeyword) {
    if (sameText(source, index.type, node.objectType)) return { kind: 'operator', operator: 'values-of', of };
    return { kind: 'unknown', why: 'indexed by the keys of another type' };
  }
  const names = literalsOf(index);
  if (names === undefined) return { kind: 'unknown', why: 'indexed by a type that is not a literal' };
  const members = names.map((name): Expression => ({ kind: 'member', of, name }));
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: 'union', options: members };
}

/**
 * `{ [K in C]: V }`. Over `keyof T` with `T[K]` it is T itself, with its modifiers; over literals, a record. Where V depends on K
 * in another way, the fields are known but their types are not.
 */
export function mappedType(source: Source, node: ts.MappedTypeNode, read: TypeReader): Expression {
  const key = node.typeParameter;
  const constraint = key.constraint && bare(key.constraint);
  if (constraint === undefined || node.nameType !== undefined)
    return { kind: 'unknown', why: 'a mapped type that renames its keys' };
  return modified(node, unmodified(source, node, constraint, read));
}

function unmodified(source: Source, node: ts.MappedTypeNode, constraint: ts.TypeNode, read: TypeReader): Expression {
  const key = node.typeParameter.name.text;
  const value = node.type && bare(node.type);
  const keysOf =
    ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword ? constraint.type : undefined;
  if (value === undefined) return { kind: 'unknown', why: 'a mapped type without values' };
  const own = ts.isIndexedAccessTypeNode(value) && isName(value.indexType, key) ? value.objectType : undefined;
  if (own !== undefined && !mentions(own, key)) {
    const of = read(source, own);
    if (keysOf !== undefined && sameText(source, keysOf, own)) return of;
    return { kind: 'operator', operator: 'pick', of, keys: read(source, constraint) };
  }
  const values: Expression = mentions(value, key)
    ? { kind: 'unknown', why: 'a mapped type whose values depend on the key' }
    : read(source, value);
  return recordOf(read(source, constraint), values);
}

function modified(node: ts.MappedTypeNode, of: Expression): Expression {
  const token = node.questionToken?.kind;
  if (token === undefined) return of;
  return { kind: 'operator', operator: token === ts.SyntaxKind.MinusToken ? 'required' : 'partial', of };
}

/** A type without parentheses around it. */
export function bare(node: ts.TypeNode): ts.TypeNode {
  return ts.isParenthesizedTypeNode(node) ? bare(node.type) : node;
}

function literalsOf(node: ts.TypeNode): readonly string[] | undefined {
  if (ts.isUnionTypeNode(node)) {
    const names = node.types.map((type) => literalsOf(bare(type)));
    return names.some((name) => name === undefined) ? undefined : names.flatMap((name) => name ?? []);
  }
  if (!ts.isLiteralTypeNode(node)) return undefined;
  if (ts.isStringLiteralLike(node.literal) || ts.isNumericLiteral(node.literal)) return [node.literal.text];
  return undefined;
}

function sameText(source: Source, one: ts.TypeNode, other: ts.TypeNode): boolean {
  return bare(one).getText(source.tree) === bare(other).getText(source.tree);
}

function isName(node: ts.TypeNode, name: string): boolean {
  return ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === name;
}
