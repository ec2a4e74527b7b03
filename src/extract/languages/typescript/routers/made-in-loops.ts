import { ts } from 'ts-morph';
import type { Expression, UnknownExpression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { isFunctionNode } from '../names/names.js';
import { iterated } from '../values/loops.js';
import type { RouterFile } from './framework.js';

const EACH: UnknownExpression = { kind: 'unknown', why: 'its router is made anew for each element of a loop' };

/**
 * What is registered on a router that the same loop makes, by the loop's element: `for (const one of all) { const sub = new Hono();
 * sub.route('/', one.routes); app.route(one.path, sub) }`. There is one router for each element, and facts have one for all of them:
 * which element's routes are below which element's prefix is not known.
 */
export function ofEachElement(file: RouterFile, call: ts.CallExpression, facts: readonly Fact[]): readonly Fact[] {
  return facts.map((fact): Fact => {
    if (fact.kind === 'mount' && isOfElement(file, call, fact.parent)) return { ...fact, child: EACH };
    return fact.kind === 'route' && isOfElement(file, call, fact.router) ? { ...fact, path: EACH } : fact;
  });
}

function isOfElement({ source, made }: RouterFile, call: ts.CallExpression, router: Expression | undefined): boolean {
  const at = router?.kind === 'name' ? made.get(router.name)?.fact.at : undefined;
  if (at === undefined) return false;
  const position = source.tree.getPositionOfLineAndCharacter(at.line - 1, (at.column ?? 1) - 1);
  for (let around: ts.Node = call.parent; !ts.isSourceFile(around); around = around.parent) {
    if (position < around.getStart(source.tree) || position >= around.end) continue;
    if (elementsOf(around).some((name) => call.arguments.some((one) => mentions(one, name)))) return true;
  }
  return false;
}

/** The names of a loop's element. */
function elementsOf(node: ts.Node): readonly string[] {
  if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && ts.isVariableDeclarationList(node.initializer))
    return node.initializer.declarations.flatMap(({ name }) => namesIn(name));
  const [first] = isFunctionNode(node) ? node.parameters : [];
  return first !== undefined && iterated(first) !== undefined ? namesIn(first.name) : [];
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (child) => mentions(child, name) || undefined) === true;
}
