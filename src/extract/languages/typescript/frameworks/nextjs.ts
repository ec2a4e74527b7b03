import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Router } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { propertyOf } from '../decorators.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';
import { appRoutes } from './nextjs-app.js';
import { pageRoutes, type RouteParts } from './nextjs-pages.js';
import { appPath, pagePath } from './nextjs-paths.js';
import { kindOfFile, nextjsProfile } from './nextjs-profile.js';

const BY = 'typescript/nextjs';
const START = { line: 1, column: 1 };

/**
 * Next.js: the place of a file is its path. Each file with routes is a service of its own kind, unless a next.config in a folder above
 * it takes it below its `basePath`.
 */
export const nextjs: Extractor<Source> = { ...nextjsProfile, extract };

/** Name of the router that a file is. */
const FILE = '(file)';

function extract(source: Source): Extraction {
  const kind = kindOfFile(source.path);
  if (kind === undefined) return { facts: [], gaps: [] };
  if (kind === 'config') return { facts: readConfig(source), gaps: [] };
  const path = kind === 'app' ? appPath(source.path) : pagePath(source.path);
  if (path === undefined) return { facts: [], gaps: [] };
  const router: Router = { kind: 'router', by: BY, name: FILE, root: true, gathered: true, at: START };
  const parts: RouteParts = { source, by: BY, path, router: { kind: 'name', name: FILE, space: 'value' } };
  const facts = kind === 'page' ? pageRoutes(parts) : appRoutes(parts);
  return { facts: facts.length === 0 ? [] : [router, ...facts], gaps: [] };
}

/** Name of the router that a next.config is. */
const CONFIG = '(config)';

/** `basePath` stands before every path of the app (https://nextjs.org/docs/app/api-reference/config/next-config-js/basePath). */
function readConfig(source: Source): readonly Fact[] {
  const prefix = basePathIn(source);
  const slash = source.path.lastIndexOf('/');
  const within = slash < 0 ? '' : source.path.slice(0, slash);
  const router: Expression = { kind: 'name', name: CONFIG, space: 'value' };
  const at = prefix === undefined ? START : atOf(source, prefix);
  return [
    {
      kind: 'router',
      by: BY,
      name: CONFIG,
      root: true,
      ...(prefix && { prefix: readValue(source, prefix) }),
      at,
    },
    { kind: 'gather', by: BY, router, within, at },
  ];
}

/** The value of `basePath` in whatever object the file makes. */
function basePathIn(source: Source): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return;
    if (ts.isObjectLiteralExpression(node)) found = propertyOf(node, 'basePath');
    if (found === undefined && node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
