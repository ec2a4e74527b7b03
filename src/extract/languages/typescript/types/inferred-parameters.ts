import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { type FunctionNode, functionName, memberName } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';

/** The value of a type parameter, inferred from an argument of its function. */
interface Candidate {
  readonly value: Expression;
  /** The argument is the class: other values of the type are its instances. */
  readonly byClass?: true;
  /** A caller may omit it. */
  readonly optional?: true;
}

/** Types of packages for the class of `T`: https://typeorm.io, https://docs.nestjs.com, class-transformer, sequelize, MikroORM. */
const CLASS_OF =
  /^(?:EntityTarget|ObjectType|EntityClass|EntityName|EntityClassOrSchema|Type|Newable|Constructor|ClassConstructor|ClassType|Class|ModelStatic|ModelCtor)$/;

/** The depth to which nested types and objects are searched. */
const MOST_DEPTH = 4;

/**
 * The type argument that a call implies without naming it: the `T` of `(item: T)`, `(of: EntityTarget<T>)`, `(options: { schema:
 * T })`, `(items: T[] | null)`, `(run: () => Promise<T>)`. Undefined: none or several arguments decide it.
 */
export function inferredParameter(
  source: Source,
  node: FunctionNode,
  text: string,
  otherwise?: Expression,
): Expression | undefined {
  const callable = functionName(source.tree, node);
  const named = node.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'));
  const found = named.flatMap(({ type, dotDotDotToken, initializer }, index) =>
    type === undefined || dotDotDotToken !== undefined
      ? []
      : candidatesIn(source, type, { kind: 'parameter', callable, index, ...(otherwise && { otherwise }) }, text, 0).map(
          (one): Candidate => (initializer === undefined ? one : { ...one, optional: true }),
        ),
  );
  const classes = found.filter(({ byClass }) => byClass === true);
  const sure = found.filter(({ optional }) => optional !== true);
  const [only, ...others] = classes.length > 0 ? classes : sure.length > 0 ? sure : found;
  return others.length === 0 ? only?.value : undefined;
}

function candidatesIn(source: Source, type: ts.TypeNode, value: Expression, name: string, depth: number): readonly Candidate[] {
  if (depth > MOST_DEPTH) return [];
  const inner = (of: ts.TypeNode, at: Expression): readonly Candidate[] => candidatesIn(source, of, at, name, depth + 1);
  if (ts.isParenthesizedTypeNode(type)) return inner(type.type, value);
  if (ts.isArrayTypeNode(type)) return inner(type.elementType, { kind: 'element', of: value });
  if (ts.isUnionTypeNode(type)) {
    const [only, ...others] = type.types.filter((one) => !isNullish(one));
    return only !== undefined && others.length === 0 ? inner(only, { kind: 'operator', operator: 'non-null', of: value }) : [];
  }
  if (ts.isFunctionTypeNode(type)) return inner(awaited(type.type), { kind: 'returns', of: value });
  if (ts.isConstructorTypeNode(type)) return classOf(type.type, value, name);
  if (ts.isTypeLiteralNode(type)) return inMembers(type.members, value, inner);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return [];
  if (isNamed(type, name)) return [{ value }];
  const declaration = lookup(source, type.typeName, 'type')?.nodes[0];
  const given = type.typeArguments ?? [];
  const place = given.findIndex((one) => isNamed(one, name));
  if (place < 0) return [];
  const isOwn = declaration !== undefined && (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration));
  if (!isOwn) return CLASS_OF.test(type.typeName.text) ? classOf(given[0], value, name) : [];
  const parameter = declaration.typeParameters?.[place]?.name.text;
  if (parameter === undefined) return [];
  const further = (of: ts.TypeNode, at: Expression): readonly Candidate[] => candidatesIn(source, of, at, parameter, depth + 1);
  return ts.isInterfaceDeclaration(declaration)
    ? inMembers(declaration.members, value, further)
    : further(declaration.type, value);
}

const isNullish = (type: ts.TypeNode): boolean =>
  type.kind === ts.SyntaxKind.UndefinedKeyword || (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword);

/** `T` of `Promise<T>`: what a function gives, after `await`. */
function awaited(type: ts.TypeNode): ts.TypeNode {
  const isPromise = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Promise';
  return isPromise ? (type.typeArguments?.[0] ?? type) : type;
}

function inMembers(
  members: readonly ts.TypeElement[],
  of: Expression,
  inner: (type: ts.TypeNode, value: Expression) => readonly Candidate[],
): readonly Candidate[] {
  return members.flatMap((one) => {
    const name = ts.isPropertySignature(one) ? memberName(one.name) : undefined;
    const type = ts.isPropertySignature(one) ? one.type : undefined;
    const found = name === undefined || type === undefined ? [] : inner(type, { kind: 'member', of, name });
    return one.questionToken === undefined ? found : found.map((candidate) => ({ ...candidate, optional: true }));
  });
}

function classOf(type: ts.TypeNode | undefined, of: Expression, name: string): readonly Candidate[] {
  if (type === undefined || !isNamed(type, name)) return [];
  return [{ value: { kind: 'operator', operator: 'instance-type', of }, byClass: true }];
}

const isNamed = (type: ts.TypeNode, name: string): boolean =>
  ts.isTypeReferenceNode(type) &&
  ts.isIdentifier(type.typeName) &&
  type.typeName.text === name &&
  type.typeArguments === undefined;
