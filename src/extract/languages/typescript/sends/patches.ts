import { ts } from 'ts-morph';
import type { ResponseTransform } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { PATCHES, REROUTES } from './patch-signals.js';
import { type Assigned, accessed, isAccess, isReplaced, membersSet } from './replacements.js';

/**
 * Places where a file changes all bodies of the service: `Date.prototype.toJSON = …`, a method of all responses
 * (`express.response.json = …`), a replacer of Express.
 */
export function patchesOf(source: Source): readonly ResponseTransform[] {
  if (!PATCHES.test(source.text) && !REROUTES.test(source.text)) return [];
  const patched = membersSet(source, source.tree).flatMap((one): readonly ResponseTransform[] =>
    isPatch(source, one) ? [wrap(source, one.place)] : isReroute(one) ? [{ ...wrap(source, one.place), through: REROUTED }] : [],
  );
  return [...patched, ...callsOf(source.tree).flatMap((call) => (ts.isCallExpression(call) ? replacerOf(source, call) : []))];
}

const SOURCES = new Set(['src', 'lib', 'source']);

/** The transform applies to all code of the language, in the folder that contains the file's sources. */
function wrap(source: Source, place: ts.Node): ResponseTransform {
  const folders = source.path.split('/').slice(0, -1);
  const sources = folders.findIndex((name) => SOURCES.has(name));
  const scope = (sources === -1 ? folders : folders.slice(0, sources)).join('/');
  const through = { kind: 'unknown', why: 'the service changes how all of its JSON is made or sent' } as const;
  return { kind: 'wrap', by: 'typescript', scope, through, past: true, at: atOf(source, place) };
}

const REROUTED = { kind: 'unknown', why: 'a middleware writes the address of requests anew' } as const;

/** `app.use((req, res, next) => { req.url = …; next(); })`: unconditional for every request, so that routes match other paths. */
function isReroute({ name, owner, place }: Assigned): boolean {
  const statement = place.parent.parent;
  if (name !== 'url' || !ts.isExpressionStatement(statement) || !ts.isBlock(statement.parent)) return false;
  const handler = statement.parent.parent;
  const [request] = isFunctionNode(handler) ? handler.parameters : [];
  const call = handler.parent;
  if (request === undefined || request.name.getText() !== unwrap(owner).getText() || !ts.isCallExpression(call)) return false;
  return ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'use' && call.arguments[0] === handler;
}

/** Types without a JSON form of their own: no contract contains them. */
const UNSENT = /^(?:BigInt|RegExp)$/;

function isPatch(source: Source, one: Assigned): boolean {
  const owner = unwrap(one.owner);
  if (one.name === 'stringify') return ts.isIdentifier(owner) && owner.text === 'JSON' && lookup(source, owner) === undefined;
  if (!isAccess(owner)) return false;
  const of = unwrap(owner.expression);
  if (accessed(owner) === 'prototype') {
    const name = (isAccess(of) ? accessed(of) : of.getText(source.tree)) ?? '';
    return one.name === 'toJSON'
      ? isOfOthers(source, of, one.right) && !UNSENT.test(name)
      : name === 'ServerResponse' && isSent(source, one);
  }
  if (accessed(owner) !== 'response' || !ts.isIdentifier(of)) return false;
  return (lookup(source, of)?.kind !== 'parameter' || of.text === 'app') && isSent(source, one);
}

/**
 * Excludes a class with a function, a function that creates objects, and a model of the file: their own facts describe what they
 * send.
 */
function isOfOthers(source: Source, of: ts.Expression, given: ts.Expression | undefined): boolean {
  let root = of;
  while (isAccess(root)) root = unwrap(root.expression);
  if (!ts.isIdentifier(root)) return true;
  const binding = lookup(source, root);
  if (binding === undefined || binding.kind === 'import') return true;
  if (binding.nodes.some(ts.isClassLike)) return given === undefined || !isFunctionNode(unwrap(given));
  return originOf(source, root) !== undefined;
}

function isSent(source: Source, one: Assigned): boolean {
  const text = unwrap(one.owner).getText(source.tree);
  return isReplaced(source, one, (node) => unwrap(node).getText(source.tree) === text);
}

/** `app.set('json replacer', …)`: https://expressjs.com/en/api.html#app.settings.table */
function replacerOf(source: Source, call: ts.CallExpression): readonly ResponseTransform[] {
  const [name, given] = call.arguments;
  if (name === undefined || given === undefined || !ts.isStringLiteralLike(name) || name.text !== 'json replacer') return [];
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'set') return [];
  const node = unwrap(given);
  if (node.kind === ts.SyntaxKind.NullKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return [];
  const replacer = functionOf(source, node);
  if (replacer !== undefined) return keepsValues(source, replacer) ? [] : [wrap(source, call)];
  return [{ ...wrap(source, call), unless: readValue(source, node) }];
}

/** A replacer that returns every value unchanged, except values without a JSON form. */
function keepsValues(source: Source, replacer: FunctionNode): boolean {
  const [, value] = replacer.parameters;
  if (value === undefined || replacer.parameters.length !== 2) return false;
  const isValue = (node: ts.Expression): boolean => ts.isIdentifier(node) && declarationOf(source, node) === value;
  const isOfBigint = (node: ts.Expression): boolean => {
    const at = unwrap(node);
    if (!ts.isBinaryExpression(at) || at.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken) return false;
    const left = unwrap(at.left);
    return ts.isTypeOfExpression(left) && isValue(left.expression) && /^["']bigint["']$/.test(at.right.getText(source.tree));
  };
  const all = returnsOf(replacer).map(unwrap);
  const retained = (node: ts.Expression): boolean =>
    isValue(node) || (ts.isConditionalExpression(node) && isOfBigint(node.condition) && isValue(unwrap(node.whenFalse)));
  return all.length > 0 && all.every((one) => retained(one) || isIn(one, isOfBigint));
}

/** Recognises such a function by its form alone; files that pass it on query this fact. */
export function isKeepingReplacer(source: Source, node: FunctionNode): boolean {
  const [key] = node.parameters;
  return key !== undefined && ts.isIdentifier(key.name) && /^_?k(?:ey)?$|^_$/.test(key.name.text) && keepsValues(source, node);
}

/** Whether a node is inside an `if` with such a condition. */
function isIn(node: ts.Node, isMet: (condition: ts.Expression) => boolean): boolean {
  for (let at = node; at.parent !== undefined && !isFunctionNode(at); at = at.parent)
    if (ts.isIfStatement(at.parent) && at === at.parent.thenStatement && isMet(at.parent.expression)) return true;
  return false;
}
