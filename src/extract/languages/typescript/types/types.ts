import { ts } from 'ts-morph';
import { ABSENT, type Expression, STRING, type TupleExpression, unknown } from '../../../../facts/expression.js';
import { spanOf } from '../at.js';
import { className, valueNamed } from '../names/names.js';
import { identifiersOf, spacesAlong } from '../names/namespaces.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { bare, indexedType, mappedType } from './derived-types.js';
import { globalType } from './global-types.js';
import { membersOf } from './type-members.js';

/** `any | null` is `any`, as in TypeScript: the other options have no effect. */
function unionType(source: Source, node: ts.UnionTypeNode): Expression {
  const absorbing = node.types.find(
    (type) => type.kind === ts.SyntaxKind.AnyKeyword || type.kind === ts.SyntaxKind.UnknownKeyword,
  );
  return absorbing === undefined
    ? { kind: 'union', options: node.types.map((type) => typeOf(source, type)) }
    : typeOf(source, absorbing);
}

/**
 * The JSON form of a type's values: `undefined`, functions and symbols are absent; `any` and types that are not followed
 * (conditional types, renamed keys) are unknown with the reason. Names stay names: linking resolves them.
 */
export function typeOf(source: Source, node: ts.TypeNode): Expression {
  return keywordType(node) ?? structuralType(source, node) ?? derivedType(source, node);
}

function keywordType(node: ts.TypeNode): Expression | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return STRING;
    case ts.SyntaxKind.NumberKeyword:
      return { kind: 'scalar', type: 'number' };
    case ts.SyntaxKind.BooleanKeyword:
      return { kind: 'scalar', type: 'boolean' };
    case ts.SyntaxKind.UndefinedKeyword:
    case ts.SyntaxKind.VoidKeyword:
    case ts.SyntaxKind.NeverKeyword:
    case ts.SyntaxKind.SymbolKeyword:
    case ts.SyntaxKind.FunctionType:
    case ts.SyntaxKind.ConstructorType:
      return ABSENT;
    case ts.SyntaxKind.AnyKeyword:
      return unknown('declared `any`');
    case ts.SyntaxKind.UnknownKeyword:
      return unknown('declared `unknown`');
    case ts.SyntaxKind.ObjectKeyword:
      return unknown('declared `object`');
    case ts.SyntaxKind.BigIntKeyword:
      return unknown('JSON has no form for a bigint');
    default:
      return undefined;
  }
}

function structuralType(source: Source, node: ts.TypeNode): Expression | undefined {
  if (ts.isTemplateLiteralTypeNode(node)) return templateType(source, node);
  if (ts.isTypeReferenceNode(node)) return reference(source, node.typeName, node.typeArguments ?? []);
  if (ts.isExpressionWithTypeArguments(node)) return heritage(source, node);
  if (ts.isArrayTypeNode(node)) return { kind: 'array', items: typeOf(source, node.elementType) };
  if (ts.isTypeLiteralNode(node)) return literalType(source, node);
  if (ts.isUnionTypeNode(node)) return unionType(source, node);
  if (ts.isIntersectionTypeNode(node)) return intersection(source, node);
  if (ts.isLiteralTypeNode(node)) return literal(node.literal);
  if (ts.isParenthesizedTypeNode(node)) return typeOf(source, node.type);
  if (ts.isTupleTypeNode(node)) return { kind: 'tuple', items: node.elements.map((element) => tupleItem(source, element)) };
  return undefined;
}

function derivedType(source: Source, node: ts.TypeNode): Expression {
  if (ts.isTypeOperatorNode(node)) return operatorType(source, node);
  if (ts.isIndexedAccessTypeNode(node)) return indexedType(source, node, typeOf);
  if (ts.isMappedTypeNode(node)) return mappedType(source, node, typeOf);
  if (ts.isTypeQueryNode(node)) return queried(source, node);
  if (ts.isImportTypeNode(node)) return importType(node);
  if (ts.isThisTypeNode(node)) return thisType(source, node);
  if (ts.isTypePredicateNode(node)) return node.assertsModifier ? ABSENT : { kind: 'scalar', type: 'boolean' };
  if (ts.isOptionalTypeNode(node)) return { kind: 'union', options: [typeOf(source, node.type), ABSENT] };
  if (ts.isConditionalTypeNode(node)) return { ...unknown('a conditional type'), at: spanOf(source, node) };
  return { ...unknown(`a type that is not followed: ${ts.SyntaxKind[node.kind] ?? ''}`), at: spanOf(source, node) };
}

/** `` `${Role}` `` has the values of the enum Role; any other template is a string. */
function templateType(source: Source, node: ts.TemplateLiteralTypeNode): Expression {
  const [only, second] = node.templateSpans;
  const isAlone = node.head.text === '' && only?.literal.text === '' && second === undefined;
  return isAlone && ts.isTypeReferenceNode(only.type) ? typeOf(source, only.type) : STRING;
}

/** `A & {}` is A without null and undefined; `string & { brand }` is still a string. */
function intersection(source: Source, node: ts.IntersectionTypeNode): Expression {
  const types = node.types.map(bare).filter((type) => !(ts.isTypeLiteralNode(type) && type.members.length === 0));
  const parts = types.map((type) => typeOf(source, type));
  const scalar = parts.find((part) => part.kind === 'scalar' || part.kind === 'literal');
  if (scalar !== undefined) return scalar;
  const [only] = parts;
  if (only === undefined) return unknown('declared `{}`');
  return parts.length === 1 ? only : { kind: 'intersection', parts };
}

function literalType(source: Source, node: ts.TypeLiteralNode): Expression {
  const members = membersOf(source, node.members, typeOf);
  const [first] = members;
  if (node.members.length === 0) return unknown('declared `{}`');
  if (members.length === 0 && node.members.every(isSignature)) return ABSENT;
  return members.length === 1 && first?.kind === 'rest' ? { kind: 'map', values: first.values } : { kind: 'object', members };
}

function isSignature(member: ts.TypeElement): boolean {
  return ts.isCallSignatureDeclaration(member) || ts.isConstructSignatureDeclaration(member);
}

function literal(node: ts.LiteralTypeNode['literal']): Expression {
  if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'literal', value: null };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  if (ts.isNumericLiteral(node)) return { kind: 'literal', value: Number(node.text) };
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) {
    const value = Number(node.operand.text);
    return { kind: 'literal', value: node.operator === ts.SyntaxKind.MinusToken ? -value : value };
  }
  return unknown('JSON has no form for a bigint');
}

function tupleItem(source: Source, element: ts.TypeNode | ts.NamedTupleMember): TupleExpression['items'][number] {
  if (ts.isNamedTupleMember(element)) {
    const value = typeOf(source, element.type);
    if (element.dotDotDotToken !== undefined) return { kind: 'spread', value };
    return element.questionToken === undefined ? value : { kind: 'union', options: [value, ABSENT] };
  }
  return ts.isRestTypeNode(element) ? { kind: 'spread', value: typeOf(source, element.type) } : typeOf(source, element);
}

function operatorType(source: Source, node: ts.TypeOperatorNode): Expression {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return typeOf(source, node.type);
  if (node.operator === ts.SyntaxKind.KeyOfKeyword) return { kind: 'operator', operator: 'keyof', of: typeOf(source, node.type) };
  return ABSENT;
}

/** `Name`, `Name<A>`, `space.Name`. A local name takes precedence over a global one. */
function reference(source: Source, name: ts.EntityName, nodes: readonly ts.TypeNode[]): Expression {
  if (ts.isQualifiedName(name)) return qualified(source, name, nodes);
  const binding = lookup(source, name, 'type');
  if (binding === undefined) {
    const global = globalType(source, name.text, nodes, typeOf);
    if (global !== undefined) return global;
  } else for (const node of binding.nodes) source.requested.add(node);
  return named(source, binding?.name ?? name.text, nodes);
}

function named(source: Source, name: string, nodes: readonly ts.TypeNode[]): Expression {
  return { kind: 'name', name, ...(nodes.length > 0 && { arguments: nodes.map((node) => typeOf(source, node)) }) };
}

/** A member of a namespace of the file, of an enum, or of an import. */
function qualified(source: Source, name: ts.QualifiedName, nodes: readonly ts.TypeNode[]): Expression {
  const [root, ...rest] = identifiersOf(name);
  if (root === undefined) return unknown('a name without an origin');
  return membersFrom(source, root, rest, nodes);
}

/** `root.a.b`: one name as far as it leads through namespaces of the file, then members. */
function membersFrom(
  source: Source,
  root: ts.Identifier,
  rest: readonly ts.Identifier[],
  nodes: readonly ts.TypeNode[],
): Expression {
  const binding = lookup(source, root, 'type');
  for (const node of binding?.nodes ?? []) source.requested.add(node);
  const last = rest.at(-1);
  if (binding === undefined && root.text === 'globalThis' && last !== undefined) {
    return globalType(source, last.text, nodes, typeOf) ?? named(source, last.text, nodes);
  }
  const through = binding?.kind === 'namespace' ? spacesAlong(binding.nodes, rest) : 0;
  const start = [binding?.name ?? root.text, ...rest.slice(0, through).map((one) => one.text)].join('.');
  const members = rest.slice(through);
  if (members.length === 0) return named(source, start, nodes);
  const given = nodes.length > 0 && { arguments: nodes.map((node) => typeOf(source, node)) };
  return members.reduce<Expression>(
    (of, one, index) => ({ kind: 'member', of, name: one.text, ...(index === members.length - 1 && given) }),
    { kind: 'name', name: start },
  );
}

/** `extends Base<T>` and `implements`, where the name is an expression. */
function heritage(source: Source, node: ts.ExpressionWithTypeArguments): Expression {
  const name = node.expression;
  if (ts.isIdentifier(name)) {
    // `const { Model } = require('sequelize')`
    const binding = lookup(source, name);
    if (binding?.kind === 'variable') for (const one of binding.nodes) source.requested.add(one);
    return reference(source, name, node.typeArguments ?? []);
  }
  const [root, ...rest] = accessNames(node.expression);
  if (root === undefined) return unknown('extends what an expression gives');
  return membersFrom(source, root, rest, node.typeArguments ?? []);
}

/** The names of `a.b.c`; empty when it contains other expressions. */
function accessNames(node: ts.Expression): readonly ts.Identifier[] {
  if (ts.isIdentifier(node)) return [node];
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.name)) return [];
  const left = accessNames(node.expression);
  return left.length === 0 ? [] : [...left, node.name];
}

/** `typeof value`, `typeof value.member`, `typeof import('x')`. */
function queried(source: Source, node: ts.TypeQueryNode): Expression {
  return valueName(source, node.exprName);
}

function valueName(source: Source, name: ts.EntityName): Expression {
  if (ts.isQualifiedName(name)) return { kind: 'member', of: valueName(source, name.left), name: name.right.text };
  const binding = lookup(source, name, 'value');
  for (const node of binding?.nodes ?? []) source.requested.add(node);
  return valueNamed(binding?.name ?? name.text);
}

/** `import('../x').Name`. */
function importType(node: ts.ImportTypeNode): Expression {
  const argument = node.argument;
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteralLike(argument.literal))
    return unknown('an import of an unknown module');
  if ((node.typeArguments?.length ?? 0) > 0) return unknown('an imported type with arguments');
  const names = node.qualifier === undefined ? [] : identifiersOf(node.qualifier).map((name) => name.text);
  const module: Expression = { kind: 'module', specifier: argument.literal.text };
  return names.reduce<Expression>((of, name) => ({ kind: 'member', of, name }), module);
}

/** `this` is the enclosing class or interface. */
function thisType(source: Source, node: ts.Node): Expression {
  for (let parent: ts.Node | undefined = node.parent; parent !== undefined; parent = parent.parent) {
    if (ts.isClassLike(parent)) return { kind: 'name', name: className(source.tree, parent) };
    if (ts.isInterfaceDeclaration(parent)) {
      const binding = lookup(source, parent.name, 'type');
      return { kind: 'name', name: binding?.name ?? parent.name.text };
    }
  }
  return unknown('`this` outside of a class');
}
