import { ts } from 'ts-morph';
import type { FileGap } from '../../../../facts/fact.js';
import type { Hides } from '../../../../model/gap.js';
import { atOf } from '../at.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';

/** Packages that build routes out of a specification, of decorators or of the file system, and what of them is called for it. */
const LIBRARIES: ReadonlyMap<string, RegExp> = new Map([
  ['express-openapi', /^(?:initialize|\*|default)$/],
  ['swagger-routes-express', /^(?:connector|\*|default)$/],
  ['oas3-tools', /./],
  ['swagger-tools', /./],
  ['express-file-routing', /./],
  ['express-automatic-routes', /./],
  ['express-zod-api', /^(?:createServer|attachRouting|Routing)$/],
  ['openapi-backend', /^(?:OpenAPIBackend|\*|default)$/],
  ['awilix-express', /^(?:loadControllers|scopePerRequest|controller)$/],
  ['@decorators/express', /^attachControllers$/],
  ['@overnightjs/core', /^Server$/],
  ['ts-express-decorators', /./],
  ['@tsed/common', /^PlatformBuilder$/],
  ['fs-router', /./],
]);

/** A gap for a call that lets a library build routes out of sight. */
export function libraryGap(source: Source, call: ts.CallExpression | ts.NewExpression): FileGap | undefined {
  const origin = originOf(source, call.expression);
  const pattern = origin && LIBRARIES.get(origin.specifier);
  if (origin !== undefined && pattern?.test(origin.name) === true)
    return gap(source, call, `${origin.specifier} builds routes out of sight`, 'service');
  if (origin?.specifier === 'express-openapi-validator' && handlesOperations(call)) {
    return gap(source, call, 'express-openapi-validator routes operations to handlers by the specification', 'service');
  }
  return serverMiddleware(source, call);
}

function handlesOperations(call: ts.CallExpression | ts.NewExpression): boolean {
  const [options] = call.arguments ?? [];
  return (
    options !== undefined &&
    ts.isObjectLiteralExpression(options) &&
    options.properties.some((one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === 'operationHandlers')
  );
}

/** `server.applyMiddleware({ app, path })` of Apollo answers below its path alone. */
function serverMiddleware(source: Source, call: ts.CallExpression | ts.NewExpression): FileGap | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'applyMiddleware') return undefined;
  const [options] = call.arguments ?? [];
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const path = options.properties.find((one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === 'path');
  const prefix =
    path && ts.isPropertyAssignment(path) && ts.isStringLiteralLike(path.initializer) ? path.initializer.text : '/graphql';
  return gap(source, call, 'a GraphQL server answers here', { prefix });
}

function gap(source: Source, node: ts.Node, detail: string, hides: Hides): FileGap {
  return { reason: 'unsupported-framework', detail, at: atOf(source, node), hides };
}
