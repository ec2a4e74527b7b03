import { ts } from 'ts-morph';
import { append } from '../../../../../model/multi-map.js';
import { functionOf } from '../../names/in-file.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { calledName, isHarmlessName } from '../harmless-callees.js';
import { isLoose } from '../loose-types.js';
import { type Mutation, mutationsOf, READERS } from './mutations.js';

const FILLING: ReadonlySet<Mutation['kind']> = new Set(['set', 'index', 'merge', 'assign', 'load']);

interface Given {
  readonly name: ts.Identifier;
  readonly call: ts.CallExpression;
  readonly index: number;
}
const givenOf = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Given[]>>();

/**
 * An object that begins as `{}` and is filled only by functions that take it, none of which declares the result. Whatever type
 * the variable declares, the compiler only checked `{}` against it.
 */
export function isFilledElsewhere(source: Source, node: ts.VariableDeclaration): boolean {
  if (!ts.isIdentifier(node.name) || node.initializer === undefined) return false;
  const start = unwrap(node.initializer);
  if (!ts.isObjectLiteralExpression(start) || start.properties.length > 0) return false;
  if (mutationsOf(source, node.name.text, node).some(({ kind, lent }) => lent === undefined && FILLING.has(kind))) return false;
  const given = (givenIn(source).get(node.name.text) ?? []).filter(({ name }) => declarationOf(source, name) === node);
  return given.length > 0 && given.every((one) => !isTyped(source, one));
}

function isTyped(source: Source, { call, index }: Given): boolean {
  const type = functionOf(source, call.expression)?.parameters[index]?.type;
  return type !== undefined && !isLoose(type);
}

/** The calls that take a variable, by its name; calls that only read their arguments are ignored. */
function givenIn(source: Source): ReadonlyMap<string, readonly Given[]> {
  const known = givenOf.get(source.tree);
  if (known !== undefined) return known;
  const found = new Map<string, Given[]>();
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isCallExpression(node) && !isReader(node.expression)) {
      for (const [index, argument] of node.arguments.entries())
        if (ts.isIdentifier(argument)) {
          append(found, argument.text, { name: argument, call: node, index });
        }
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  givenOf.set(source.tree, found);
  return found;
}

function isReader(given: ts.Expression): boolean {
  if (isHarmlessName(calledName(given))) return true;
  let at = unwrap(given);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at))
    at = unwrap(at.expression);
  return ts.isIdentifier(at) && (READERS.test(at.text) || /^(?:Object|JSON|Array)$/.test(at.text));
}
