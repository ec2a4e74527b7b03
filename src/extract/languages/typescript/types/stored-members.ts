import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { EAGER, ON_DEMAND, UNSELECTED } from '../../../../facts/packages/entities.js';
import { REFERENCE } from '../../../../facts/shapes/member-list.js';
import { atOf } from '../at.js';
import { type Decorator, decoratorsOf, propertyOf } from '../decorators.js';
import { extended, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { mutationsOf } from '../values/changes/mutations.js';
import { readValue } from '../values/values.js';

/**
 * https://typeorm.io/relations, https://mikro-orm.io/docs/relationships, sequelize-typescript: members that contain what a query
 * loads.
 */
const RELATIONS =
  /^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|RelationCount|TreeChildren|TreeParent|HasMany|HasOne|BelongsTo|BelongsToMany)$/;
const MAPPERS = /^(?:typeorm|@mikro-orm\/.*|sequelize-typescript)$/;
const LOOPBACK = '@loopback/repository';
const LUCID = /^(?:@adonisjs\/lucid\/orm|@ioc:Adonis\/Lucid\/Orm)$/;
const DOCUMENTS = /^(?:@nestjs\/mongoose|@typegoose\/typegoose)$/;

/** Why it is unknown whether a member of a stored class is present when it is sent, or what its value is. */
export function unsureBecause(source: Source, member: ts.Node): string | undefined {
  for (const decorator of decoratorsOf(source, member)) {
    const why = reasonOf(decorator, member);
    if (why !== undefined) return why;
  }
  return undefined;
}

function reasonOf({ name, specifier, arguments: given }: Decorator, member: ts.Node): string | undefined {
  const option = (key: string): ts.Expression | undefined =>
    given.map((one) => propertyOf(one, key)).find((one) => one !== undefined);
  if (MAPPERS.test(specifier)) {
    if (RELATIONS.test(name)) {
      // if the relation was not loaded, its key is sent
      if (specifier.startsWith('@mikro-orm/')) return REFERENCE;
      return loadedBy(specifier, member, given) ?? 'a relation: it may be loaded';
    }
    if (option('select')?.kind === ts.SyntaxKind.FalseKeyword)
      return specifier === 'typeorm' ? UNSELECTED : 'a column that is read only where it is asked for';
    if (option('lazy')?.kind === ts.SyntaxKind.TrueKeyword) return 'a column that is read only where it is asked for';
    if (option('hidden') !== undefined) return 'it may be hidden where it is serialised';
    const isOptional = specifier === 'typeorm' && ts.isPropertyDeclaration(member) && member.questionToken !== undefined;
    return isOptional && isSetByListener(member) ? 'a listener may change it when it is loaded' : undefined;
  }
  if (LUCID.test(specifier)) {
    if (name !== 'column' && !name.startsWith('column.')) return name === 'computed' ? undefined : 'a relation: it may be loaded';
    if (option('serialize') !== undefined) return 'its column has a serialiser of its own';
    // by default `imageUrl` is sent as `image_url`, which the model or the service may change
    const isRenamed =
      option('serializeAs') !== undefined || /[A-Z]/.test(ts.isPropertyDeclaration(member) ? member.name.getText() : '');
    return isRenamed ? 'its model decides under which name it is sent' : undefined;
  }
  // `@belongsTo` is on the key
  if (specifier === LOOPBACK && /^(?:hasMany|hasOne|referencesMany)$/.test(name)) return 'a relation: it may be loaded';
  if (!DOCUMENTS.test(specifier)) return undefined;
  if (option('ref') !== undefined) return REFERENCE;
  return option('select')?.kind === ts.SyntaxKind.FalseKeyword ? 'a path that is read only where it is asked for' : undefined;
}

/**
 * `@property({ hidden: true })`, `@model({ settings: { hiddenProperties: ['password'] } })` of LoopBack: `toJSON` omits the
 * member.
 */
export function isHiddenProperty(source: Source, member: ts.Node, owner: ts.Node, name: string): boolean {
  const isMarked = optionsOf(source, member).some((one) => propertyOf(one, 'hidden')?.kind === ts.SyntaxKind.TrueKeyword);
  return isMarked || hiddenIn(source, owner).has(name);
}

const optionsOf = (source: Source, node: ts.Node): readonly ts.Expression[] =>
  decoratorsOf(source, node).flatMap(({ specifier, arguments: given }) => (specifier === LOOPBACK ? given : []));

const hiddenNames = new WeakMap<ts.Node, ReadonlySet<string>>();

/** The members that the settings of a class hide. */
function hiddenIn(source: Source, owner: ts.Node): ReadonlySet<string> {
  const known = hiddenNames.get(owner);
  if (known !== undefined) return known;
  const names = optionsOf(source, owner).flatMap((one) => {
    const hidden = propertyOf(propertyOf(one, 'settings'), 'hiddenProperties');
    return hidden !== undefined && ts.isArrayLiteralExpression(hidden) ? hidden.elements.filter(ts.isStringLiteralLike) : [];
  });
  const found = new Set(names.map(({ text }) => text));
  hiddenNames.set(owner, found);
  return found;
}

/**
 * Whether a relation is loaded eagerly or on demand. Undefined where this is unknown: it is a lazy promise, or a listener of its
 * class may set it (https://typeorm.io/docs/relations/eager-and-lazy-relations).
 */
function loadedBy(specifier: string, member: ts.Node, given: Decorator['arguments']): string | undefined {
  if (specifier !== 'typeorm' || !ts.isPropertyDeclaration(member) || member.type === undefined) return undefined;
  const isLazy = ts.isTypeReferenceNode(member.type) && member.type.typeName.getText() === 'Promise';
  if (isLazy || isSetByListener(member) || member.initializer !== undefined) return undefined;
  const isEager = given.some((one) => propertyOf(one, 'eager')?.kind === ts.SyntaxKind.TrueKeyword);
  if (given.some((one, index) => mayLoad(unwrap(one), index, isEager))) return undefined;
  return isEager ? EAGER : ON_DEMAND;
}

function isSetByListener(member: ts.PropertyDeclaration): boolean {
  const names = setByListeners(member.parent);
  return names === 'any' || names.has(member.name.getText());
}

const listening = new WeakMap<ts.Node, ReadonlySet<string> | 'any'>();

/** The members that a class with load listeners mentions in its methods; `any`: it passes itself on, or computes names. */
function setByListeners(owner: ts.Node): ReadonlySet<string> | 'any' {
  const known = listening.get(owner);
  if (known !== undefined) return known;
  const names = new Set<string>();
  let isAny = false;
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.ThisKeyword) {
      if (ts.isPropertyAccessExpression(node.parent)) names.add(node.parent.name.text);
      else isAny = true;
    }
    ts.forEachChild(node, visit);
  };
  if (ts.isClassLike(owner) && owner.members.some((one) => /@AfterLoad\b/.test(one.getText().slice(0, 500)))) {
    // arguments of the constructor do not come from the database
    for (const one of owner.members) if (!ts.isConstructorDeclaration(one)) visit(one);
    isAny ||= owner.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) === true;
  }
  const found = isAny ? 'any' : names;
  listening.set(owner, found);
  return found;
}

/** Whether options load a relation with its entity, other than by a plain `eager`, or are not literals here. */
function mayLoad(given: ts.Expression, index: number, isEager: boolean): boolean {
  if (!ts.isObjectLiteralExpression(given)) return index > 0 && !isFunctionNode(given) && !ts.isStringLiteralLike(given);
  return given.properties.some((one) => {
    if (!ts.isPropertyAssignment(one)) return true;
    const name = one.name.getText();
    return (name === 'lazy' || (name === 'eager' && !isEager)) && one.initializer.kind !== ts.SyntaxKind.FalseKeyword;
  });
}

const STORES =
  /^(?:@nestjs\/(?:mongoose|cqrs)|@typegoose\/typegoose|@mikro-orm\/.*|sequelize-typescript|typeorm|@loopback\/repository)$/;

/**
 * The settings that decorators of a storage library give to a class or member: `{ Prop: { required: true } }`, `true` for one
 * without settings.
 */
export function storedAs(source: Source, node: ts.Node): Expression | undefined {
  const members = decoratorsOf(source, node).flatMap(({ name, specifier, arguments: given, node: at }): ObjectMember[] => {
    if (!STORES.test(specifier) || (specifier === 'typeorm' && isFilled(node))) return [];
    const known = given.find((one) => ts.isObjectLiteralExpression(one)) ?? given.find((one) => ts.isIdentifier(one));
    const value: Expression = known === undefined ? { kind: 'literal', value: true } : readValue(source, known);
    return [{ kind: 'property', name, value, at: atOf(source, at) }];
  });
  if (ts.isClassLike(node)) members.push(...node.members.flatMap((member) => hookOf(source, member)));
  else if (members.length > 0 && ts.isPropertyDeclaration(node) && isSetByListener(node))
    members.push({ kind: 'property', name: 'AfterLoad', value: { kind: 'literal', value: true }, at: atOf(source, node) });
  return members.length === 0 ? undefined : { kind: 'object', members };
}

/** Whether a class itself assigns a member: it is then present whatever a query selects. */
function isFilled(node: ts.Node): boolean {
  if (!ts.isPropertyDeclaration(node)) return false;
  return node.initializer !== undefined || constructed(node.parent).has(node.name.getText());
}

const constructors = new WeakMap<ts.ClassLikeDeclaration, ReadonlySet<string>>();

/** The members that the constructor of a class mentions. */
function constructed(owner: ts.ClassLikeDeclaration): ReadonlySet<string> {
  const known = constructors.get(owner);
  if (known !== undefined) return known;
  const text = owner.members.find((one) => ts.isConstructorDeclaration(one))?.getText() ?? '';
  const names = new Set([...text.matchAll(/\bthis\.([\w$]+)/g)].map(([, name = '']) => name));
  constructors.set(owner, names);
  return names;
}

/** `@AfterFind static count(rows)` of sequelize-typescript: a member that affects its whole class. */
function hookOf(source: Source, member: ts.Node): readonly ObjectMember[] {
  if (ts.isPropertyDeclaration(member)) return [];
  const hook = decoratorsOf(source, member).find(({ name, specifier }) => name === 'AfterFind' && STORES.test(specifier));
  return hook === undefined
    ? []
    : [{ kind: 'property', name: hook.name, value: { kind: 'literal', value: true }, at: atOf(source, hook.node) }];
}

/**
 * The definition of a class by `User.init(attributes, options)` of Sequelize, in the file or in a static method: `{ init:
 * [attributes, options] }`.
 */
export function initialized(source: Source, node: ts.ClassLikeDeclaration): Expression | undefined {
  const base = extended(node);
  const origin = base && originOf(source, base.expression);
  if (origin === undefined || !/^(?:sequelize|@sequelize\/core)$/.test(origin.specifier)) return undefined;
  const calls = callsOn(source, node);
  const call = calls.find(({ name }) => name === 'init')?.call;
  if (call === undefined) return undefined;
  const at = atOf(source, call);
  const members: ObjectMember[] = calls.map((one) => ({
    kind: 'property',
    name: one.name,
    value: { kind: 'tuple', items: one.call.arguments.filter((a) => !ts.isSpreadElement(a)).map((a) => readValue(source, a)) },
    at: atOf(source, one.call),
  }));
  const changes = mutationsOf(source, node.name?.text ?? '', node);
  if (changes.some(({ kind, member }) => kind === 'set' && member === 'prototype'))
    members.push({ kind: 'property', name: 'toJSON', value: { kind: 'literal', value: true }, at });
  return { kind: 'object', members };
}

/** Calls on a model that define its rows. */
const STATEMENTS = /^(?:init|removeAttribute|addScope|addHook|hook|afterFind)$/;

interface ModelCall {
  readonly name: string;
  readonly call: ts.CallExpression;
}
const modelCalls = new WeakMap<ts.SourceFile, readonly ModelCall[]>();

/** Calls of a file that may be such definitions. */
function modelCallsOf(source: Source): readonly ModelCall[] {
  const known = modelCalls.get(source.tree);
  if (known !== undefined) return known;
  const found: ModelCall[] = [];
  modelCalls.set(source.tree, found);
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const name = node.expression.name.text;
      if (STATEMENTS.test(name)) found.push({ name, call: node });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

const callsOn = (source: Source, node: ts.ClassLikeDeclaration): readonly ModelCall[] =>
  modelCallsOf(source).filter(({ call }) => isAbout(source, call, node));

/** Is its receiver this class, or `this` or `super` in a static method of it? */
function isAbout(source: Source, call: ts.CallExpression, owner: ts.ClassLikeDeclaration): boolean {
  const on = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : call.expression;
  if (ts.isIdentifier(on)) return declarationOf(source, on) === owner;
  if (on.kind !== ts.SyntaxKind.ThisKeyword && on.kind !== ts.SyntaxKind.SuperKeyword) return false;
  for (let at: ts.Node = call; at.parent !== undefined; at = at.parent) if (ts.isClassLike(at)) return at === owner;
  return false;
}
