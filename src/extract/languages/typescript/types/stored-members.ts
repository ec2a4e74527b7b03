import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import { type Decorator, decoratorsOf, propertyOf } from '../decorators.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';

/** https://typeorm.io/relations, https://mikro-orm.io/docs/relationships, sequelize-typescript: they hold what a query loads. */
const RELATIONS =
  /^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|RelationCount|TreeChildren|TreeParent|HasMany|HasOne|BelongsTo|BelongsToMany)$/;
const MAPPERS = /^(?:typeorm|@mikro-orm\/.*|sequelize-typescript)$/;
const DOCUMENTS = /^(?:@nestjs\/mongoose|@typegoose\/typegoose)$/;

/** Why it is not known whether a member of a stored class is there when it is sent, or what it then is. */
export function unsureBecause(source: Source, member: ts.Node): string | undefined {
  for (const decorator of decoratorsOf(source, member)) {
    const why = reasonOf(decorator);
    if (why !== undefined) return why;
  }
  return undefined;
}

function reasonOf({ name, specifier, arguments: given }: Decorator): string | undefined {
  const option = (key: string): ts.Expression | undefined =>
    given.map((one) => propertyOf(one, key)).find((one) => one !== undefined);
  if (MAPPERS.test(specifier)) {
    if (RELATIONS.test(name)) return 'a relation: it is sent where it was loaded';
    if (option('select')?.kind === ts.SyntaxKind.FalseKeyword) return 'a column that is read only where it is asked for';
    if (option('lazy')?.kind === ts.SyntaxKind.TrueKeyword) return 'a column that is read only where it is asked for';
    if (option('hidden') !== undefined) return 'it may be hidden where it is serialised';
    return undefined;
  }
  if (!DOCUMENTS.test(specifier)) return undefined;
  if (option('ref') !== undefined) return 'a reference: an id, or what it refers to where that was loaded';
  return option('select')?.kind === ts.SyntaxKind.FalseKeyword ? 'a path that is read only where it is asked for' : undefined;
}

const STORES = /^(?:@nestjs\/mongoose|@typegoose\/typegoose|@mikro-orm\/.*|sequelize-typescript)$/;

/** What decorators of a library that stores say of a class or member: `{ Prop: { required: true } }`, `true` where they say nothing. */
export function storedAs(source: Source, node: ts.Node): Expression | undefined {
  const members = decoratorsOf(source, node).flatMap(({ name, specifier, arguments: given, node: at }): ObjectMember[] => {
    if (!STORES.test(specifier)) return [];
    const told = given.find((one) => ts.isObjectLiteralExpression(one)) ?? given.find((one) => ts.isIdentifier(one));
    const value: Expression = told === undefined ? { kind: 'literal', value: true } : readValue(source, told);
    return [{ kind: 'property', name, value, at: atOf(source, at) }];
  });
  return members.length === 0 ? undefined : { kind: 'object', members };
}
