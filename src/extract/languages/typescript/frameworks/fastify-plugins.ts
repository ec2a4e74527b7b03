import { ts } from 'ts-morph';
import type { Expression, FolderExpression } from '../../../../facts/expression.js';
import type { FileGap, Mount } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { objectOf } from '../names/in-file.js';
import { assigned, isFunctionNode } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { folderAt } from '../names/own-folder.js';
import type { Source } from '../source.js';
import { handedTo } from '../values/handed-on.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { filtersOf } from './fastify-filters.js';
import { BY, instanceOf, isWrapping } from './fastify-instances.js';
import { propertyValue } from './fastify-routes.js';

const AUTOLOAD = /^(?:@fastify\/autoload|fastify-autoload)$/;
/** Plugins of packages that answer no routes of a contract. */
const HARMLESS =
  /^(?:@fastify\/(?!http-proxy|reply-from|express|middie)[\w-]+|fastify-(?:plugin|cors|helmet|jwt|cookie|swagger|sensible|static|multipart|formbody|metrics|healthcheck|raw-body|print-routes|socket\.io|auth|env|mongodb|redis|postgres|rate-limit|websocket|compress|etag|favicon|session|zod-openapi|type-provider-[\w-]+)|@sentry\/[\w-]+|@scalar\/[\w-]+|close-with-grace|@autotelic\/[\w-]+)$/;
/** Packages that build routes out of sight, and where they answer unless a prefix says so. */
const LIBRARIES: ReadonlyMap<string, string> = new Map([
  ['fastify-openapi-glue', '/'],
  ['openapi-glue', '/'],
  ['fastify-decorators', '/'],
  ['fastify-autoroutes', '/'],
  ['fastify-file-routes', '/'],
  ['fastify-now', '/'],
  ['@fastify/http-proxy', '/'],
  ['fastify-http-proxy', '/'],
  ['mercurius', '/graphql'],
  ['@trpc/server/adapters/fastify', '/trpc'],
]);

/** `instance.register(plugin, options)` puts what the plugin registers below the options' prefix. */
export function registeredBy(
  source: Source,
  call: ts.CallExpression,
): { mounts: readonly Mount[]; gaps: readonly FileGap[] } | undefined {
  const callee = unwrap(call.expression);
  const [plugin, options] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'register' || plugin === undefined) return undefined;
  const parent = instanceOf(source, callee.expression);
  if (parent === undefined) return undefined;
  const specifier = packageOf(source, plugin);
  const library = LIBRARIES.get(specifier);
  if (library !== undefined) return { mounts: [], gaps: [libraryGap(source, call, specifier, prefixOf(options) ?? library)] };
  if (HARMLESS.test(specifier) && !AUTOLOAD.test(specifier)) return { mounts: [], gaps: [] };
  const isAutoload = AUTOLOAD.test(specifier);
  const each = loopsAround(source, callee.name);
  const child = isAutoload ? folderOf(source, options) : pluginParameter(source, plugin);
  const given = isAutoload ? autoloadOptions(source, options) : options && readValue(source, unwrap(options));
  const mount: Mount = {
    kind: 'mount',
    by: BY,
    parent,
    child,
    ...(given && { options: given }),
    ...(each.length > 0 && { each }),
    certainty: isAutoload || isOwn(source, plugin) ? 'router' : 'maybe',
    at: atOf(source, callee.name),
  };
  return { mounts: [mount], gaps: [] };
}

function libraryGap(source: Source, node: ts.Node, specifier: string, prefix: string): FileGap {
  const detail = `${specifier} builds routes out of sight`;
  const hides = prefix === '/' ? ('service' as const) : { prefix };
  return { reason: 'unsupported-framework', detail, at: atOf(source, node), hides };
}

function prefixOf(options: ts.Expression | undefined): string | undefined {
  const node = options && unwrap(options);
  const prefix = node !== undefined && ts.isObjectLiteralExpression(node) ? assigned(node, 'prefix') : undefined;
  return prefix !== undefined && ts.isStringLiteralLike(prefix) ? `/${prefix.text.replace(/^\//, '')}` : undefined;
}

/** The package that a plugin comes from; `''`: it is the service's own, or cannot be told. */
function packageOf(source: Source, plugin: ts.Expression): string {
  const node = unwrap(plugin);
  const at =
    ts.isCallExpression(node) && !isWrapping(source, node) && requiredModule(node) === undefined ? node.expression : node;
  const specifier = originOf(source, at)?.specifier ?? '';
  return specifier.startsWith('.') ? '' : specifier;
}

/** What registers for sure: a function in place, something of a file of the service. */
function isOwn(source: Source, plugin: ts.Expression): boolean {
  const node = unwrap(plugin);
  if (isFunctionNode(node)) return true;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  const specifier = requiredModule(node) ?? originOf(source, node)?.specifier;
  return specifier?.startsWith('.') === true;
}

function pluginParameter(source: Source, plugin: ts.Expression): Expression {
  return { kind: 'parameter', callable: '', of: readValue(source, unwrap(plugin)), index: 0 };
}

/** The folder that autoload loads: https://github.com/fastify/fastify-autoload#plugin-configuration */
function folderOf(source: Source, given: ts.Expression | undefined): Expression {
  const options = objectOf(source, given);
  const dir = options && assigned(options, 'dir');
  const specifier = dir && folderAt(source, dir);
  if (options === undefined || specifier === undefined) return { kind: 'unknown', why: 'the folder of autoload cannot be read' };
  const names = namesOf(assigned(options, 'dirNameRoutePrefix'));
  const depth = assigned(options, 'maxDepth');
  const folder: FolderExpression = {
    kind: 'folder',
    specifier,
    ...(names && { names }),
    ...(assigned(options, 'routeParams')?.kind === ts.SyntaxKind.TrueKeyword && { parameters: true }),
    ...(depth !== undefined && ts.isNumericLiteral(depth) && { depth: Number(depth.text) }),
    ...filtersOf(options),
  };
  return folder;
}

function namesOf(node: ts.Expression | undefined): FolderExpression['names'] {
  if (node === undefined || node.kind === ts.SyntaxKind.TrueKeyword) return undefined;
  return node.kind === ts.SyntaxKind.FalseKeyword ? 'none' : 'unread';
}

function autoloadOptions(source: Source, given: ts.Expression | undefined): Expression | undefined {
  const options = objectOf(source, given);
  return options && propertyValue(source, options, 'options');
}

/** The plugin that `fp(plugin)` wraps is part of whatever registers it. */
export function wrappedPlugin(source: Source, call: ts.CallExpression | ts.NewExpression): Mount | undefined {
  if (!isWrapping(source, call)) return undefined;
  const [plugin] = call.arguments ?? [];
  if (plugin === undefined) return undefined;
  return {
    kind: 'mount',
    by: BY,
    parent: readValue(source, call),
    child: pluginParameter(source, plugin),
    same: true,
    certainty: 'unlikely',
    at: atOf(source, call),
  };
}

const OWN_METHODS =
  /^(?:get|post|put|patch|delete|head|options|trace|all|register|route|listen|ready|close|inject|log|info|debug|warn|error|trace|fatal|after|decorate\w*|add[A-Z]\w*|set[A-Z]\w*|bind|then|push|set|emit|on|once|resolve|withTypeProvider|printRoutes)$/;

/** An instance that is handed to a function: what the function puts on its parameter hangs on it. */
export function handedOn(source: Source, call: ts.CallExpression | ts.NewExpression): readonly Mount[] {
  return isWrapping(source, call) ? [] : handedTo(source, call, { by: BY, instanceOf, ownMethods: OWN_METHODS });
}
