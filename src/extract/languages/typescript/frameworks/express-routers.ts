import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Router } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { heldName } from '../names/held-names.js';
import { assigned } from '../names/names.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import { booleanOf, flagOf } from '../values/flags.js';
import { know } from '../values/known.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { verbMethods } from '../verb-methods.js';

/** Id of the extractor. */
export const BY = 'typescript/express';

/** Methods that register a handler for one HTTP method (https://expressjs.com/en/api.html#app.METHOD). */
export const VERBS = verbMethods({ del: 'DELETE', trace: 'TRACE' });
/** Methods that give the app or router itself back. */
const FLUENT = new Set([...VERBS.keys(), 'use', 'param', 'set', 'enable', 'disable', 'engine', 'on', 'once']);

/** Packages whose default or `Router` makes a router that behaves as Express' own. */
const ROUTER_PACKAGES = new Set(['express-promise-router', 'router', '@awaitjs/express', 'express-async-router']);

/** Whether a call makes an app (the service itself) or a router. */
export function creationOf(source: Source, node: ts.CallExpression | ts.NewExpression): 'app' | 'router' | undefined {
  const origin = originOf(source, node.expression);
  if (origin === undefined) return undefined;
  if (origin.specifier === 'express') {
    if (origin.name === 'Router') return 'router';
    return (origin.name === '*' || origin.name === 'default') && ts.isCallExpression(node) ? 'app' : undefined;
  }
  if (!ROUTER_PACKAGES.has(origin.specifier)) return undefined;
  return /^(?:\*|default|Router|AsyncRouter)$/.test(origin.name) ? 'router' : undefined;
}

/** All routers that a file makes: their facts, and what their expressions stand for. */
export function findRouters(source: Source, calls: readonly (ts.CallExpression | ts.NewExpression)[]): readonly Router[] {
  const routers = new Map<string, Router>();
  for (const call of calls) {
    const made = creationOf(source, call);
    if (made === undefined) continue;
    const links = chainOf(call);
    const whole = links.at(-1) ?? call;
    const name = heldName(source, whole);
    const value: Expression = { kind: 'name', name, space: 'value' };
    for (const link of links) know(link, value);
    // https://expressjs.com/en/api.html#express.router
    const isExact = flagOf(source, call.arguments?.[0], 'caseSensitive') === true;
    const matching = isExact ? EXACT : {};
    const own = seesAbove(source, call.arguments?.[0]) ? {} : { ownParameters: true };
    if (!routers.has(name))
      routers.set(name, { kind: 'router', by: BY, name, root: made === 'app', ...matching, ...own, at: atOf(source, call) });
  }
  for (const call of calls) {
    const name = exactApp(source, call);
    const router = name === undefined ? undefined : routers.get(name);
    if (router !== undefined) routers.set(router.name, { ...router, ...EXACT });
  }
  return [...routers.values()];
}

/** Whether handlers may see the parameters of what the router is mounted below: options that are not read may say so. */
function seesAbove(source: Source, options: ts.Expression | undefined): boolean {
  if (options === undefined) return false;
  if (!ts.isObjectLiteralExpression(options) || options.properties.some(ts.isSpreadAssignment)) return true;
  return assigned(options, 'mergeParams') !== undefined && flagOf(source, options, 'mergeParams') !== false;
}

const EXACT = { matching: { anyCase: false, firstMatch: true } } as const;

/** The app of `app.enable('case sensitive routing')`: https://expressjs.com/en/api.html#app.settings.table */
function exactApp(source: Source, call: ts.CallExpression | ts.NewExpression): string | undefined {
  const callee = unwrap(call.expression);
  const [setting, value] = call.arguments ?? [];
  if (!ts.isPropertyAccessExpression(callee) || setting === undefined || !ts.isStringLiteralLike(setting)) return undefined;
  if (setting.text !== 'case sensitive routing') return undefined;
  const isSet = callee.name.text === 'enable' || (callee.name.text === 'set' && value !== undefined && booleanOf(value) === true);
  const app = isSet ? readValue(source, chainStart(callee.expression)) : undefined;
  return app?.kind === 'name' ? app.name : undefined;
}

/** `Router().get(…).use(…)`: the call that makes it and all that give it back. */
function chainOf(made: ts.Expression): readonly ts.Expression[] {
  const links = [made];
  let at = made;
  for (;;) {
    const access = at.parent;
    if (!ts.isPropertyAccessExpression(access) || access.expression !== at || !FLUENT.has(access.name.text)) return links;
    const call = access.parent;
    if (!ts.isCallExpression(call) || call.expression !== access || isSetting(access.name.text, call)) return links;
    links.push(call);
    at = call;
  }
}

/** `app.get('name')` reads a setting. */
function isSetting(method: string, call: ts.CallExpression): boolean {
  return method === 'get' && call.arguments.length === 1;
}

/** The expression that a chain of fluent calls starts with: `router` of `router.get(…).post`. */
export function chainStart(node: ts.Expression): ts.Expression {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    if (!ts.isPropertyAccessExpression(callee) || !FLUENT.has(callee.name.text) || isSetting(callee.name.text, at)) return at;
    at = unwrap(callee.expression);
  }
  return at;
}
