import { ts } from 'ts-morph';
import type { At, Expression } from '../../../../facts/expression.js';
import { DESCRIBED, type Fact } from '../../../../facts/fact.js';
import type { Argument } from '../../../engine/call.js';
import { describedBy, routeFact } from '../../../engine/routes.js';
import { atOf } from '../at.js';
import { place, valueNamed } from '../names/names.js';
import { objectValue } from '../values/literals.js';
import { loopsAround } from '../values/loops-around.js';
import { readValue } from '../values/values.js';
import type { RouterFile, RouterFramework } from './framework.js';
import { lowerArgument } from './lower.js';

/** Objects that describe a route, anywhere in the file: each is a router, which is mounted by the call that receives it. */
export function describedRoutes(file: RouterFile, framework: RouterFramework): readonly Fact[] {
  const found: Fact[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isObjectLiteralExpression(node)) found.push(...described(file, framework, node));
    ts.forEachChild(node, visit);
  };
  if (framework.table.described?.elsewhere === 'routers') visit(file.source.tree);
  return found;
}

function described({ source }: RouterFile, framework: RouterFramework, node: ts.ObjectLiteralExpression): readonly Fact[] {
  const { table, optionsOf } = framework;
  const object = lowerArgument(source, node);
  const hasOptions = table.described?.options?.some((name) => object.member(name) !== undefined) === true;
  const [registered] = hasOptions || object.member('handler') !== undefined ? describedBy(table, object) : [];
  if (registered === undefined) return [];
  const isSure = hasOptions || table.words?.test(source.text) === true;
  if (!(isSure || namesMethod(object.member('method')))) return [];
  const name = `route@${place(source.tree, node)}`;
  const router = valueNamed(name);
  const at = atOf(source, node);
  const call = { arguments: [], each: loopsAround(source, node), at };
  const route = { ...routeFact(table, call, router, registered), ...optionsOf?.(source, node) };
  source.bound.set(node, asRouter(objectValue(source, node, readValue), router, at));
  return [{ kind: 'router', by: table.id, name, root: false, loose: true, at }, route];
}

/** `'GET'`, `['GET', 'POST']`, `'*'` */
function namesMethod(method: Argument | undefined): boolean {
  const [first] = method?.items ?? [];
  return /^(?:GET|POST|PUT|PATCH|DELETE|OPTIONS|\*)$/.test(first?.text ?? '');
}

/** An object that acts as a router for a call that mounts it, and as a plain object elsewhere. */
export function asRouter(value: Expression, router: Expression, at: At): Expression {
  if (value.kind !== 'object') return value;
  return { ...value, members: [...value.members, { kind: 'property', name: DESCRIBED, value: router, hidden: true, at }] };
}
