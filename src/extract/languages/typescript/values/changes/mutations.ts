import { ts } from 'ts-morph';
import { append } from '../../../../../model/multi-map.js';
import { functionOf } from '../../names/in-file.js';
import { constantOf, declarationOf, lookup, patternOwner } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { isAssignment, isCast, isElement, memberPath, patternTargets, rootOf, unwrap } from '../access-paths.js';
import { type Alias, aliasesAt, elementPath } from '../aliases.js';
import { iterated } from '../loops.js';
import { type Fills, filling, isFilling } from './fillings.js';
import { keeps } from './kept-arguments.js';
import { isLastUse } from './last-uses.js';

/** A change to the value of a variable after its declaration. */
export interface Mutation {
  readonly kind: MutationKind;
  /** The variable, at the place of the change. */
  readonly target: ts.Identifier;
  /** The assigned, merged or added values; absent: unknown. */
  readonly values: readonly ts.Expression[];
  /** The member that is set or deleted; for `elements`: in each element, where nothing else of them changes. */
  readonly member?: string;
  /** For `index`: the name. */
  readonly key?: ts.Expression;
  /** For `elements` and `index`: the member is deleted, or may be absent. */
  readonly deleted?: true;
  /** The statement that makes the change. */
  readonly statement: ts.Node;
  /** A member of the member is set: `x.member.inner = 1`. */
  readonly inside?: true;
  /** The value is set only where the member has none: `x.member ??= 1`; `undefined`: where it is absent, not where it is null. */
  readonly fills?: Fills;
  /** No type check applies to this deletion or assignment. */
  readonly unchecked?: true;
  /** Of what `map.get(key)` gives, if it is a map. */
  readonly got?: true;
  /** For `lend`, and what the function sets: the function, and the index of the argument. */
  readonly lent?: { readonly callee: ts.Expression; readonly index: number };
}
/**
 * `assign`: the variable gets another value. `set`, `delete`: a member. `index`: a member with an unknown name. `merge`: all
 * members of other objects. `add`: elements. `elements`: something inside its elements. `lend`: passed to a function that may
 * change it. `load`: one of its methods adds members (`document.populate('author')`, `row.setDataValue('own', true)`). `store`: a
 * driver may add an `_id` (https://www.mongodb.com/docs/drivers/node/current/crud/insert/).
 */
export type MutationKind = 'store' | 'assign' | 'set' | 'delete' | 'index' | 'merge' | 'add' | 'elements' | 'lend' | 'load';

export const ADDING = new Set(['push', 'unshift', 'splice', 'fill']);
export const MERGING = new Set(['assign', 'merge', 'extend', 'defaults', 'defineProperty', 'defineProperties']);
const TAKING = new Set(['defineProperty', 'defineProperties', 'deleteProperty', 'setPrototypeOf']);
const OBJECTION_CHANGES = /^\$(?:fetchGraph|set\w*|omit\w*|pick|appendRelated|loadRelated|query)$/;
const LOADING = new Set(['populate', 'reload', 'setDataValue']);
/** Functions that only read their arguments. */
export const READERS =
  /^(?:console|log|logger|debug|winston|pino|res|response|next|assert|expect|resolve|reject|done|cb|callback|createExpressEndpoints)$/i;

/** Methods that register their argument with a server unchanged. */
const REGISTERS = /^(?:openapi|route|use|mount|register|get|post|put|patch|delete|all|on|registerRouter)$/;

interface Collected {
  readonly mutations: Map<string, Mutation[]>;
  readonly elementLoans: Map<string, Mutation[]>;
  readonly aliases: Alias[];
}
const collected = new WeakMap<ts.SourceFile, Collected>();
const aliasesOfFile = new WeakMap<ts.SourceFile, ReadonlyMap<ts.Node, readonly Alias[]>>();
const mutationsOfNode = new WeakMap<ts.Node, readonly Mutation[]>();
/** By the declaration of the variable; created on the first query for a name. */
const mutationsOfName = new WeakMap<Mutation[], Map<ts.Node, Mutation[]>>();

/** All changes of the file to this declaration's variable, in the order of the text, including changes through aliases. */
export function mutationsOf(source: Source, name: string, declaration: ts.Node): readonly Mutation[] {
  const known = mutationsOfNode.get(declaration);
  if (known !== undefined) return known;
  const isMap =
    ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && ts.isNewExpression(declaration.initializer);
  const own = ownMutations(source, name, declaration).filter(({ got }) => got !== true || isMap);
  // a provisional entry: names may be aliases of each other in a cycle
  mutationsOfNode.set(declaration, own);
  const aliases = (aliasesOf(source).get(declaration) ?? []).filter(({ got }) => got !== true || isMap);
  const through = aliases.flatMap((one) => mutationsThrough(source, one, own));
  const passed = own.filter(({ kind }) => kind === 'lend').slice(0, MOST_FOLLOWED);
  const elements = elementLoansOf(source, name, declaration).slice(0, MOST_FOLLOWED);
  const further = [
    ...through,
    ...passed.flatMap((one) => setByHelper(source, one)),
    ...elements.flatMap((one) => setByHelper(source, one).map((set) => ofElements(set, one.target))),
  ];
  const all = further.length === 0 ? own : [...own, ...further].sort((one, other) => one.target.pos - other.target.pos);
  mutationsOfNode.set(declaration, all);
  return all;
}

/** Calls of helpers, and members that each sets, beyond which none is followed. */
const MOST_FOLLOWED = 50;

/** The members that a function of the file sets on what it is given: as if its caller did, where it always sets them. */
function setByHelper(source: Source, { lent, target, statement }: Mutation): readonly Mutation[] {
  const helper = lent && functionOf(source, lent.callee);
  const parameter = lent && helper?.parameters[lent.index];
  if (lent === undefined || parameter === undefined || !ts.isIdentifier(parameter.name)) return [];
  const all = mutationsOf(source, parameter.name.text, parameter);
  const isOne = !all.some(({ kind }) => kind === 'assign');
  return all
    .filter(({ kind }) => kind === 'set')
    .slice(0, MOST_FOLLOWED)
    .map((one) => {
      const isSure = isOne && one.statement.parent === helper?.body && one.fills === undefined && one.inside === undefined;
      return { ...one, lent, target, ...(isSure ? { statement } : { values: [] }) };
    });
}

function ownMutations(source: Source, name: string, declaration: ts.Node): readonly Mutation[] {
  return ofDeclaration(source, collect(source).mutations.get(name), declaration);
}

/** The functions that take the variable's elements one by one: `for (const x of list) fill(x)`, `list.forEach(fill)`. */
export function elementLoansOf(source: Source, name: string, declaration: ts.Node): readonly Mutation[] {
  return ofDeclaration(source, collect(source).elementLoans.get(name), declaration);
}

function ofDeclaration(source: Source, named: Mutation[] | undefined, declaration: ts.Node): readonly Mutation[] {
  if (named === undefined) return [];
  const grouped = mutationsOfName.get(named) ?? byDeclaration(source, named, ({ target }) => target);
  mutationsOfName.set(named, grouped);
  return grouped.get(declaration) ?? [];
}

/** Changed names, by the declaration that they are an alias of. */
function aliasesOf(source: Source): ReadonlyMap<ts.Node, readonly Alias[]> {
  const known = aliasesOfFile.get(source.tree);
  if (known !== undefined) return known;
  const { mutations, aliases } = collect(source);
  const mayChange = new Set([...mutations.keys(), ...aliases.map(({ of }) => of.text)]);
  const changing = aliases.filter(({ name }) => mayChange.has(name.text));
  const found = byDeclaration(source, changing, ({ of }) => of);
  aliasesOfFile.set(source.tree, found);
  return found;
}

/** Changes through an alias; where the alias may refer to another value too, the change is unknown. */
function mutationsThrough(source: Source, alias: Alias, own: readonly Mutation[]): readonly Mutation[] {
  const { name, member, element, holder, copy, certain } = alias;
  const declaration = declarationOf(source, name);
  if (declaration === undefined) return [];
  const all = mutationsOf(source, name.text, declaration);
  if (holder) {
    const isChanged = all.some(({ kind, target }) => kind === 'elements' && target.pos > name.pos);
    return isChanged ? [{ kind: 'merge', target: name, values: [], statement: name }] : [];
  }
  if (copy) return all.filter(({ kind }) => kind === 'elements').map((one) => ({ ...one, target: name }));
  if (isLastUse(alias, declaration)) return [];
  const isSure = certain && [...own, ...all].every(({ kind }) => kind !== 'assign');
  return all.flatMap((one): readonly Mutation[] => {
    if (one.kind === 'assign' || (one.kind === 'lend' && (member !== undefined || element))) return [];
    if (element) return [{ ...ofElements(one, one.target), ...(one.unchecked && { unchecked: true }) }];
    if (member !== undefined)
      return [{ kind: 'set', target: one.target, member, values: [], statement: one.statement, inside: true }];
    return [isSure ? one : { ...one, values: [], statement: name }];
  });
}

function byDeclaration<Item>(
  source: Source,
  items: readonly Item[],
  nameOf: (item: Item) => ts.Identifier,
): Map<ts.Node, Item[]> {
  const grouped = new Map<ts.Node, Item[]>();
  for (const item of items) {
    const declaration = lookup(source, nameOf(item))?.nodes[0];
    if (declaration === undefined) continue;
    append(grouped, declaration, item);
  }
  return grouped;
}

function collect(source: Source): Collected {
  const known = collected.get(source.tree);
  if (known !== undefined) return known;
  const found = new Map<string, Mutation[]>();
  const elementLoans = new Map<string, Mutation[]>();
  const aliases: Alias[] = [];
  collected.set(source.tree, { mutations: found, elementLoans, aliases });
  const add = (given: Mutation): void => {
    const mutation = given.kind === 'index' ? named(source, given) : given;
    if (mutation.lent !== undefined && keeps(source, mutation.lent.callee)) return;
    append(found, mutation.target.text, mutation);
    const outer = mutation.kind === 'assign' ? undefined : listBehind(source, mutation.target);
    if (mutation.kind === 'lend') {
      if (outer !== undefined) append(elementLoans, outer.text, { ...mutation, target: outer });
      return;
    }
    const isTaken = mutation.unchecked === true || mutation.kind === 'merge' || mutation.kind === 'delete';
    if (outer !== undefined) add({ ...ofElements(mutation, outer), ...(isTaken && { unchecked: true }) });
  };
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    mutationAt(node, add);
    const each = lentEach(node);
    if (each !== undefined) {
      append(elementLoans, each.target.text, each);
      const fill = each.lent && functionOf(source, each.lent.callee)?.parameters[0]?.name;
      if (fill !== undefined && ts.isIdentifier(fill))
        aliases.push({ name: fill, of: each.target, element: true, certain: false });
    }
    aliases.push(...aliasesAt(node));
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { mutations: found, elementLoans, aliases };
}

/** A change to elements, as a change to the list. */
function ofElements({ kind, member, statement, deleted }: Mutation, target: ts.Identifier): Mutation {
  const isKnown = member !== undefined && (kind === 'set' || kind === 'delete' || kind === 'elements');
  const known = isKnown ? { member, ...((kind === 'delete' || deleted) && { deleted: true as const }) } : {};
  return { kind: 'elements', target, values: [], statement, ...known };
}

/** The list that a loop variable iterates over, where the list is a variable itself. */
function listBehind(source: Source, variable: ts.Identifier): ts.Identifier | undefined {
  const node = declarationOf(source, variable);
  if (node === undefined) return undefined;
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  const list = ts.isVariableDeclaration(owner) || ts.isParameter(owner) ? iterated(owner) : undefined;
  const root = list && rootOf(list);
  return root?.text === variable.text ? undefined : root;
}

function mutationAt(node: ts.Node, add: (mutation: Mutation) => void): void {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
    assignment(node.left, isFilling(node) || isPlain(node) ? [node.right] : [], node, add);
  } else if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator)) {
    assignment(node.operand, [], node, add);
  } else if (ts.isDeleteExpression(node)) {
    deletion(node, add);
  } else if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer)) {
    assignment(node.initializer, [], node, add);
  } else if (ts.isCallExpression(node)) callMutation(node, add);
}

const isPlain = (node: ts.BinaryExpression): boolean => node.operatorToken.kind === ts.SyntaxKind.EqualsToken;

const isStep = (operator: ts.SyntaxKind): boolean =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;

function assignment(
  left: ts.Expression,
  values: readonly ts.Expression[],
  node: ts.Node,
  add: (mutation: Mutation) => void,
): void {
  const target = unwrap(left);
  const statement = statementOf(node);
  if (ts.isIdentifier(target)) add({ kind: 'assign', target, values, statement });
  else if (ts.isObjectLiteralExpression(target) || ts.isArrayLiteralExpression(target)) {
    for (const one of patternTargets(target)) assignment(one, [], node, add);
  } else {
    const cast = isCast(target) ? { unchecked: true as const } : {};
    const element = elementPath(target);
    if (element !== undefined) add({ kind: 'elements', ...element, values: [], statement, ...cast });
    const path = element === undefined ? memberPath(target) : undefined;
    if (path === undefined) return;
    const { root, member, depth } = path;
    const unchecked = member === undefined && setsOwnKeys(node, root.text) ? { unchecked: true as const } : cast;
    if (depth === 1 && member !== undefined)
      add({ kind: 'set', target: root, member, values, statement, ...filling(node, statement, root.text, member), ...unchecked });
    else if (member !== undefined) add({ kind: 'set', target: root, member, values: [], statement, inside: true, ...unchecked });
    else
      add({ kind: 'index', target: root, values: depth === 1 ? values : [], statement, ...keyOf(target, depth), ...unchecked });
  }
}

/** `for (const key of Object.keys(row)) row[key] ??= '';`: any member that there is has another value then. */
const setsOwnKeys = (node: ts.Node, name: string): boolean =>
  ts.findAncestor(node, (one): boolean => {
    const isName = (of: ts.Expression | undefined): boolean => of !== undefined && ts.isIdentifier(of) && of.text === name;
    if (ts.isForInStatement(one)) return isName(one.expression);
    const isEach = ts.isCallExpression(one) && ts.isPropertyAccessExpression(one.expression);
    const list = ts.isForOfStatement(one)
      ? one.expression
      : isEach
        ? (one.expression as ts.PropertyAccessExpression).expression
        : one;
    if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return false;
    const { expression: of, name: method } = list.expression;
    return ts.isIdentifier(of) && of.text === 'Object' && ['keys', 'entries'].includes(method.text) && isName(list.arguments[0]);
  }) !== undefined;

const keyOf = (target: ts.Expression, depth: number): Pick<Mutation, 'key'> =>
  depth === 1 && ts.isElementAccessExpression(target) ? { key: target.argumentExpression } : {};

/** `x[KEY] = 1` of a constant text as `x.key = 1`. */
function named(source: Source, mutation: Mutation): Mutation {
  const { key, deleted } = mutation;
  const text = constantOf(source, key);
  if (text === undefined || !ts.isStringLiteralLike(text)) return mutation;
  const { unchecked: _, ...rest } = mutation;
  return { ...rest, kind: deleted ? 'delete' : 'set', member: text.text };
}

function deletion(node: ts.DeleteExpression, add: (mutation: Mutation) => void): void {
  const target = unwrap(node.expression);
  const statement = statementOf(node);
  const element = elementPath(target);
  if (element !== undefined) add({ kind: 'elements', ...element, values: [], statement, deleted: true });
  const path = element === undefined ? memberPath(target) : undefined;
  if (path === undefined) return;
  const { root, member, depth } = path;
  if (member === undefined)
    add({ kind: 'index', target: root, values: [], statement, ...keyOf(target, depth), deleted: true, unchecked: true });
  else {
    const kind = depth === 1 ? 'delete' : 'set';
    add({ kind, target: root, member, values: [], statement, ...(isCast(target) && { unchecked: true }) });
  }
}

function callMutation(node: ts.CallExpression, add: (mutation: Mutation) => void): void {
  const callee = unwrap(node.expression);
  const statement = statementOf(node);
  if (ts.isPropertyAccessExpression(callee)) {
    const owner = unwrap(callee.expression);
    const method = callee.name.text;
    if (ts.isIdentifier(owner) && ADDING.has(method)) {
      add({ kind: 'add', target: owner, values: method === 'push' || method === 'unshift' ? node.arguments : [], statement });
      return;
    }
    if (ts.isIdentifier(owner) && OBJECTION_CHANGES.test(method))
      add({ kind: 'merge', target: owner, values: [], statement, unchecked: true });
    if (LOADING.has(method) && ts.isIdentifier(owner) && isStatement(node)) {
      add({ kind: 'load', target: owner, member: method, values: node.arguments, statement });
      return;
    }
    const path = ADDING.has(method) ? memberPath(owner) : undefined;
    if (path?.member !== undefined) add({ kind: 'set', target: path.root, member: path.member, values: [], statement });
    const [first, ...rest] = node.arguments;
    if (first !== undefined && ts.isIdentifier(first) && method === 'insertOne')
      add({ kind: 'store', target: first, values: [], statement });
    if (first !== undefined && ts.isIdentifier(first) && method === 'insertMany')
      add({ kind: 'elements', target: first, values: [], statement, member: '_id', deleted: true });
    const taken = first === undefined || rest.length === 0 ? undefined : rootOf(first);
    const isObjects = ts.isIdentifier(owner) && /^(?:Object|Reflect)$/.test(owner.text);
    if (
      isObjects &&
      taken !== undefined &&
      first !== undefined &&
      (TAKING.has(method) || (method === 'assign' && !ts.isIdentifier(first)))
    ) {
      add({ kind: 'merge', target: taken, values: [], statement, unchecked: true });
      return;
    }
    // `schema.extend(other)` does not change `other`
    if (MERGING.has(method) && first !== undefined && rest.length > 0 && ts.isIdentifier(first)) {
      add({ kind: 'merge', target: first, values: method === 'assign' ? rest : [], statement });
      return;
    }
  }
  lending(node, callee, statement, add);
}

/** `fill(x)` as a separate statement: its purpose is to change x. */
function lending(node: ts.CallExpression, callee: ts.Expression, statement: ts.Node, add: (mutation: Mutation) => void): void {
  if (ts.isPropertyAccessExpression(callee) && REGISTERS.test(callee.name.text)) return;
  if (!isStatement(node) && !isBodyOfEach(node)) return;
  const root = rootOf(callee);
  if (root !== undefined && READERS.test(root.text)) return;
  for (const [index, argument] of node.arguments.entries()) {
    const lent = { callee, index };
    const target = isElement(argument) ? rootOf(argument) : unwrap(argument);
    if (target !== undefined && ts.isIdentifier(target)) add({ kind: 'lend', target, values: [], statement, lent });
  }
}

/** `list.forEach(fill)`. */
function lentEach(node: ts.Node): Mutation | undefined {
  const each = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  if (!ts.isCallExpression(node) || each === undefined || !ts.isPropertyAccessExpression(each)) return undefined;
  const [callee] = node.arguments;
  const target = unwrap(each.expression);
  const isEach = each.name.text === 'forEach' && callee !== undefined && ts.isIdentifier(callee) && ts.isIdentifier(target);
  return isEach ? { kind: 'lend', target, values: [], statement: statementOf(node), lent: { callee, index: 0 } } : undefined;
}

/** `fill(x)` of `list.forEach((x) => fill(x))`. */
function isBodyOfEach({ parent }: ts.CallExpression): boolean {
  const each = ts.isArrowFunction(parent) && ts.isCallExpression(parent.parent) ? parent.parent.expression : undefined;
  return each !== undefined && ts.isPropertyAccessExpression(each) && each.name.text === 'forEach';
}

/** A call, awaited or not, whose result is not used. */
function isStatement(node: ts.CallExpression): boolean {
  const awaited = ts.isAwaitExpression(node.parent) ? node.parent : node;
  return ts.isExpressionStatement(awaited.parent);
}

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (at.parent !== undefined && !ts.isStatement(at) && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}
