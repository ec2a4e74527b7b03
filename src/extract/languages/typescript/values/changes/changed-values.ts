import { ts } from 'ts-morph';
import {
  ABSENT,
  type At,
  type Expression,
  isNull,
  type ObjectMember,
  type TupleExpression,
  unknown,
} from '../../../../../facts/expression.js';
import { atOf } from '../../at.js';
import { isFunctionNode, mentions } from '../../names/names.js';
import { patternOwner } from '../../names/scope.js';
import { isJavaScript, type Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { leaves } from '../guards.js';
import { readValue } from '../values.js';
import type { Mutation } from './mutations.js';
import { valueSet } from './set-values.js';

/** Applies the changes to a variable after its declaration. A conditional change makes its part unknown. */
export function changed(source: Source, first: Expression, declaration: ts.Node, all: readonly Mutation[]): Expression {
  const mutations = first.kind === 'tuple' ? all : all.filter((one) => !keepsForm(one));
  if (mutations.length === 0 || isGlobalObject(declaration)) return first;
  let value = reassigned(source, first, mutations);
  const added = mutations.filter((one) => one.kind === 'add');
  if (added.length > 0 || value.kind === 'tuple') value = extended(source, value, mutations);
  else if (mutations.some((one) => one.kind === 'elements'))
    value = { kind: 'array', items: loosened(source, { kind: 'element', of: value }, mutations) };
  const members = mutations.flatMap((one) => changedMember(source, one, declaration, value, mutations));
  if (members.length === 0) return value;
  return {
    kind: 'object',
    members: [...(value.kind === 'object' ? value.members : [own(value, declaration, mutations)]), ...members],
  };
}

/**
 * `const cache = globalThis as unknown as { client?: Client }`: what is set on it outlives the module, so it counts as the global
 * object does.
 */
const isGlobalObject = (declaration: ts.Node): boolean =>
  ts.isVariableDeclaration(declaration) &&
  declaration.initializer !== undefined &&
  /^global(?:This)?$/.test(unwrap(declaration.initializer).getText());

/** Methods of queries and lists that return their receiver, or a part of it. */
const KEEPING =
  /^(?:(?:and|or)?[wW]here|having|orderBy|addOrderBy|order|skip|take|limit|offset|setParameters?|filter|sort|toSorted|reverse|toReversed)$/;

/** `query = query.andWhere('…').skip(1)`, `rows = rows.filter(isShown)`: the form stays the same. */
function keepsForm({ kind, target, values: [value] }: Mutation): boolean {
  if (kind !== 'assign' || value === undefined || !isAssigned(target)) return false;
  let at = value;
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression) && KEEPING.test(at.expression.name.text))
    at = at.expression.expression;
  return at !== value && ts.isIdentifier(at) && at.text === target.text;
}

const isAssigned = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** The value before the changes; members can only be set on a present value. */
function own(value: Expression, declaration: ts.Node, mutations: readonly Mutation[]): ObjectMember {
  const isOne = mutations.every(({ kind }) => kind !== 'assign');
  const sure = mutations.some(
    (one) => CHANGES.has(one.kind) && (isOne ? !isAskedBefore(one, declaration) : sameBlock(declaration, one.statement)),
  );
  if (value.kind === 'instance') return { kind: 'spread', value: { kind: 'operator', operator: 'blank', of: value }, own: true };
  return { kind: 'spread', value: sure ? { kind: 'operator', operator: 'non-null', of: value } : value, own: true };
}

/** Whether a change is made only where a condition shows that there is a value: `if (book) book.title = title`. */
function isAskedBefore({ target }: Mutation, declaration: ts.Node): boolean {
  const block = declaration.parent?.parent?.parent;
  let at: ts.Node = target;
  while (at.parent !== undefined && at !== block) {
    const { parent } = at;
    if (isFunctionNode(parent) && parent !== declaration.parent) return true;
    const condition = conditionOf(parent);
    if (condition !== undefined && condition !== at && mentions(condition, target.text)) return true;
    at = parent;
  }
  return false;
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isSwitchStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node)) return node.condition;
  return ts.isBinaryExpression(node) && BRANCHES.has(node.operatorToken.kind) ? node.left : undefined;
}

const BRANCHES = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);

const CHANGES = new Set<Mutation['kind']>(['set', 'delete', 'load', 'merge']);

/** The union of all assigned values; an initial `null`, `{}` or nothing is a placeholder that may remain. */
function reassigned(source: Source, first: Expression, mutations: readonly Mutation[]): Expression {
  const assigned = mutations.filter((one) => one.kind === 'assign');
  if (assigned.length === 0) return first;
  const values = assigned.map(({ values: [value] }) =>
    value === undefined ? unknown('what an assignment makes of it') : readValue(source, value),
  );
  if (first.kind === 'absent')
    return values.length === 1 && values[0] !== undefined ? values[0] : { kind: 'union', options: values, changing: true };
  const before: Expression = { kind: 'unknown', why: 'its value before it is assigned' };
  const placeholder: Expression = first.kind === 'literal' ? { ...before, nothing: true, asNull: true } : before;
  const initial = isPlaceholder(first) ? placeholder : first;
  return { kind: 'union', options: [remaining(initial, assigned), ...values], changing: true };
}

/**
 * The part of the first value that remains where another one replaces it only when it is missing (`x ??= y`), or for an unknown
 * reason.
 */
function remaining(first: Expression, assigned: readonly Mutation[]): Expression {
  if (!['name', 'member', 'returns', 'element', 'operator', 'union'].includes(first.kind)) return first;
  const replaces = assigned.some(({ target }) => {
    const { parent } = target;
    if (!ts.isBinaryExpression(parent) || parent.left !== target) return false;
    const { kind } = parent.operatorToken;
    return kind === ts.SyntaxKind.QuestionQuestionEqualsToken || kind === ts.SyntaxKind.BarBarEqualsToken;
  });
  return { kind: 'operator', operator: replaces ? 'non-null' : 'tested', of: first };
}

function isPlaceholder(first: Expression): boolean {
  return isNull(first) || (first.kind === 'object' && first.members.length === 0);
}

/** A list with the pushed elements: any number of each. */
function extended(source: Source, value: Expression, mutations: readonly Mutation[]): Expression {
  let options: Expression[] = value.kind === 'tuple' ? value.items.map(itemValue) : [{ kind: 'element', of: value }];
  // changes of all elements so far, in one object around each
  let pending: Mutation[] = [];
  const settle = (): void => {
    if (pending.length > 0) options = options.map((option) => loosened(source, option, pending));
    pending = [];
  };
  let touched = false;
  let open = false;
  for (const one of mutations) {
    if (one.kind === 'add' || one.kind === 'index') {
      touched = true;
      settle();
      if (one.values.length === 0) open = true;
      for (const added of one.values)
        options.push(
          itemValue(
            ts.isSpreadElement(added) ? { kind: 'spread', value: readValue(source, added.expression) } : readValue(source, added),
          ),
        );
    } else if (one.kind === 'lend') open = true;
    else if (one.kind === 'elements') {
      touched = true;
      pending.push(one);
    }
  }
  settle();
  if (!touched && !open) return value;
  if (open) options.push(unknown('elements that are added elsewhere'));
  return { kind: 'array', items: options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'union', options } };
}

function itemValue(item: TupleExpression['items'][number]): Expression {
  return item.kind === 'spread' ? { kind: 'element', of: item.value } : item;
}

/** An element whose members may be added, changed or deleted. */
function loosened(source: Source, value: Expression, mutations: readonly Mutation[]): Expression {
  const why = 'its members are changed in a loop, or where it is found';
  const members = mutations.flatMap((one): readonly ObjectMember[] => {
    if (one.kind !== 'elements') return [];
    if (one.member === undefined) return [{ kind: 'spread', value: unknown(why) }];
    const at = atOf(source, one.statement);
    return [{ kind: 'property', name: one.member, value: unknown(why), ...(one.deleted && { unsure: why }), at }];
  });
  return { kind: 'object', members: [{ kind: 'spread', value }, ...members] };
}

/** A member that is set below `if`s: a union of its values, or one of them or absent. Undefined: the conditions are unknown. */
function setSometimes(
  source: Source,
  mutation: Mutation,
  declaration: ts.Node,
  value: Expression,
  all: readonly Mutation[],
): ObjectMember | undefined {
  const [given] = mutation.values;
  const name = mutation.member ?? '';
  if (given === undefined || isFunctionNode(given) || mutation.fills || value.kind === 'instance') return undefined;
  const block = declaration.parent?.parent?.parent;
  const occurrence = ts.isVariableDeclaration(declaration) ? occurrenceOf(block, mutation, all) : undefined;
  if (occurrence === undefined) return undefined;
  const values = [given, ...occurrence.others.flatMap((one) => one.values)].map((one) => readValue(source, one));
  const [only] = values;
  const property: ObjectMember = {
    kind: 'property',
    name,
    value: values.length === 1 && only !== undefined ? only : { kind: 'union', options: values },
    at: atOf(source, mutation.statement),
  };
  if (occurrence.kind === 'always') return property;
  const others = all.filter((one) => one !== mutation && one.kind === 'set' && one.member === name);
  const first =
    value.kind === 'object' ? value.members.findLast((one) => one.kind === 'property' && one.name === name) : undefined;
  const begins = first?.kind === 'property' ? !isPlaceholder(first.value) && !isEmptyList(first.value) : value.kind === 'object';
  const isKnown = begins && (first !== undefined || others.every((one) => occurrenceOf(block, one, all)?.kind === 'always'));
  if (!isKnown) return undefined;
  const set: Expression = { kind: 'object', members: [property] };
  return { kind: 'spread', value: { kind: 'union', options: [set, ABSENT] } };
}

const isEmptyList = (value: Expression): boolean => value.kind === 'tuple' && value.items.length === 0;

/** Kinds of values that linking may fail to resolve. */
const FOLLOWED: ReadonlySet<Expression['kind']> = new Set([
  'unknown',
  'parameter',
  'name',
  'member',
  'element',
  'returns',
  'operator',
]);

/** The changes that setting one member makes. */
function setMember(
  source: Source,
  mutation: Mutation,
  declaration: ts.Node,
  value: Expression,
  all: readonly Mutation[],
): ObjectMember[] {
  const [given] = mutation.values;
  const name = mutation.member ?? '';
  const at = atOf(source, mutation.statement);
  const member: Expression = { kind: 'member', of: value, name };
  const isTyped = value.kind !== 'object' && !isJavaScript(source);
  if (given !== undefined && sameBlock(declaration, mutation.statement)) {
    if (isFunctionNode(given)) return [];
    const keys = valueSet(source, mutation, given, value, all);
    // a value that cannot be resolved still has the type that its member is declared with
    const of: Expression = { kind: 'operator', operator: 'received', of: member };
    const isFollowed = isTyped && FOLLOWED.has(keys.kind);
    return [{ kind: 'property', name, value: isFollowed ? { kind: 'operator', operator: 'first-known', of, keys } : keys, at }];
  }
  if (mutation.inside === true && isTyped)
    return [{ kind: 'property', name, value: { kind: 'operator', operator: 'declared', of: member }, at }];
  const sometimes = setSometimes(source, mutation, declaration, value, all);
  if (sometimes !== undefined) return [sometimes];
  const later = unknown('it is changed later, or only sometimes');
  // in a copy (`{ ...row }`) the member may already exist; for other values, a type declares which members may be set
  return value.kind === 'object' || given === undefined
    ? [{ kind: 'property', name, value: later, at }]
    : [{ kind: 'rest', values: later }];
}

function changedMember(
  source: Source,
  mutation: Mutation,
  declaration: ts.Node,
  value: Expression,
  all: readonly Mutation[],
): ObjectMember[] {
  const always = sameBlock(declaration, mutation.statement);
  const at = atOf(source, mutation.statement);
  const [given] = mutation.values;
  switch (mutation.kind) {
    case 'set':
      return setMember(source, mutation, declaration, value, all);
    case 'delete':
      return [{ kind: 'property', name: mutation.member ?? '', value: always ? ABSENT : unknown('it is deleted sometimes'), at }];
    case 'index':
      return value.kind === 'array' || value.kind === 'tuple'
        ? []
        : [{ kind: 'rest', values: given === undefined ? unknown('computed members') : readValue(source, given) }];
    case 'merge':
      if (!always || mutation.values.length === 0) return [{ kind: 'spread', value: unknown('members are merged into it') }];
      return mutation.values.map((one) => ({ kind: 'spread', value: readValue(source, one) }));
    case 'load':
      return loaded(mutation, at);
    case 'store':
      return hasId(value) ? [] : [stored(at)];
    case 'lend':
      return value.kind === 'object' ? [{ kind: 'spread', value: unknown('it is given to a function that may change it') }] : [];
    default:
      return [];
  }
}

/** The members that a method of a value adds to it. */
function loaded({ member: method = '', values }: Mutation, at: At): ObjectMember[] {
  const known = method === 'populate' ? values : values.slice(0, 1);
  const names = known.flatMap((one) => (ts.isStringLiteralLike(one) ? one.text.split(' ') : ['*']));
  const value = unknown(`what its method \`${method}\` makes of it`);
  return names.map((name) => ({ kind: 'property', name: `${method}(${name})`, value, hidden: true, at }));
}

const hasId = (of: Expression): boolean =>
  of.kind === 'object' && of.members.some((one) => one.kind === 'property' && one.name === '_id');

/** The member that a driver adds when it stores a value. */
export function stored(at: At): ObjectMember {
  const why = 'the driver of the database may give it an id';
  return { kind: 'property', name: '_id', value: unknown(why), unsure: why, at };
}

/** Whether a statement always runs after the declaration. */
function sameBlock(declaration: ts.Node, statement: ts.Node): boolean {
  return (ts.isExpressionStatement(statement) || ts.isIfStatement(statement)) && isBeside(declaration, statement);
}

/** Whether a statement stands in the block of a declaration. */
export function isBeside(declaration: ts.Node, statement: ts.Node): boolean {
  const owner = ts.isBindingElement(declaration) ? patternOwner(declaration) : declaration;
  if (ts.isParameter(owner)) return isFunctionNode(owner.parent) && statement.parent === owner.parent.body;
  return owner.parent?.parent?.parent === statement.parent;
}

/** When a member is set; `others`: the statements that set it where this one does not. */
interface Occurrence {
  readonly kind: 'always' | 'sometimes';
  readonly others: readonly Mutation[];
}

/** Members that are set more often are not followed. */
const MOST_SETS = 20;

/**
 * Whether a member that is set below `if`s is set always or sometimes. Undefined: in loops, `try` and `switch`, and where the
 * whole value is used before the `if` ends.
 */
function occurrenceOf(block: ts.Node | undefined, one: Mutation, all: readonly Mutation[]): Occurrence | undefined {
  const same = all.filter(({ kind, member }) => kind === 'set' && member === one.member);
  if (same.length > MOST_SETS || !ts.isExpressionStatement(one.statement)) return undefined;
  const others: Mutation[] = [];
  let always = true;
  let outer: ts.Node = one.statement;
  for (let at: ts.Node = one.statement; at !== block && at.parent !== block; at = at.parent) {
    const { parent } = at;
    if (parent === undefined || !(ts.isBlock(parent) || ts.isIfStatement(parent))) return undefined;
    if (!ts.isIfStatement(parent)) continue;
    outer = parent;
    const other = at === parent.thenStatement ? parent.elseStatement : parent.thenStatement;
    if (other !== undefined && leaves(other) === 'surely') continue;
    const counterpart = other && same.find(({ statement }) => statement === other || statement.parent === other);
    if (counterpart === undefined) always = false;
    else others.push(counterpart);
  }
  if (usesWhole(outer, one.target.text)) return undefined;
  return { kind: always ? 'always' : 'sometimes', others };
}

const wholeUses = new WeakMap<ts.Node, Map<string, boolean>>();

/** Whether a statement uses the variable itself, and not only its members. */
function usesWhole(statement: ts.Node, name: string): boolean {
  const known = wholeUses.get(statement) ?? new Map<string, boolean>();
  wholeUses.set(statement, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const visit = (node: ts.Node): boolean => {
    if (!ts.isIdentifier(node) || node.text !== name) return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
    return !(isMember && parent.expression === node) && !(ts.isPropertyAccessExpression(parent) && parent.name === node);
  };
  const answer = visit(statement);
  known.set(name, answer);
  return answer;
}
