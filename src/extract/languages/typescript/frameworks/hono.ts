import { ts } from 'ts-morph';
import type { Fact } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { claim } from '../claims.js';
import { rewritingWraps } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { appStart, BY, findApps, type Hono, receiverOf } from './hono-apps.js';
import { fetchedApp, handedOn, mountOf, serve, servedBy } from './hono-mounts.js';
import { readCreatedRoutes } from './hono-openapi.js';
import { honoProfile } from './hono-profile.js';
import { readHandlerLists, routesOf } from './hono-routes.js';

/** Routes, apps and mounts of Hono, also with zod-openapi. */
export const hono: Extractor<Source> = { ...honoProfile, extract };

function extract(source: Source): Extraction {
  const { calls, fetches } = nodesOf(source.tree);
  const reading: Hono = { source, calls, facts: [], made: new Map(), isNamed: isNamed(source) };
  readHandlerLists(reading);
  readCreatedRoutes(reading);
  findApps(reading);
  for (const call of calls) readCall(reading, call);
  for (const node of fetches) {
    const app = fetchedApp(node);
    if (app !== undefined) serve(reading, app);
  }
  readDefault(reading);
  return { facts: reading.facts, gaps: [] };
}

const NAMED = /["'](?:npm:|jsr:)?@?hono(?:[/@][^"'\n]*)?["']|["'](?:npm:)?@hono\/|deno\.land\/x\/hono|\bhono-openapi\b/;
const isNamed = (source: Source): boolean => NAMED.test(source.text);

function readCall(reading: Hono, call: ts.CallExpression | ts.NewExpression): void {
  const served = servedBy(reading, call);
  if (served !== undefined) serve(reading, served);
  const found: Fact[] = [];
  if (ts.isCallExpression(call)) {
    found.push(...routesOf(reading, call));
    const mount = found.length === 0 ? mountOf(reading, call) : undefined;
    if (mount !== undefined) found.push(mount);
    if (found.length === 0) found.push(...usedBy(reading, call));
  }
  if (found.length === 0) found.push(...handedOn(reading, call));
  reading.facts.push(...found);
  if (found.length > 0 || isOwnCall(reading, call)) claim(call);
}

/** `app.use(path?, …)`. */
function usedBy(reading: Hono, call: ts.CallExpression): readonly Fact[] {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'use') return [];
  const router = receiverOf(reading, appStart(callee.expression), false);
  const [first] = call.arguments;
  const path = first !== undefined && ts.isStringLiteralLike(first) ? first : undefined;
  const given = path === undefined ? call.arguments : call.arguments.slice(1);
  const below = path && { path: readValue(reading.source, path) };
  return router === undefined ? [] : rewritingWraps(reading.source, call, { by: BY, router, given, ...below });
}

/** Whatever else is called on an app of the file is Hono's too: `use`, `get` with one argument. */
function isOwnCall(reading: Hono, call: ts.CallExpression | ts.NewExpression): boolean {
  const callee = unwrap(call.expression);
  return ts.isPropertyAccessExpression(callee) && receiverOf(reading, appStart(callee.expression), false) !== undefined;
}

/** All calls of a file, inner ones before those around them, and everything called `fetch` of something. */
function nodesOf(tree: ts.SourceFile): {
  readonly calls: readonly (ts.CallExpression | ts.NewExpression)[];
  readonly fetches: readonly ts.Node[];
} {
  const calls: (ts.CallExpression | ts.NewExpression)[] = [];
  const fetches: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    ts.forEachChild(node, visit);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) calls.push(node);
    else if (ts.isPropertyAccessExpression(node) && node.name.text === 'fetch') fetches.push(node);
  };
  visit(tree);
  return { calls, fetches };
}

const ENTRY = /(?:^|\/)(?:index|app|main|server|worker|_worker|entry(?:[.-]\w+)?|api|hono|\[\[?\.\.\.\w+\]?\])\.[cm]?[jt]sx?$/;
/** Where parts of an app are kept, each in a file of its own. */
const PARTS = /(?:^|\/)(?:routes?|routers?|controllers?|modules?|handlers?|features?|endpoints?|resources?)\//;

/** `export default app` of an entry is served by the platform (https://hono.dev/docs/getting-started/basic); mounted, it is a part. */
function readDefault(reading: Hono): void {
  const { source, facts, made } = reading;
  if (!ENTRY.test(source.path) || PARTS.test(source.path)) return;
  for (const statement of source.tree.statements) {
    if (!ts.isExportAssignment(statement)) continue;
    for (const app of exportedApps(statement.expression)) {
      const router = receiverOf(reading, app, true);
      const place = router?.kind === 'name' ? made.get(router.name) : undefined;
      const fact = place === undefined ? undefined : facts[place];
      if (fact?.kind === 'router' && place !== undefined) facts[place] = { ...fact, root: true };
      else if (reading.isNamed) serve(reading, app);
    }
  }
}

/** `app`; `app` in `withSentry(…, app)`. */
function exportedApps(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(node);
  if (!ts.isCallExpression(at)) return [at];
  return [at, ...at.arguments.filter((one) => ts.isIdentifier(one))];
}
