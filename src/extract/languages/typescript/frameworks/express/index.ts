import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import { mountFact } from '../../../../engine/mounts.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { routeFact } from '../../../../engine/routes.js';
import { isFunctionNode } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { initializerOf } from '../../names/scope.js';
import type { Call, RouterFile, RouterFramework, Use } from '../../routers/framework.js';
import { libraryGap, outOfSight } from '../../routers/libraries.js';
import { lowerArgument, lowerCall } from '../../routers/lower.js';
import { receiverOf } from '../../routers/receivers.js';
import { middlewareOf } from '../../sends/rewrites.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { operationsMaker, operationsPassed, operationsServed } from './operations.js';
import { expressProfile } from './profile.js';

const EXACT = { matching: { anyCase: false, firstMatch: true } } as const;

/** https://expressjs.com/en/api.html; a file with routers that imports no framework may use Express. */
const table: RouterTable = {
  id: 'typescript/express',
  imported: /["'](?:express|express-promise-router|router|@awaitjs\/express|express-async-router)["']/,
  makers: [
    { packages: /^express$/, names: /^(?:\*|default)$/, makes: 'app', by: 'call', settings: () => ({ ownParameters: true }) },
    {
      packages: /^(?:express|express-promise-router|router|@awaitjs\/express|express-async-router)$/,
      names: /^(?:\*|default|Router|AsyncRouter)$/,
      makes: 'router',
      settings: ({ arguments: [options] }) => {
        // https://expressjs.com/en/api.html#express.router
        const isExact = options?.member('caseSensitive')?.flag === true;
        // Handlers may read the parameters of the mount path: options that cannot be read may enable that.
        const merges = options?.member('mergeParams');
        const isOwn =
          options === undefined || (options.form === 'object' && !options.isOpen && (merges?.flag ?? !merges) === !merges);
        return { ...(isExact && EXACT), ...(isOwn && { ownParameters: true }) };
      },
    },
    operationsMaker,
  ],
  adopted: /^@nestjs\/core$/,
  types:
    /^(?:typeof|ReturnType)\b|(?:^|[.|&\s])(?:\w*Router|I?Express|ExpressApp|I?Application|ExpressApplication|Core|IRouterHandler|Server|App)\b/i,
  names: /^_?(?:\w*app|\w*router|\w*routes?|server|api|express|application)$/i,
  handlers: 'request-response',
  verbs: verbMethods({ del: 'DELETE', trace: 'TRACE' }),
  fluent: /^(?:get|post|put|patch|delete|head|options|all|del|trace|use|param|set|enable|disable|engine|on|once)$/,
  own: /^(?:get|post|put|patch|delete|head|options|all|del|trace|use|listen|set|push|createServer|log|info|debug|bind|then|resolve)$/,
  path: colons,
  opens: true,
  uses: 'routers',
  libraries: new Map([
    ['express-openapi', { exports: /^(?:initialize|\*|default)$/ }],
    ['express-openapi-validator', { exports: /./, option: 'operationHandlers' }],
    ['swagger-routes-express', { exports: /^(?:connector|\*|default)$/ }],
    ['oas3-tools', { exports: /./ }],
    ['swagger-tools', { exports: /./ }],
    ['express-file-routing', { exports: /./ }],
    ['express-automatic-routes', { exports: /./ }],
    ['express-zod-api', { exports: /^(?:createServer|attachRouting|Routing)$/ }],
    ['openapi-backend', { exports: /^(?:OpenAPIBackend|\*|default)$/ }],
    ['awilix-express', { exports: /^(?:loadControllers|scopePerRequest|controller)$/ }],
    ['@decorators/express', { exports: /^attachControllers$/ }],
    ['@overnightjs/core', { exports: /^Server$/ }],
    ['ts-express-decorators', { exports: /./ }],
    ['@tsed/common', { exports: /^PlatformBuilder$/ }],
    ['fs-router', { exports: /./ }],
  ]),
};

/** Routes, routers and mounts of Express (4 and 5), as the calls of a file register them. */
export const express: RouterFramework = {
  ...expressProfile,
  table,
  call: (file, call) => {
    const gap = libraryGap(file.source, table, call) ?? serverMiddleware(file.source, call);
    const served = operationsServed(file, table, call);
    return (gap || served) && { facts: served?.facts ?? [], gaps: served?.isMounted === true || !gap ? [] : [gap] };
  },
  used,
  finish: (file, facts) => withParams(file, table, withExact(file, facts)),
};

/** `server.applyMiddleware({ app, path })` of Apollo answers only below its path. */
function serverMiddleware(source: Source, call: Call): FileGap | undefined {
  const [options] = methodCall(call)?.name === 'applyMiddleware' ? lowerCall(source, call).arguments : [];
  if (options?.form !== 'object') return undefined;
  return outOfSight(source, call, 'a GraphQL server answers here', options.member('path')?.text ?? '/graphql');
}

/**
 * `app.use('/health', (req, res) => res.json(…))` answers there for every method. Excludes middleware, and final handlers that
 * only send errors: as a route these would seem to answer every missing operation.
 */
function used({ source }: RouterFile, { lowered, router, mounted, node, isLast }: Use): readonly Fact[] | undefined {
  const { path, written } = mounted;
  const passed = operationsPassed(node);
  if (passed !== undefined) {
    const child = readValue(source, passed);
    return [mountFact(table, lowered, { parent: router, child, ...(path && { prefix: path }), certainty: 'router' })];
  }
  if (isLast && path !== undefined && isPageOfDocuments(source, node))
    return [routeFact(table, lowered, router, { method: 'GET', path })];
  if (!isLast || !isFunctionNode(node) || node.parameters.length > 2 || path === undefined) return undefined;
  if (written?.text === undefined || written.text.length < 2) return undefined;
  const succeeds = sendsOf(source, node)?.responses.some(
    ({ status }) => status?.kind === 'literal' && typeof status.value === 'number' && status.value < 400,
  );
  if (succeeds !== true) return undefined;
  return [routeFact(table, lowered, router, { method: 'ANY', path, handler: lowerArgument(source, node) })];
}

/** `app.use('/docs', swaggerUi.serve, swaggerUi.setup(document))` answers with a page. */
function isPageOfDocuments(source: Source, given: ts.Expression): boolean {
  const node = initializerOf(source, given) ?? given;
  const { specifier = '', name = '' } = (ts.isCallExpression(node) && originOf(source, node.expression)) || {};
  return /^(?:swagger-ui-express|redoc-express|@scalar\/express-api-reference)$/.test(specifier) && name !== 'serve';
}

/** `app.enable('case sensitive routing')`: https://expressjs.com/en/api.html#app.settings.table */
function withExact(file: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const exact = new Set(
    file.calls.flatMap((call) => {
      const called = methodCall(call);
      const [setting, value] = lowerCall(file.source, call).arguments;
      if (called === undefined || setting?.text !== 'case sensitive routing') return [];
      const isSet = called.name === 'enable' || (called.name === 'set' && value?.flag === true);
      const app = isSet ? receiverOf(file, table, called.receiver, undefined)?.value : undefined;
      return app?.kind === 'name' ? [app.name] : [];
    }),
  );
  return facts.map((fact) =>
    fact.kind === 'router' && fact.by === table.id && exact.has(fact.name) ? { ...fact, ...EXACT } : fact,
  );
}

/** `router.param('id', load)`: it runs before each route of this router itself that has the parameter. */
interface Param {
  /** Absent: any. */
  readonly name: string | undefined;
  readonly router: string;
  readonly before: readonly Expression[];
}

/** Routes with the functions that `param` of their router runs before them: https://expressjs.com/en/api.html#router.param */
function withParams(file: RouterFile, table: RouterTable, facts: readonly Fact[]): readonly Fact[] {
  const params = file.calls.flatMap((call) => paramsOf(file, table, call));
  if (params.length === 0) return facts;
  return facts.map((fact) => {
    if (fact.kind !== 'route' || fact.by !== table.id || fact.router === undefined) return fact;
    const [router, path] = [JSON.stringify(fact.router), JSON.stringify(fact.path)];
    const own = params.filter((one) => one.router === router && (one.name === undefined || path.includes(`{${one.name}`)));
    return own.length === 0 ? fact : { ...fact, before: [...(fact.before ?? []), ...own.flatMap(({ before }) => before)] };
  });
}

function paramsOf(file: RouterFile, table: RouterTable, call: Call): readonly Param[] {
  const called = methodCall(call);
  const [names, callback] = call.arguments ?? [];
  if (called?.name !== 'param' || names === undefined || callback === undefined) return [];
  const router = receiverOf(file, table, called.receiver, table.handlers)?.value;
  const before = middlewareOf(file.source, [callback]);
  if (router === undefined || before.length === 0) return [];
  const given = unwrap(names);
  return (ts.isArrayLiteralExpression(given) ? given.elements : [given]).map((one) => ({
    name: ts.isStringLiteralLike(one) ? one.text : undefined,
    router: JSON.stringify(router),
    before,
  }));
}
