import { ts } from 'ts-morph';
import type { Fact, Mount } from '../../../../facts/fact.js';
import { mountFact } from '../../../engine/mounts.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { atOf } from '../at.js';
import { unwrap } from '../values/access-paths.js';
import { methodCall } from '../values/router-calls.js';
import type { RouterFile } from './framework.js';
import { FIT, receiverOf, spoken } from './receivers.js';

/** The apps that a file serves: those given, `app.fetch` anywhere but in `mount`, the default export of an entry. */
export function withServed(
  file: RouterFile,
  table: RouterTable,
  served: readonly ts.Expression[],
  facts: readonly Fact[],
): readonly Fact[] {
  const mounts = [...served, ...fetched(file.source.tree)].flatMap((app) => serve(file, table, app));
  return withDefault(file, table, [...facts, ...mounts]);
}

function fetched(tree: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    ts.forEachChild(node, visit);
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'fetch') return;
    const call = node.parent;
    const isMounted = ts.isCallExpression(call) && call.expression !== node && methodCall(call)?.name === 'mount';
    if (!isMounted) found.push(node.expression);
  };
  if (tree.text.includes('.fetch')) visit(tree);
  return found;
}

/** Mounts an app that is served directly. */
function serve(file: RouterFile, table: RouterTable, app: ts.Expression): readonly Mount[] {
  const child = receiverOf(file, table, app, table.handlers)?.value;
  return child === undefined
    ? []
    : [mountFact(table, { arguments: [], each: [], at: atOf(file.source, app) }, { child, certainty: 'unlikely' })];
}

const ENTRY = /(?:^|\/)(?:index|app|main|server|worker|_worker|entry(?:[.-]\w+)?|api|hono|\[\[?\.\.\.\w+\]?\])\.[cm]?[jt]sx?$/;
/** Folders for the parts of an app, each in its own file. */
const PARTS = /(?:^|\/)(?:routes?|routers?|controllers?|modules?|handlers?|features?|endpoints?|resources?)\//;

/**
 * The platform serves `export default app` of an entry (https://hono.dev/docs/getting-started/basic); a mounted app is a part.
 */
function withDefault(file: RouterFile, table: RouterTable, facts: readonly Fact[]): readonly Fact[] {
  const { source } = file;
  if (!ENTRY.test(source.path) || PARTS.test(source.path)) return facts;
  const all = [...facts];
  for (const statement of source.tree.statements) {
    for (const app of ts.isExportAssignment(statement) ? exportedApps(statement.expression) : []) {
      const router = receiverOf(file, table, app, table.handlers)?.value;
      const name = router?.kind === 'name' ? router.name : undefined;
      const index = all.findIndex((fact) => fact.kind === 'router' && fact.by === table.id && fact.name === name);
      const fact = all[index];
      // what serves a clone serves the router that it shares its routes with
      if (fact?.kind === 'router' && fact.clones === undefined) all[index] = { ...fact, root: true };
      else if (spoken(file, table) === FIT.imported) all.push(...serve(file, table, app));
    }
  }
  return all;
}

/** `{ ...app }`; `app`; `app` in `withSentry(…, app)`. */
function exportedApps(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(node);
  if (ts.isObjectLiteralExpression(at)) return at.properties.filter(ts.isSpreadAssignment).map((one) => one.expression);
  return ts.isCallExpression(at) ? [at, ...at.arguments.filter((one) => ts.isIdentifier(one))] : [at];
}
