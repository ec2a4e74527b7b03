import { ts } from 'ts-morph';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { creationOf } from './express-routers.js';

/** Packages that only add middleware; what they make answers no route of a contract. */
export const MIDDLEWARE =
  /^(?:express|cors|helmet|morgan|body-parser|compression|cookie-parser|cookie-session|express-session|csurf|multer|passport(?:-.*)?|serve-(?:static|favicon|index)|method-override|express-rate-limit|rate-limiter-flexible|express-slow-down|express-validator|celebrate|swagger-ui-express|swagger-jsdoc|express-winston|winston|pino-http|express-pino-logger|response-time|hpp|xss-clean|express-mongo-sanitize|express-jwt|jsonwebtoken|express-fileupload|express-basic-auth|connect-.*|errorhandler|express-async-errors|i18next.*|express-prom-bundle|prom-client|@sentry\/.*|express-openapi-validator|express-useragent|express-unless|express-request-id|rotating-file-stream|lusca|nocache|express-sslify|webpack-.*)$/;

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
