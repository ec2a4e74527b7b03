import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import { memberName } from '../names/names.js';
import type { Source } from '../source.js';

/** Reads a type node; a parameter, so that the modules for types need not import each other. */
export type TypeReader = (source: Source, node: ts.TypeNode) => Expression;

/**
 * Members of an interface or type literal. `owner` names the interface: results of its methods are recorded as `owner#method`.
 */
export function membersOf(
  source: Source,
  members: readonly ts.TypeElement[],
  read: TypeReader,
  owner?: string,
): readonly ObjectMember[] {
  return members.flatMap((member) => memberOf(source, member, read, owner));
}

function memberOf(source: Source, member: ts.TypeElement, read: TypeReader, owner: string | undefined): ObjectMember[] {
  const at = atOf(source, member.name ?? member);
  if (ts.isIndexSignatureDeclaration(member)) {
    const key = member.parameters[0]?.type;
    if (key?.kind === ts.SyntaxKind.SymbolKeyword) return [];
    return [{ kind: 'rest', values: read(source, member.type) }];
  }
  if (member.name === undefined) return [];
  const name = memberName(member.name);
  if (name === undefined) return isSymbolName(member.name) ? [] : [{ kind: 'rest', values: unreadKey() }];
  const signature = signatureOf(member);
  if (signature !== undefined) {
    if (owner !== undefined) return [methodOf(source, member, signature, `${owner}#${name}`, name, read)];
    return [{ kind: 'property', name, value: { kind: 'absent' }, at }];
  }
  const type = ts.isPropertySignature(member) || ts.isGetAccessorDeclaration(member) ? member.type : undefined;
  if (ts.isSetAccessorDeclaration(member)) return [];
  const value: Expression = type === undefined ? { kind: 'unknown', why: 'no type is declared' } : read(source, type);
  const optional = ts.isPropertySignature(member) && member.questionToken !== undefined;
  return [{ kind: 'property', name, value, ...(optional && { optional }), at }];
}

function methodOf(
  source: Source,
  member: ts.TypeElement,
  signature: ts.SignatureDeclarationBase,
  callable: string,
  name: string,
  read: TypeReader,
): ObjectMember {
  const at = atOf(source, member);
  source.record.once('callable', callable, () => {
    const typeParameters = typeParametersOf(source, signature.typeParameters, read);
    source.record.add({
      kind: 'callable',
      name: callable,
      ...(typeParameters !== undefined && { typeParameters }),
      ...(signature.type !== undefined && { returns: read(source, signature.type) }),
      at,
    });
  });
  return { kind: 'method', name, callable, at };
}

/** The call signature of a method or of a property with a function type. */
function signatureOf(member: ts.TypeElement): ts.SignatureDeclarationBase | undefined {
  if (ts.isMethodSignature(member)) return member;
  if (ts.isPropertySignature(member) && member.type !== undefined) {
    const type = ts.isParenthesizedTypeNode(member.type) ? member.type.type : member.type;
    if (ts.isFunctionTypeNode(type)) return type;
  }
  return undefined;
}

/** Type parameters with their defaults, as facts. */
export function typeParametersOf(
  source: Source,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  read: TypeReader,
): readonly { readonly name: string; readonly default?: Expression }[] | undefined {
  if (parameters === undefined || parameters.length === 0) return undefined;
  return parameters.map((parameter) => ({
    name: parameter.name.text,
    ...(parameter.default !== undefined && { default: read(source, parameter.default) }),
  }));
}

/** `[Symbol.iterator]`: a key that JSON never includes. */
function isSymbolName(name: ts.PropertyName): boolean {
  return (
    ts.isComputedPropertyName(name) &&
    ts.isPropertyAccessExpression(name.expression) &&
    ts.isIdentifier(name.expression.expression) &&
    name.expression.expression.text === 'Symbol'
  );
}

function unreadKey(): Expression {
  return { kind: 'unknown', why: 'a computed key' };
}
