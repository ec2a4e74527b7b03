import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { ABSENT, type Reading, unknown } from './reading.js';

/** Reads a type; a parameter, so that types and their members need not import each other. */
export type TypeReader = (reading: Reading, type: ts.Type, depth?: number) => Expression;

/** The limit of members of an object type. */
const MOST_MEMBERS = 300;

/** The sent members of an object type. */
export function membersOf(reading: Reading, type: ts.Type, depth: number, read: TypeReader): Expression {
  const { checker } = reading.program;
  const custom = type.getProperty('toJSON');
  const [converted] = custom === undefined ? [] : checker.getTypeOfSymbol(custom).getCallSignatures();
  if (converted !== undefined) return read(reading, converted.getReturnType(), depth + 1);
  const properties = checker.getPropertiesOfType(type);
  if (properties.length > MOST_MEMBERS) return unknown('its type has too many members');
  const members = properties.flatMap((property): ObjectMember[] => memberOf(reading, property, depth, read));
  const index = type.getStringIndexType() ?? type.getNumberIndexType();
  if (index !== undefined) members.push({ kind: 'rest', values: read(reading, index, depth + 1) });
  const [only] = members;
  if (members.length === 1 && only?.kind === 'rest') return { kind: 'map', values: only.values };
  if (members.length === 0 && !isEmptyLiteral(type)) return unknown('its type is `{}`');
  return { kind: 'object', members };
}

function memberOf(reading: Reading, property: ts.Symbol, depth: number, read: TypeReader): ObjectMember[] {
  const node = property.valueDeclaration ?? property.declarations?.[0];
  const isOnPrototype =
    (property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0 &&
    node !== undefined &&
    ts.isClassLike(node.parent);
  if (isOnPrototype || property.name.startsWith('__@') || property.name.startsWith('__#')) return [];
  const type = reading.program.checker.getTypeOfSymbol(property);
  const value = read(isSpelledOut(node) ? { ...reading, isStrict: true } : reading, type, depth + 1);
  const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  if (value.kind === 'absent' && !optional) return [];
  const name = ts.unescapeLeadingUnderscores(property.escapedName);
  return [
    {
      kind: 'property',
      name,
      value: optional ? present(value) : value,
      ...(optional && { optional }),
      ...placeOf(reading, node),
    },
  ];
}

/** The optional mark already covers absence, so the union needs no such option. */
function present(value: Expression): Expression {
  if (value.kind !== 'union') return value;
  const options = value.options.filter((option) => option.kind !== 'absent');
  const [only] = options;
  if (only === undefined) return ABSENT;
  return options.length === 1 ? only : { kind: 'union', options };
}

/** Whether a member has a type annotation: null and undefined are in it only where the author wrote them. */
function isSpelledOut(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  return (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) && node.type !== undefined;
}

function placeOf(reading: Reading, node: ts.Node | undefined): { file?: string; at: { line: number; column: number } } {
  const tree = node?.getSourceFile();
  const file = tree && reading.program.pathOf(tree);
  if (node === undefined || tree === undefined || file === undefined) return { at: { line: 1, column: 1 } };
  const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
  return { file, at: { line: line + 1, column: character + 1 } };
}

/** `{}` as an object literal: it has no members, unless JavaScript adds some later. */
function isEmptyLiteral(type: ts.Type): boolean {
  const node = type.symbol?.declarations?.[0];
  return node !== undefined && ts.isObjectLiteralExpression(node) && !/\.[cm]?jsx?$/.test(node.getSourceFile().fileName);
}
