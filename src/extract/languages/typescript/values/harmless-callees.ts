import { ts } from 'ts-morph';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';

/** Packages that only add middleware; it answers no route of a contract. */
export const MIDDLEWARE =
  /^(?:express|cors|helmet|morgan|body-parser|compression|cookie-parser|cookie-session|express-session|csurf|multer|passport(?:-.*)?|serve-(?:static|favicon|index)|method-override|express-rate-limit|rate-limiter-flexible|express-slow-down|express-validator|celebrate|swagger-ui-express|swagger-jsdoc|express-winston|winston|pino-http|express-pino-logger|response-time|hpp|xss-clean|express-mongo-sanitize|express-jwt|jsonwebtoken|express-fileupload|express-basic-auth|connect-.*|errorhandler|express-async-errors|i18next.*|express-prom-bundle|prom-client|@sentry\/.*|express-openapi-validator|express-useragent|express-unless|express-request-id|rotating-file-stream|lusca|nocache|express-sslify|webpack-.*)$/;

/** Packages that take an app to serve, watch or inspect it. */
const HARMLESS =
  /^(?:node:.*|https?|http2|spdy|util|events|assert|supertest.*|superagent|chai.*|socket\.io|ws|express-ws|koa-websocket|serverless-\w+|aws-(?:serverless|lambda)\S*|@vendia\/.*|@codegenie\/.*|@sentry\/.*|swagger-\S+|redoc\S*|http-(?:terminator|shutdown|graceful-shutdown)|@godaddy\/terminus|stoppable|lightship|express-(?:prom-bundle|list-endpoints|status-monitor|oas-generator)|prom-client|pino.*|morgan|winston.*|newrelic|dd-trace|elastic-apm-node|@opentelemetry\/.*|applicationinsights|firebase-\S+|@google-cloud\/.*|passport.*|mongoose|connect-.*|vite.*|webpack.*|next|nuxt|i18next.*|class-validator|light-my-request|listhen|h3|srvx|crossws|elysia|@elysiajs\/.*|itty-router|why-is-node-running|@?hono.*|@fastify\/.*|fastify.*|koa.*|@koa\/.*|@hapi\/.*|express|consolidate|nunjucks|hbs|ejs.*|express-handlebars|response-time|debug|lodash.*|apollo-server.*|@apollo\/.*|@nestjs\/.*|nestjs?-\S+|@scalar\/.*)$/;
const HARMLESS_NAMES =
  /^(?:createServer|createSecureServer|log|info|debug|warn|error|bind|then|catch|resolve|reject|next|done|cb|callback|push|set|add|on|once|emit|listen|serve|inject|request|expect|describe|it|test|String|Object|Boolean|Promise|all|freeze|assign|WeakMap|Map|Set|Proxy|require)$/;

/** Whether functions of this name, where they come from no package, register nothing on their arguments. */
export const isHarmlessName = (name: string): boolean => HARMLESS_NAMES.test(name);

/**
 * Whether a call reaches code that no reader follows: of a package that is not known to serve, watch or document its argument.
 */
export function isOfUnknownPackage(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, unwrap(callee))?.specifier;
  return specifier !== undefined && !isOwnModule(specifier) && !isHarmlessPackage(specifier);
}

/** Whether a specifier is a file of the service, as far as its text shows. */
export const isOwnModule = (specifier: string): boolean => /^(?:\.|[~#@]\/|src\/)/.test(specifier);

export const isHarmlessPackage = (specifier: string): boolean => HARMLESS.test(specifier) || MIDDLEWARE.test(specifier);

/** The name of the callee: `f` of `f()`, `a.f()` and `a.f()()`. */
export function calledName(node: ts.Expression): string {
  const at = unwrap(node);
  if (ts.isIdentifier(at)) return at.text;
  if (ts.isPropertyAccessExpression(at)) return at.name.text;
  return ts.isCallExpression(at) ? calledName(at.expression) : '';
}

/** `new SocketAdapter(app)` of the service: such a class usually inherits the constructor of a package that serves sockets. */
const isAdapter = (callee: ts.Expression): boolean =>
  ts.isNewExpression(callee.parent) && /(?:Adapter|Sockets?|SocketIO)$/.test(calledName(callee));

/** The callee registers no routes: it serves, watches or reads its argument, or belongs to the language. */
export function isHarmless(source: Source, given: ts.Expression): boolean {
  const callee = unwrap(given);
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined) return isHarmlessPackage(specifier) || (isOwnModule(specifier) && isAdapter(callee));
  if (isHarmlessName(calledName(callee))) return true;
  return ts.isIdentifier(callee) ? lookup(source, callee) === undefined : callee.kind === ts.SyntaxKind.SuperKeyword;
}
