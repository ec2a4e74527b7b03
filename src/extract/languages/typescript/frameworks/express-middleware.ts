import { ts } from 'ts-morph';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { MIDDLEWARE } from '../values/harmless-callees.js';
import { unwrap } from '../values/mutations.js';
import { creationOf } from './express-routers.js';

/** Something of a package for middleware: `cors()`, `express.json()`, `const limiter = rateLimit(…)`. */
export function isMiddleware(source: Source, node: ts.Expression, hops = 0): boolean {
  const at = unwrap(node);
  if (hops > 4) return false;
  if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && creationOf(source, at) !== undefined) return false;
  const callee = ts.isCallExpression(at) || ts.isNewExpression(at) ? at.expression : at;
  if (MIDDLEWARE.test(originOf(source, callee)?.specifier ?? '')) return true;
  if (ts.isPropertyAccessExpression(callee)) return isMiddleware(source, callee.expression, hops + 1);
  if (!ts.isIdentifier(callee)) return false;
  const declaration = lookup(source, callee)?.nodes[0];
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  return isMiddleware(source, declaration.initializer, hops + 1);
}
