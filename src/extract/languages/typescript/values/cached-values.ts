import { ts } from 'ts-morph';
import type { Expression, UnionExpression } from '../../../../facts/expression.js';
import { nullInDoubt } from '../../../../facts/null-in-doubt.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { mutationsOf } from './changes/mutations.js';
import { callsOf } from './fluent-chains.js';
import type { ValueReader } from './literals.js';
import { narrowed } from './narrowing.js';
import { isWhole } from './stringified.js';

/** Methods of Redis clients and caches that read a value, with the number of arguments that name it. */
const READS: ReadonlyMap<string, number> = new Map(
  Object.entries({ get: 1, getAsync: 1, getItem: 1, hget: 2, hGet: 2, hgetAsync: 2 }),
);
/** Those that write one, with the same number. */
const WRITES: ReadonlyMap<string, number> = new Map([
  ...['set', 'setAsync', 'setex', 'setEx', 'SETEX', 'setexAsync', 'psetex', 'pSetEx', 'setnx', 'setNX', 'put', 'setItem'].map(
    (name): [string, number] => [name, 1],
  ),
  ...['hset', 'hSet', 'hsetAsync', 'hsetnx'].map((name): [string, number] => [name, 2]),
]);
/** Those that ask whether there is one. */
const ASKS: ReadonlyMap<string, number> = new Map(Object.entries({ has: 1, exists: 1 }));
/** Longer keys are not compared. */
const MOST_CHARACTERS = 300;
/** Values under a key that is written at more places are not compared: each read would take them all. */
const MOST_WRITES = 20;

const NULL: Expression = nullInDoubt('whether the cache has it is not known');
const ABSENT: Expression = { kind: 'unknown', why: 'whether the cache has it is not known', nothing: true };

/** What a call writes under a key. */
interface Written {
  readonly value: ts.Expression;
  /** The JSON text of the value, the value as it is, or a text of some of its parts. */
  readonly form: 'text' | 'value' | 'parts';
}

/** `JSON.parse(text)` of a text that the file writes under the same key: `redis.set(key, JSON.stringify(books))`. */
export function parsedFromCache(source: Source, parse: ts.CallExpression, read: ValueReader): Expression | undefined {
  const [text, reviver] = parse.arguments;
  if (text === undefined || reviver !== undefined) return undefined;
  const name = orElse(unwrap(text));
  const written = writtenFor(source, initializerOf(source, name) ?? name);
  if (written.length === 0 || !written.every(({ form }) => form === 'text')) return undefined;
  const value = eitherOf(source, parse, written, [NULL], read);
  return ts.isIdentifier(name) && value.options.length > 0 ? narrowed(source, name, value) : value;
}

/** `cache.get(key)` of a cache in memory, as far as the file writes values under the same key. */
export function storedInCache(source: Source, get: ts.CallExpression, read: ValueReader): Expression | undefined {
  const callee = unwrap(get.expression);
  if (!ts.isPropertyAccessExpression(callee) || !READS.has(callee.name.text)) return undefined;
  if (!/cache/i.test(callee.expression.getText(source.tree).slice(-MOST_CHARACTERS))) return undefined;
  const written = writtenFor(source, get);
  if (written.length === 0 || !written.every(({ form }) => form === 'value')) return undefined;
  return eitherOf(source, get, written, isAskedFor(source, get) ? [] : [ABSENT], read);
}

/** Whether a call stands below `if (cache.has(key))`. */
function isAskedFor(source: Source, get: ts.CallExpression): boolean {
  for (let at: ts.Node = get; at.parent !== undefined && !isFunctionNode(at); at = at.parent) {
    const { parent } = at;
    const [condition, then] = ts.isIfStatement(parent)
      ? [parent.expression, parent.thenStatement]
      : ts.isConditionalExpression(parent)
        ? [parent.condition, parent.whenTrue]
        : [];
    const asked = condition && then === at ? called(condition) : undefined;
    if (asked !== undefined && keyOf(source, asked, ASKS) === keyOf(source, get, READS)) return true;
  }
  return false;
}

/** The call behind `await`. */
function called(node: ts.Expression): ts.CallExpression | undefined {
  let at = unwrap(node);
  while (ts.isAwaitExpression(at)) at = unwrap(at.expression);
  return ts.isCallExpression(at) ? at : undefined;
}

/** One of the written values, or none of them; a value that is made of the one that is read adds nothing. */
function eitherOf(
  source: Source,
  at: ts.Node,
  written: readonly Written[],
  none: readonly Expression[],
  read: ValueReader,
): UnionExpression {
  const variable = variableOf(source, at);
  const others = written.filter(({ value }) => {
    const name = unwrap(value);
    return variable === undefined || !ts.isIdentifier(name) || declarationOf(source, name) !== variable;
  });
  return { kind: 'union', options: [...others.map(({ value }) => read(source, value)), ...(others.length > 0 ? none : [])] };
}

/** The variable that is given a value. */
function variableOf(source: Source, value: ts.Node): ts.Node | undefined {
  let at = value;
  while (ts.isExpression(at.parent) && !ts.isBinaryExpression(at.parent) && !isFunctionNode(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isVariableDeclaration(parent)) return parent;
  if (!ts.isBinaryExpression(parent)) return undefined;
  if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return variableOf(source, parent);
  return declarationOf(source, parent.left);
}

/** `text` of `text ?? 'null'`. */
function orElse(node: ts.Expression): ts.Expression {
  const isElse = ts.isBinaryExpression(node) && /^(?:\?\?|\|\|)$/.test(node.operatorToken.getText());
  return isElse ? orElse(unwrap(node.left)) : node;
}

/** What the file writes where a call reads: by the same receiver, under the same key. */
function writtenFor(source: Source, node: ts.Expression): readonly Written[] {
  const call = called(node);
  const key = call && keyOf(source, call, READS);
  const written = key === undefined ? [] : (writesOf(source).get(key) ?? []);
  return written.length > MOST_WRITES ? [] : written;
}

const known = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Written[]>>();

function writesOf(source: Source): ReadonlyMap<string, readonly Written[]> {
  const before = known.get(source.tree);
  if (before !== undefined) return before;
  const found = new Map<string, Written[]>();
  for (const call of callsOf(source.tree)) {
    const key = ts.isCallExpression(call) ? keyOf(source, call, WRITES) : undefined;
    const written = key === undefined ? undefined : writtenBy(call);
    if (key === undefined || written === undefined) continue;
    const list = found.get(key) ?? [];
    list.push(written);
    found.set(key, list);
  }
  known.set(source.tree, found);
  return found;
}

function writtenBy(call: ts.CallExpression | ts.NewExpression): Written | undefined {
  const given = call.arguments ?? [];
  for (const one of given) {
    const at = unwrap(one);
    if (!ts.isCallExpression(at) || !/^JSON\.stringify$/.test(at.expression.getText())) continue;
    const [value, replacer] = at.arguments;
    return value && { value, form: isWhole(replacer) ? 'text' : 'parts' };
  }
  const [, value] = given;
  return value && { value, form: 'value' };
}

/** The receiver and the key of a call as one text, with the declarations that its names refer to. */
function keyOf(source: Source, call: ts.CallExpression, methods: ReadonlyMap<string, number>): string | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const count = methods.get(callee.name.text);
  const keys = call.arguments.slice(0, count);
  if (count === undefined || keys.length < count) return undefined;
  const parts = [callee.expression, ...keys];
  if (parts.some((one) => one.end - one.pos > MOST_CHARACTERS || isSetAnew(source, one))) return undefined;
  return parts.map((one) => `${one.getText(source.tree)}${declarationsIn(source, one)}`).join('|');
}

/** Whether it names a variable that code assigns again: `key = 'books'` before each use. */
function isSetAnew(source: Source, node: ts.Node): boolean {
  const declaration = declarationOf(source, node);
  if (ts.isIdentifier(node) && declaration !== undefined)
    return mutationsOf(source, node.text, declaration).some(({ kind }) => kind === 'assign');
  return ts.forEachChild(node, (child) => isSetAnew(source, child) || undefined) === true;
}

function declarationsIn(source: Source, node: ts.Node): string {
  if (ts.isIdentifier(node)) return `@${declarationOf(source, node)?.pos ?? ''}`;
  // `this.client` of each class is another one
  if (node.kind === ts.SyntaxKind.ThisKeyword) return `@${ts.findAncestor(node, ts.isClassLike)?.pos ?? ''}`;
  let all = '';
  ts.forEachChild(node, (child) => {
    all += declarationsIn(source, child);
  });
  return all;
}
