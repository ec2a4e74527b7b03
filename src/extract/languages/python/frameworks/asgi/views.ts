import type { Expression } from '../../../../../facts/expression.js';
import { recordClassRouter } from '../../routing/class-routers.js';
import { bracedPath } from '../../routing/paths.js';
import { type ClassDefinition, originOf, type Scope } from '../../scope.js';
import { argument, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { sentBy } from './responses.js';
import { pathOf, type Reading, type Registered, VERB } from './routes.js';

const BY = frameworkProfiles.asgi.id;
const BASE = /^(?:aiohttp\.web(?:_\w+)?\.View|sanic(?:\.\w+)*\.HTTPMethodView|starlette\.endpoints\.HTTPEndpoint)$/;

/**
 * A class with methods named after HTTP methods: `web.View` (aiohttp), `HTTPMethodView` (Sanic), `HTTPEndpoint` (Starlette).
 * Code that registers the class mounts it.
 */
export function readView(reading: Reading, definition: ClassDefinition): void {
  const { source, facts } = reading;
  const bases = definition.arguments.flatMap(({ name, value }) => (name === undefined ? [value] : []));
  const isOwn = bases.some((base) => BASE.test(originOf(definition.outside, base) ?? ''));
  // a base of the service with such a name
  if (!isOwn && !bases.some((base) => /(?:View|Endpoint)$/.test(lastName(base) ?? ''))) return;
  if (bases.some((base) => /^(?:django|rest_framework|flask)\b/.test(originOf(definition.outside, base) ?? ''))) return;
  const methods = definition.methods.filter(({ name }) => VERB.test(name));
  const self = recordClassRouter({ source, facts, by: BY }, definition, methods, (method) => sentBy(source, method));
  const except = methods.map(({ name }) => name);
  for (const base of bases) {
    if (BASE.test(originOf(definition.outside, base) ?? '')) continue;
    const child = readValue(source, definition.outside, base);
    facts.push({ kind: 'mount', by: BY, parent: self, child, except, certainty: 'router', at: source.at(definition.start) });
  }
  decorated(reading, definition, self);
}

/** `@routes.view('/users')` of aiohttp. */
function decorated({ source, facts }: Reading, { decorators, outside }: ClassDefinition, self: Expression): void {
  for (const decorator of decorators) {
    if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute' || decorator.of.name !== 'view') continue;
    const path = argument(decorator, 0, 'path');
    if (path === undefined) continue;
    facts.push({
      kind: 'mount',
      by: BY,
      parent: readValue(source, outside, decorator.of.of),
      child: self,
      prefix: bracedPath(readValue(source, outside, path)),
      certainty: 'router',
      placed: true,
      at: source.at(decorator.start),
    });
  }
}

/** The handler class in a registration: `Users`, `Users.as_view()`; undefined: no class. */
function viewOf(node: Node | undefined): Node | undefined {
  if (node?.kind === 'call') return node.of.kind === 'attribute' && node.of.name === 'as_view' ? node.of.of : undefined;
  return /^[A-Z]/.test(lastName(node) ?? '') ? node : undefined;
}

/** Mounts a registered class. Returns false for other handlers. */
export function mountView({ source, facts }: Reading, scope: Scope, one: Registered): boolean {
  const { call, router, handler, method, methods } = one;
  const view = viewOf(handler);
  if (view === undefined || method !== undefined || methods !== undefined || keyword(call, 'methods') !== undefined) return false;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: router,
    child: readValue(source, scope, view),
    prefix: pathOf(source, scope, one),
    certainty: 'router',
    placed: true,
    at: source.at(call.start),
  });
  return true;
}
