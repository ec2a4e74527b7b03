import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { importedName } from '../decorators.js';
import { className, extended, qualifiedName } from '../names/names.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';
import { classMembers } from './class-members.js';
import { enumMembers } from './enums.js';
import { inferredParameter } from './inferred-parameters.js';
import { initialized, storedAs } from './stored-members.js';
import { membersOf, typeParametersOf } from './type-members.js';
import { typeOf } from './types.js';

/**
 * Records every named type of the module and of its namespaces. Types local to a function are recorded when an expression names
 * them.
 */
export function declare(source: Source): void {
  for (const statement of source.tree.statements) declareStatement(source, statement);
}

/**
 * Records one interface, alias, class or enum (also a class expression), or a namespace with its contents. Ignores other nodes.
 */
export function declareStatement(source: Source, node: ts.Node): void {
  if (ts.isModuleDeclaration(node)) {
    declareNamespace(source, node);
    return;
  }
  if (!isTypeDeclaration(node) || source.declared.has(node)) return;
  source.declared.add(node);
  const fact = factOf(source, node);
  source.record.add(fact);
  // no code names the types that a service adds to Express's requests: they apply in any file
  if (AUGMENTED.test(fact.name))
    source.record.add({
      kind: 'shared',
      by: 'typescript/express',
      schema: { kind: 'name', name: fact.name },
      declared: fact.name,
      at: fact.at,
    });
}

const AUGMENTED = /^(?:global\.Express|express|express-serve-static-core)\.(?:Request|User)$/;

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassLikeDeclaration | ts.EnumDeclaration;

function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassLike(node) || ts.isEnumDeclaration(node);
}

function factOf(source: Source, node: TypeDeclaration): Declaration {
  if (ts.isInterfaceDeclaration(node)) return interfaceFact(source, node);
  if (ts.isTypeAliasDeclaration(node)) return aliasFact(source, node);
  return ts.isEnumDeclaration(node) ? enumFact(source, node) : classFact(source, node);
}

/**
 * The members of a namespace are named `Space.Name`. Additions of `declare module 'x'` to another module are not followed, except
 * for Express.
 */
function declareNamespace(source: Source, node: ts.ModuleDeclaration): void {
  const body = node.body;
  if (body === undefined || (ts.isStringLiteral(node.name) && !/^express(?:-serve-static-core)?$/.test(node.name.text))) return;
  if (ts.isModuleDeclaration(body)) declareNamespace(source, body);
  if (ts.isModuleBlock(body)) for (const statement of body.statements) declareStatement(source, statement);
}

function interfaceFact(source: Source, node: ts.InterfaceDeclaration): Declaration {
  const name = qualifiedName(source.tree, node, node.name.text);
  const bases = (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((type) => typeOf(source, type)));
  return declaration(source, node, {
    name,
    form: 'interface',
    extends: bases,
    type: { kind: 'object', members: membersOf(source, node.members, typeOf, name) },
  });
}

function aliasFact(source: Source, node: ts.TypeAliasDeclaration): Declaration {
  const name = qualifiedName(source.tree, node, node.name.text);
  return declaration(source, node, { name, form: 'alias', type: typeOf(source, node.type) });
}

function classFact(source: Source, node: ts.ClassLikeDeclaration): Declaration {
  const { instance, statics } = classMembers(source, node);
  const base = extended(node);
  const stored = storedAs(source, node) ?? initialized(source, node);
  return declaration(source, node, {
    name: className(source.tree, node),
    form: 'class',
    extends: base === undefined ? [] : [baseOf(source, base)],
    type: { kind: 'object', members: instance },
    statics,
    ...(stored !== undefined && { stored }),
    ...mixedIn(source, base),
  });
}

function enumFact(source: Source, node: ts.EnumDeclaration): Declaration {
  const statics = enumMembers(source, node);
  const options = [...new Map(statics.map(({ value }) => [JSON.stringify(value), value])).values()];
  const name = qualifiedName(source.tree, node, node.name.text);
  return declaration(source, node, { name, form: 'enum', type: { kind: 'union', options }, statics });
}

function declaration(
  source: Source,
  node: TypeDeclaration,
  of: Pick<Declaration, 'name' | 'form' | 'type' | 'stored' | 'mixins'> & {
    extends?: readonly Expression[];
    statics?: Declaration['statics'];
  },
): Declaration {
  const written = ts.isEnumDeclaration(node) ? undefined : typeParametersOf(source, node.typeParameters, typeOf);
  const maker = ts.isClassLike(node) ? node.members.filter(ts.isConstructorDeclaration).find(({ body }) => body) : undefined;
  const parameters = maker ? written?.map((one) => givenToConstructor(source, maker, one)) : written;
  return {
    kind: 'declaration',
    name: of.name,
    form: of.form,
    ...(parameters !== undefined && { parameters }),
    ...(of.extends !== undefined && of.extends.length > 0 && { extends: of.extends }),
    type: of.type,
    ...(of.statics !== undefined && of.statics.length > 0 && { statics: of.statics }),
    ...(of.stored !== undefined && { stored: of.stored }),
    ...(of.mixins !== undefined && { mixins: of.mixins }),
    at: atOf(source, node.name ?? node),
  };
}

/** The type argument of `new Page(rows)` is that of its arguments, and the default where they leave it open. */
function givenToConstructor(
  source: Source,
  maker: ts.ConstructorDeclaration,
  { name, default: otherwise }: { readonly name: string; readonly default?: Expression },
): { readonly name: string; readonly default?: Expression } {
  const given = inferredParameter(source, maker, name, otherwise) ?? otherwise;
  return { name, ...(given && { default: given }) };
}

/** Packages whose functions derive classes from classes: https://docs.nestjs.com/openapi/mapped-types */
const PACKAGES = new Set(['@nestjs/swagger', '@nestjs/mapped-types', '@nestjs/graphql']);

/** The base class: a name with its arguments, `PartialType(X)` and similar calls, or the class that an expression returns. */
function baseOf(source: Source, node: ts.ExpressionWithTypeArguments): Expression {
  if (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression)) return typeOf(source, node);
  const mixed = mixedOf(source, node);
  return mixed === undefined ? classOf(source, node.expression) : readValue(source, mixed.of);
}

/** `Timestamps(Model)` and `mixin(Model, [Timestamps, Encrypt({ … })])` of Objection: https://vincit.github.io/objection.js/api/objection/#mixin */
function mixedOf(
  source: Source,
  { expression }: ts.ExpressionWithTypeArguments,
): { readonly of: ts.Expression; readonly by: readonly ts.Expression[] } | undefined {
  if (!ts.isCallExpression(expression) || !/\bobjection\b/.test(source.text)) return undefined;
  const [of, ...more] = expression.arguments;
  if (of === undefined || !/Model$/.test(of.getText(source.tree).slice(-100))) return undefined;
  if (importedName(source, expression.expression).specifier !== 'objection') return { of, by: [expression.expression] };
  return { of, by: more.flatMap((one) => (ts.isArrayLiteralExpression(one) ? [...one.elements] : [one])) };
}

/** The mixins of a model. */
function mixedIn(source: Source, base: ts.ExpressionWithTypeArguments | undefined): Pick<Declaration, 'mixins'> {
  const mixed = base && mixedOf(source, base);
  const mixins = mixed?.by.map((one) => readValue(source, ts.isCallExpression(one) ? one.expression : one));
  return mixins === undefined ? {} : { mixins };
}

/** The instances of the class that an expression returns. */
function classOf(source: Source, node: ts.Expression): Expression {
  if (ts.isCallExpression(node)) {
    const origin = importedName(source, node.expression);
    const [first, second] = node.arguments;
    if (PACKAGES.has(origin.specifier) && first !== undefined) {
      const mapped = mappedClass(source, origin.name, first, second, node.arguments);
      if (mapped !== undefined) return mapped;
    }
  }
  return { kind: 'operator', operator: 'instance-type', of: readValue(source, node) };
}

function mappedClass(
  source: Source,
  name: string,
  first: ts.Expression,
  second: ts.Expression | undefined,
  all: readonly ts.Expression[],
): Expression | undefined {
  if (name === 'PartialType') return { kind: 'operator', operator: 'partial', of: classOf(source, first) };
  if (name === 'IntersectionType') return { kind: 'intersection', parts: all.map((one) => classOf(source, one)) };
  if (name !== 'PickType' && name !== 'OmitType') return undefined;
  if (second === undefined) return undefined;
  const operator = name === 'PickType' ? 'pick' : 'omit';
  return { kind: 'operator', operator, of: classOf(source, first), keys: keysOf(source, second) };
}

/** `['a', 'b'] as const` as the union of its elements. */
function keysOf(source: Source, node: ts.Expression): Expression {
  const list = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) ? node.expression : node;
  if (!ts.isArrayLiteralExpression(list)) return { kind: 'element', of: readValue(source, list) };
  return { kind: 'union', options: list.elements.map((element) => readValue(source, element)) };
}
