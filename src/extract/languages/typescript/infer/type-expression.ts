import { ts } from 'ts-morph';
import { type Expression, STRING } from '../../../../facts/expression.js';
import { plainType } from '../types/global-types.js';
import { declaredName } from './declared-names.js';
import { ABSENT, MOST_DEPTH, NULL, type Reading, unionOf, unknown } from './reading.js';
import { membersOf } from './type-members.js';

/** Types of results that a caller must await. */
const EXPECTATION_TYPES = new Set(['Promise', 'PromiseLike']);
const LISTS = new Set(['Array', 'ReadonlyArray', 'ConcatArray']);

/**
 * The JSON form of a checker's type. Where the type decides nothing (any, type parameters, an endless form), the result is
 * unknown.
 */
export function typeExpression(reading: Reading, type: ts.Type, depth = 0): Expression {
  reading.budget.left -= 1;
  if (depth > MOST_DEPTH || reading.budget.left <= 0) return unknown('its type is nested too deeply');
  return simpleType(reading, type) ?? structuredType(reading, type, depth);
}

function simpleType(reading: Reading, type: ts.Type): Expression | undefined {
  const { flags } = type;
  if (flags & ts.TypeFlags.Any) return unknown('its type is not known');
  if (flags & ts.TypeFlags.Unknown) return unknown('its type is `unknown`');
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return nothing(reading, ABSENT);
  if (flags & ts.TypeFlags.Null) return nothing(reading, NULL);
  if (flags & (ts.TypeFlags.Never | ts.TypeFlags.ESSymbolLike)) return ABSENT;
  if (flags & ts.TypeFlags.BigIntLike) return unknown('JSON has no form for a bigint');
  if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literal', value: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral)
    return { kind: 'literal', value: reading.program.checker.typeToString(type) === 'true' };
  if (flags & ts.TypeFlags.EnumLike) return undefined;
  if (flags & ts.TypeFlags.StringLike) return STRING;
  if (flags & ts.TypeFlags.NumberLike) return { kind: 'scalar', type: 'number' };
  if (flags & ts.TypeFlags.Boolean) return { kind: 'scalar', type: 'boolean' };
  if (flags & ts.TypeFlags.NonPrimitive) return unknown('its type is `object`');
  if (flags & (ts.TypeFlags.Instantiable ^ (flags & ts.TypeFlags.StringLike))) return unknown('its type depends on a parameter');
  return undefined;
}

/** In a project that does not distinguish null and undefined, a type neither requires nor excludes them. */
function nothing({ isStrict }: Reading, meant: Expression): Expression {
  return isStrict ? meant : { ...UNCHECKED, ...(meant === NULL && { asNull: true }) };
}

const UNCHECKED = {
  kind: 'unknown',
  why: 'the project does not check for null and undefined (`strictNullChecks`)',
  nothing: true,
} as const;

function structuredType(reading: Reading, type: ts.Type, depth: number): Expression {
  const named = namedType(reading, type, depth);
  if (named !== undefined) return named;
  const inner = (one: ts.Type): Expression => typeExpression(reading, one, depth + 1);
  // in files without a module its symbol is not that of the library's list
  if (reading.program.checker.isTupleType(type))
    return tupleType(reading, type, reading.program.checker.getTypeArguments(type as ts.TupleTypeReference), depth);
  if (type.isUnion()) return unionOf(type.types.map(inner));
  if (type.isIntersection()) return { kind: 'intersection', parts: type.types.map(inner) };
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return ABSENT;
  return membersOf(reading, type, depth, typeExpression);
}

function namedType(reading: Reading, type: ts.Type, depth: number): Expression | undefined {
  const { program } = reading;
  const alias = declaredName(program, type.aliasSymbol);
  const given = (list: readonly ts.Type[] | undefined): { arguments?: readonly Expression[] } => {
    const all = (list ?? []).map((one) => typeExpression(reading, one, depth + 1));
    return all.length === 0 ? {} : { arguments: all };
  };
  if (alias !== undefined) return { kind: 'declared', ...alias, ...given(type.aliasTypeArguments) };
  if (type.flags & ts.TypeFlags.EnumLike) return enumType(reading, type);
  if (type.isUnionOrIntersection() || !isInstance(type)) return undefined;
  const own = isReference(type) ? program.checker.getTypeArguments(type) : [];
  const declared = declaredName(program, type.symbol);
  // The last argument of a class's or interface's own type is `this`.
  if (declared !== undefined) return { kind: 'declared', ...declared, ...given(own.slice(0, parametersOf(type))) };
  return isLibrary(reading, type.symbol) ? libraryType(reading, type, own, depth) : undefined;
}

function enumType({ program }: Reading, type: ts.Type): Expression | undefined {
  const { symbol } = type;
  const declared = symbol !== undefined && symbol.flags & ts.SymbolFlags.Enum ? declaredName(program, symbol) : undefined;
  if (declared !== undefined) return { kind: 'declared', ...declared };
  if (type.isUnion()) return undefined;
  return type.flags & ts.TypeFlags.StringLike ? STRING : { kind: 'scalar', type: 'number' };
}

/** Whether a type is an instance of a class or interface, not the class itself as a value. */
function isInstance(type: ts.Type): boolean {
  const { symbol } = type;
  return symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0 && !isAnonymous(type);
}

function isAnonymous(type: ts.Type): boolean {
  return (objectFlagsOf(type) & (ts.ObjectFlags.Anonymous | ts.ObjectFlags.Mapped)) !== 0;
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (objectFlagsOf(type) & ts.ObjectFlags.Reference) !== 0;
}

function objectFlagsOf(type: ts.Type): ts.ObjectFlags {
  return type.flags & ts.TypeFlags.Object ? (type as ts.ObjectType).objectFlags : 0;
}

function parametersOf(type: ts.Type): number {
  return isReference(type) ? (type.target.typeParameters?.length ?? 0) : 0;
}

function isLibrary({ program }: Reading, symbol: ts.Symbol): boolean {
  return symbol.declarations?.every((node) => program.pathOf(node.getSourceFile()) === undefined) === true;
}

/** A type of the language itself: lists and promises by their elements and results, others by the result of JSON.stringify. */
function libraryType(reading: Reading, type: ts.Type, given: readonly ts.Type[], depth: number): Expression {
  const [first] = given;
  const { name } = type.symbol;
  const { checker } = reading.program;
  if (checker.isTupleType(type)) return tupleType(reading, type, given, depth);
  if (first !== undefined && LISTS.has(name)) return { kind: 'array', items: itemType(reading, first, depth) };
  if (first !== undefined && EXPECTATION_TYPES.has(name)) return typeExpression(reading, first, depth + 1);
  const plain = plainType(name);
  if (plain !== undefined) return plain;
  if (name.endsWith('Error')) return { kind: 'object', members: [] };
  return unknown(`what is sent of a ${name} is not known`);
}

/** An empty list has elements of type `never`, which does not describe elements added later. */
function itemType(reading: Reading, type: ts.Type, depth: number): Expression {
  return type.flags & ts.TypeFlags.Never
    ? unknown('elements of a list that starts empty')
    : typeExpression(reading, type, depth + 1);
}

function tupleType(reading: Reading, type: ts.Type, given: readonly ts.Type[], depth: number): Expression {
  const flags = isReference(type) && 'elementFlags' in type.target ? (type.target as ts.TupleType).elementFlags : [];
  const isFixed = flags.every((flag) => (flag & (ts.ElementFlags.Required | ts.ElementFlags.Optional)) !== 0);
  const items = given.map((one) => typeExpression(reading, one, depth + 1));
  return isFixed ? { kind: 'tuple', items } : { kind: 'array', items: unionOf(items) };
}
