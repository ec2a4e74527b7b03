import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { originOf } from '../names/origins.js';
import { isHarmless } from '../values/harmless-callees.js';
import { memberOfArguments } from '../values/lending.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { BY, type Hono, isEvidentCall, receiverOf, VERBS } from './hono-apps.js';
import { honoPath } from './hono-paths.js';

/** What `app.route('/x', sub)` and `app.mount('/x', sub.fetch)` mount. */
export function mountOf(hono: Hono, call: ts.CallExpression): Mount | undefined {
  const { source } = hono;
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  const [path, child] = call.arguments;
  if ((name !== 'route' && name !== 'mount') || path === undefined || child === undefined) return undefined;
  const parent = receiverOf(hono, callee.expression, hono.isNamed || isEvidentCall(call));
  if (parent === undefined) return undefined;
  const each = loopsAround(source, callee.name);
  const given = unwrap(child);
  const isFetch = name === 'mount' && ts.isPropertyAccessExpression(given) && given.name.text === 'fetch';
  return {
    kind: 'mount',
    by: BY,
    parent,
    child: readValue(source, isFetch ? given.expression : given),
    prefix: honoPath(source, unwrap(path)),
    ...(each.length > 0 && { each }),
    certainty: 'router',
    at: atOf(source, callee.name),
  };
}

/** Packages whose functions hand nothing on: they are given an app to serve it, or to look at it. */
const FOREIGN = /^(?:hono|npm:|jsr:|node:|@hono\/|https?:)/;

/** An app that is handed to a function: what the function puts on its parameter hangs on the app. */
export function handedOn(hono: Hono, call: ts.CallExpression | ts.NewExpression): readonly Mount[] {
  const { source } = hono;
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && (VERBS.has(callee.name.text) || OWN.has(callee.name.text))) return [];
  if (FOREIGN.test(originOf(source, callee)?.specifier ?? '')) return [];
  const each = loopsAround(source, call);
  return memberOfArguments(call).flatMap(({ node, index, member }): Mount[] => {
    const parent = isBareApp(node) ? receiverOf(hono, node, hono.isNamed) : undefined;
    if (parent === undefined) return [];
    const of = readValue(source, callee);
    const callable: Expression = ts.isNewExpression(call) ? { kind: 'member', of, name: 'constructor' } : of;
    const parameter: Expression = { kind: 'parameter', callable: '', of: callable, index };
    const child: Expression = member === undefined ? parameter : { kind: 'member', of: parameter, name: member };
    return [
      {
        kind: 'mount',
        by: BY,
        parent,
        child,
        ...(each.length > 0 && { each }),
        certainty: isHarmless(source, callee) ? 'unlikely' : 'router',
        at: atOf(source, call),
      },
    ];
  });
}

const OWN = new Set(['use', 'route', 'mount', 'on', 'openapi', 'basePath', 'fetch', 'request', 'push', 'log']);

function isBareApp(node: ts.Expression): boolean {
  const at = unwrap(node);
  return ts.isIdentifier(at) || (ts.isPropertyAccessExpression(at) && at.expression.kind === ts.SyntaxKind.ThisKeyword);
}

/** What serves an app: `serve(app)`, `handle(app)`, `fire(app)`, and `app.fetch` wherever it goes but to `mount`. */
export function servedBy(hono: Hono, call: ts.CallExpression | ts.NewExpression): ts.Expression | undefined {
  const origin = originOf(hono.source, call.expression);
  const isServer =
    origin !== undefined &&
    /^(?:npm:|jsr:)?(?:@?hono\/|@hono\/node-server)/.test(origin.specifier) &&
    /^(?:serve|handle|fire|createAdaptorServer|lambdaRequestHandler)$/.test(origin.name.split('.').at(-1) ?? '');
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'fire' && call.arguments?.length === 0)
    return callee.expression;
  const [first] = call.arguments ?? [];
  return isServer ? first : undefined;
}

/** `app.fetch`, not as an argument of `mount`. */
export function fetchedApp(node: ts.Node): ts.Expression | undefined {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'fetch') return undefined;
  const around = node.parent;
  if (ts.isCallExpression(around) && around.expression !== node) {
    const callee = unwrap(around.expression);
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'mount') return undefined;
  }
  return node.expression;
}

/** Something that answers requests by itself. */
export function serve(hono: Hono, app: ts.Expression): void {
  const child = receiverOf(hono, app, true);
  if (child === undefined) return;
  hono.facts.push({ kind: 'mount', by: BY, child, certainty: 'unlikely', at: atOf(hono.source, app) });
}
