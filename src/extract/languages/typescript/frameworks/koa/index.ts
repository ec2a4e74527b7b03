import { ts } from 'ts-morph';
import type { Fact } from '../../../../../facts/fact.js';
import type { Argument } from '../../../../engine/call.js';
import { mountFact } from '../../../../engine/mounts.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { optionPath, registeredBy, routeFact } from '../../../../engine/routes.js';
import { valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { positional } from '../../names/stored-names.js';
import type { RouterFile, RouterFramework, Use } from '../../routers/framework.js';
import { lowerCall, nodeOf } from '../../routers/lower.js';
import { wrappedIn } from '../../routers/mountable.js';
import { type SettingForm, setResponsesOf } from '../../sends/set-responses.js';
import { unwrap } from '../../values/access-paths.js';
import { isOfUnknownPackage } from '../../values/harmless-callees.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';
import { contextMembers } from './context-members.js';

const MODULE = /^(?:\*|default|Router|Koa|Application)$/;

/** https://koajs.com and https://github.com/koajs/router/blob/master/API.md */
const table: RouterTable = {
  id: 'typescript/koa',
  imported: /["'](?:koa|@koa\/[\w-]+|koa-[\w-]+)["']/,
  words: /\bctx\.(?:body|status|throw|request|state|params|response)\b|\bKoa\b/,
  makers: [
    { packages: /^koa$/, names: MODULE, makes: 'app' },
    {
      packages: /^(?:koa-router|@koa\/router|koa-joi-router|koa-better-router|koa-tree-router|koa-zod-router)$/,
      names: MODULE,
      makes: 'router',
      settings: ({ arguments: [options] }) => {
        const prefix = options && optionPath(options, 'prefix', colons);
        // https://github.com/koajs/router/blob/master/API.md#new-routeropts
        const isExact = options?.member('sensitive')?.flag === true;
        return { ...(prefix && { prefix }), ...(isExact && { matching: { anyCase: false, firstMatch: true } }) };
      },
    },
  ],
  types: /\b(?:Koa|Router|KoaRouter|Application)\b/,
  names: /^_?(?:app|api|server|koa|application)$|[rR]outes?$|[rR]outer$|App$|Api$/,
  verbs: verbMethods({ del: 'DELETE' }),
  fluent: /^(?:use|get|post|put|patch|delete|del|head|options|all|register|prefix|param|redirect|on|route)$/,
  own: /^(?:use|get|post|put|patch|delete|del|head|options|all|register|prefix|param|redirect|route|routes|middleware|allowedMethods|callback|listen|on|once|emit|log|info|debug|bind|then|push|set|createServer)$/,
  path: colons,
  named: true,
  lists: new Map([['register', { path: 0, methods: 1 }]]),
  described: { call: 'route', path: ['path'] },
  redirects: 'redirect',
  uses: 'routers',
  prefix: 'prefix',
  middleware: /^(?:routes|middleware)$/,
  idle: /^allowedMethods$/,
  harmless: /^(?:koa-(?!router|mount|compose|route$)|@koa\/(?!router))/,
};

/** Frameworks whose context parameter has another way of answering. */
const OTHERS =
  /["'](?:hono(?:\/[\w-]+)*|@hono\/[\w-]+|@nestjs\/[\w-]+|next(?:\/[\w-]+)*|elysia|telegraf|grammy|[./]{1,60}deps\.ts)["']|(?:@oak(?:server)?|deno\.land\/x)\/oak[/@"']|from ["']oak["'/]/;
/** https://koajs.com/#context */
const form: SettingForm = {
  isSpoken: (text) => !OTHERS.test(text),
  onContext: true,
  harmless:
    /^(?:throw|assert|set|append|get|is|accepts\w*|cookies|onerror|toJSON|inspect|remove|vary|flushHeaders|attachment|checkBody|checkQuery|checkParams|validate\w*|log|logger|login|logout|logIn|logOut|isAuthenticated|i18n|__)$/,
  html: /^\s*</,
  // its standard message
  bare: { mediaType: 'text/plain', body: { kind: 'scalar', type: 'string' } },
};

/** Routes and routers of Koa (1 to 3) with its usual routers. */
export const koa: RouterFramework = {
  ...frameworkProfiles.koa,
  ...{ table, prepare, used },
  sends: (source, node) => setResponsesOf(source, node, form),
};

/** Expressions that represent routers: `mount('/a', app)`, `compose([…])`, and members of the app's context. */
function prepare(file: RouterFile): { readonly facts: readonly Fact[] } {
  const standIns = file.innerFirst.flatMap((call) => (ts.isCallExpression(call) ? standIn(file, call) : []));
  return { facts: [...standIns, ...contextMembers(file.source, table.id)] };
}

function standIn(file: RouterFile, call: ts.CallExpression): readonly Fact[] {
  const { source } = file;
  const callee = unwrap(call.expression);
  const specifier = originOf(source, callee)?.specifier;
  if (specifier === 'koa-compose')
    source.bound.set(call, {
      kind: 'tuple',
      items: lowerCall(source, call).arguments.flatMap(({ items }) =>
        items.flatMap((one) => passed(file, one).map((node) => readValue(source, node))),
      ),
    });
  return specifier === 'koa-mount' ? mountedAt(file, call) : [];
}

/** A middleware, and the arguments of an unknown wrapper around it. */
function passed(file: RouterFile, given: Argument): readonly ts.Expression[] {
  const node = nodeOf(given);
  const isUnknown = ts.isCallExpression(node) && isOfUnknownPackage(file.source, node.expression);
  return isUnknown ? [node, ...wrappedIn(file, node)] : [node];
}

/** `mount('/prefix', app)` is a separate router. */
function mountedAt(file: RouterFile, call: ts.CallExpression): readonly Fact[] {
  const { source } = file;
  const lowered = lowerCall(source, call);
  const [first, second] = lowered.arguments;
  const mounted = second ?? first;
  if (mounted === undefined) return [];
  const name = positional(source, call);
  const parent = valueNamed(name);
  const prefix = second && first?.path(colons);
  source.bound.set(call, parent);
  return [
    { kind: 'router', by: table.id, name, root: false, ...(prefix && { prefix }), at: lowered.at },
    ...passed(file, mounted).map((node) =>
      mountFact(table, lowered, { parent, child: readValue(source, node), certainty: 'maybe' }),
    ),
  ];
}

/** koa-route: `app.use(route.get('/a', handler))`. */
function used({ source }: RouterFile, { router, node }: Use): readonly Fact[] | undefined {
  const origin = ts.isCallExpression(node) ? originOf(source, node.expression) : undefined;
  if (!ts.isCallExpression(node) || origin?.specifier !== 'koa-route') return undefined;
  const lowered = { ...lowerCall(source, node), name: origin.name };
  const routes = registeredBy(table, lowered, { previous: () => ({ kind: 'literal', value: '/' }) });
  return routes.map((one) => routeFact(table, lowered, router, one));
}
