import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import type { Fact, FileGap, ResponseTransform, Route } from '../../../../../facts/fact.js';
import { mountFact } from '../../../../engine/mounts.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { optionPath, routeFact } from '../../../../engine/routes.js';
import { atOf } from '../../at.js';
import { functionOf, objectOf, returnsNothing } from '../../names/in-file.js';
import { assigned, functionName, isFunctionNode, memberName } from '../../names/names.js';
import { folderAbove } from '../../names/own-folder.js';
import type { Call, Found, RouterFile, RouterFramework, Use } from '../../routers/framework.js';
import { lowerArgument, lowerCall } from '../../routers/lower.js';
import { FIT, type Receiver, receiverOf } from '../../routers/receivers.js';
import { withServed } from '../../routers/served.js';
import { decorating } from '../../sends/result-forms.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf } from '../../values/fluent-chains.js';
import { isOfUnknownPackage } from '../../values/harmless-callees.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';
import { elysiaForm } from './form.js';

/** https://elysiajs.com/essential/route */
const table: RouterTable = {
  id: 'typescript/elysia',
  imported: /["'](?:elysia(?:\/[\w/-]+)?|@elysiajs\/[\w-]+)["']/,
  words: /(?!)/,
  makers: [
    {
      packages: /^elysia$/,
      names: /^(?:Elysia|default)$/,
      makes: 'router',
      by: 'new',
      settings: ({ arguments: [options] }) => {
        const prefix = options && optionPath(options, 'prefix', colons);
        return prefix === undefined ? {} : { prefix };
      },
    },
  ],
  types: /\bElysia\b/,
  names: /^_?(?:\w*app|\w*api|server|elysia|\w*routes?|\w*[rR]outer|\w*plugin)$/i,
  verbs: verbMethods(),
  fluent: /^(?!(?:handle|fetch|stop|compile|toString|modules|routes|server)$)\w+$/,
  own: /^\w+$/,
  path: colons,
  uses: 'routers',
  harmless: /^(?:@elysiajs\/|elysia-(?!autoload|routes|http-router))/,
  returned: { text: 'text/plain', empty: 200 },
};

/** Routes, instances and plugins of Elysia (1). */
export const elysia: RouterFramework = { ...frameworkProfiles.elysia, table, parameter: callbackFit, call, used, finish };

/** The app that `use`, `group` and `guard` pass to a function. */
function callbackFit(file: RouterFile, parameter: ts.ParameterDeclaration): number {
  const { parent: owner } = parameter;
  if (!isFunctionNode(owner) || owner.parameters[0] !== parameter || !ts.isCallExpression(owner.parent)) return FIT.none;
  const called = methodCall(owner.parent);
  if (called?.name === undefined || !/^(?:use|group|guard)$/.test(called.name)) return FIT.none;
  return receiverOf(file, table, called.receiver, undefined) === undefined ? FIT.none : FIT.typed;
}

function call(file: RouterFile, call: Call): Found | undefined {
  const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
  if (!ts.isCallExpression(call) || called?.name === undefined) return undefined;
  const { name } = called;
  if (!table.verbs.has(name) && !READ.test(name)) return undefined;
  const receiver = receiverOf(file, table, called.receiver, undefined);
  if (receiver === undefined) return undefined;
  const { fit } = receiver;
  const found = (facts: readonly Fact[], gaps: readonly FileGap[] = []): Found => ({ fit, facts, gaps });
  if (name === 'group' || name === 'guard') return found(scoped(file, call, receiver));
  if (name === 'mount') return found([], [mountGap(file.source, call)]);
  if (/^on|^map/.test(name)) return found(hooked(file.source, call, receiver.value));
  const isRoute = name === 'route';
  const [first, second] = call.arguments;
  const method = isRoute ? first && textOf(first)?.toUpperCase() : table.verbs.get(name);
  const [path, handler, options] = isRoute ? call.arguments.slice(1) : [first, second, call.arguments[2]];
  if (path === undefined || handler === undefined) return undefined;
  const methods = method === undefined && first !== undefined ? { methods: readValue(file.source, first) } : {};
  const written = lowerArgument(file.source, handler);
  const registered = {
    method: method ?? 'ANY',
    ...methods,
    path: lowerArgument(file.source, path).path(colons),
    handler: written,
  };
  const fact = routeFact(table, lowerCall(file.source, call, called), receiver.value, registered);
  return found([answered(file.source, fact, handler, options)]);
}
const READ = /^(?:route|group|guard|mount|onBeforeHandle|onAfterHandle|onRequest|mapResponse|onAfterResponse)$/;

const textOf = (node: ts.Expression): string | undefined => (ts.isStringLiteralLike(node) ? node.text : undefined);

/** A handler, or the value that represents one, with the effects of its options. */
function answered(source: Source, fact: Route, given: ts.Expression, options: ts.Expression | undefined): Route {
  const handler = functionOf(source, given);
  if (handler !== undefined) sendsReturned(source, handler, elysiaForm);
  const value = readValue(source, unwrap(given));
  const isValue = value.kind === 'object' || value.kind === 'tuple' || value.kind === 'literal' || value.kind === 'text';
  const { handler: written, ...rest } = fact;
  const status: Expression = { kind: 'literal', value: 200 };
  const isText = value.kind === 'literal' || value.kind === 'text';
  const sent = { status, body: value, ...(isText && { mediaType: 'text/plain' }), at: fact.at };
  const route: Route =
    isValue && handler === undefined
      ? { ...rest, responses: [sent] }
      : { ...fact, ...(written && { handler: decorating(written) }) };
  const request = contextOf(source, options);
  return options === undefined ? { ...route, request } : { ...route, request, ...ofOptions(source, options) };
}

/** The argument of a handler: parts of the request by their schemas, and additions of plugins. */
function contextOf(source: Source, options: ts.Expression | undefined): Expression {
  const object = objectOf(source, options);
  const parts = ['body', 'query', 'params', 'headers'].flatMap((name): readonly ObjectMember[] => {
    const schema = object && assigned(object, name);
    if (schema === undefined) return [];
    const of = schemaOf(source, schema);
    const value: Expression = { kind: 'operator', operator: 'described', of };
    return [{ kind: 'property', name, value, at: atOf(source, schema) }];
  });
  const others: Expression = { kind: 'unknown', why: 'a part of the context' };
  return { kind: 'object', members: [{ kind: 'rest', values: others }, ...parts] };
}

/** Schemas by status, or one for 200; hooks of the route. https://elysiajs.com/essential/validation#response */
function ofOptions(source: Source, options: ts.Expression): Partial<Route> {
  const object = objectOf(source, options);
  if (object === undefined || object.properties.some(ts.isSpreadAssignment))
    return { hooks: [{ through: { kind: 'unknown', why: 'options of the route may change the body' } }] };
  const changing = object.properties.flatMap((one) => {
    const name = memberName(one.name) ?? '';
    return CHANGING.test(name) ? [{ through: { kind: 'unknown', why: `${name} may change the body` } as const }] : [];
  });
  const response = assigned(object, 'response');
  const schemas = response && schemasOf(source, response);
  return { ...(changing.length > 0 && { hooks: changing }), ...(schemas && { serializes: schemas }) };
}
const CHANGING = /^(?:beforeHandle|afterHandle|mapResponse)$/;

function schemasOf(source: Source, response: ts.Expression): Expression {
  const object = objectOf(source, response);
  const at = atOf(source, response);
  const isByStatus = object?.properties.every((one) => /^\d{3}$/.test(memberName(one.name) ?? '')) === true;
  if (!isByStatus) return { kind: 'object', members: [{ kind: 'property', name: '200', value: schemaOf(source, response), at }] };
  const members = object.properties.flatMap((one): readonly ObjectMember[] => {
    const schema = ts.isPropertyAssignment(one) ? schemaOf(source, one.initializer) : undefined;
    return schema === undefined
      ? []
      : [{ kind: 'property', name: memberName(one.name) ?? '', value: schema, at: atOf(source, one) }];
  });
  return members.length === object.properties.length ? { kind: 'object', members } : readValue(source, unwrap(response));
}

/** A schema, also by the name that `model({ User: schema })` or `model('User', schema)` of the file gives it. */
function schemaOf(source: Source, given: ts.Expression): Expression {
  const node = unwrap(given);
  if (!ts.isStringLiteralLike(node)) return readValue(source, node);
  const { named, doubled, elsewhere } = modelsIn(source);
  if (doubled.has(node.text)) return { kind: 'unknown', why: `two models have the name ${node.text}` };
  const schema = named.get(node.text);
  if (schema !== undefined) return readValue(source, unwrap(schema));
  if (elsewhere !== undefined) return { kind: 'member', of: readValue(source, elsewhere), name: node.text };
  return { kind: 'unknown', why: `the schema that has the name ${node.text} is declared elsewhere` };
}

/** The schemas of a file by their names, and an object of another file that gives the other names. */
interface Models {
  readonly named: ReadonlyMap<string, ts.Expression>;
  /** Names that two models give: which one an app uses is not known. */
  readonly doubled: ReadonlySet<string>;
  readonly elsewhere?: ts.Expression;
}

/** Cached, because every route of a file may name schemas. https://elysiajs.com/essential/validation#reference-model */
const models = new WeakMap<ts.SourceFile, Models>();

function modelsIn(source: Source): Models {
  const known = models.get(source.tree);
  if (known !== undefined) return known;
  const named = new Map<string, ts.Expression>();
  const doubled = new Set<string>();
  const add = (name: string, schema: ts.Expression): void => {
    if (named.has(name)) doubled.add(name);
    named.set(name, schema);
  };
  let elsewhere: ts.Expression | undefined;
  for (const call of callsOf(source.tree)) {
    const [first, second] = ts.isCallExpression(call) && methodCall(call)?.name === 'model' ? call.arguments : [];
    const object = first && objectOf(source, first);
    if (first !== undefined && second !== undefined && ts.isStringLiteralLike(first)) add(first.text, second);
    else if (first !== undefined && object === undefined && ts.isIdentifier(first)) elsewhere = first;
    for (const one of object?.properties ?? []) {
      const name = memberName(one.name);
      if (name !== undefined && ts.isPropertyAssignment(one)) add(name, one.initializer);
      else if (ts.isShorthandPropertyAssignment(one)) add(one.name.text, one.name);
    }
  }
  const found = { named, doubled, ...(elsewhere && { elsewhere }) };
  models.set(source.tree, found);
  return found;
}

/** `group('/v1', options?, (app) => …)`, `guard(options, (app) => …)`: the registrations of the function on its parameter. */
function scoped(file: RouterFile, call: ts.CallExpression, { value: parent }: Receiver): readonly Fact[] {
  const { source } = file;
  const lowered = lowerCall(source, call, methodCall(call));
  const [first] = lowered.arguments;
  const isGroup = methodCall(call)?.name === 'group';
  const last = call.arguments.at(-1);
  const options = call.arguments.slice(isGroup ? 1 : 0).find((one) => ts.isObjectLiteralExpression(unwrap(one)));
  const hooks = options && ofOptions(source, options);
  const own = functionOf(source, last ?? call);
  const child: Expression | undefined = last && own === undefined && !isGroup ? undefined : last && parameterOf(source, last);
  const object = objectOf(source, options);
  const isOfAll = child === undefined && object !== undefined && assigned(object, 'as') !== undefined;
  const changes = (hooks?.hooks ?? []).map(({ through }) => wrapFact(source, call, child ?? parent, through, !isOfAll));
  if (child === undefined) return changes;
  const prefix = isGroup && first !== undefined ? { prefix: first.path(colons) } : {};
  return [mountFact(table, lowered, { parent, child, ...prefix, certainty: 'router' }), ...changes];
}

function parameterOf(source: Source, given: ts.Expression): Expression {
  const own = functionOf(source, given);
  if (own !== undefined) return { kind: 'parameter', callable: functionName(source.tree, own), index: 0 };
  return { kind: 'parameter', callable: '', of: readValue(source, unwrap(given)), index: 0 };
}

/** `onAfterHandle(fn)`, also with `{ as: 'global' }` first: it then also applies to apps that use the instance. */
function hooked(source: Source, call: ts.CallExpression, router: Expression): readonly ResponseTransform[] {
  const name = methodCall(call)?.name ?? '';
  if (name === 'onAfterResponse' || name === 'onRequest') return [];
  const handler = functionOf(source, call.arguments.at(-1) ?? call);
  // a check that never returns a value sends no response
  if (name === 'onBeforeHandle' && handler !== undefined && returnsNothing(source, handler)) return [];
  const isWide = call.arguments.length > 1 || router.kind === 'parameter' || /\.(?:as|propagate)\(/.test(source.text);
  return [wrapFact(source, call, router, { kind: 'unknown', why: `${name} may change the body` }, !isWide)];
}

function wrapFact(
  source: Source,
  call: ts.CallExpression,
  router: Expression,
  through: Expression | 'serializer' | 'schema',
  below: boolean,
): ResponseTransform {
  const node = methodCall(call)?.node ?? call;
  return {
    kind: 'wrap',
    by: table.id,
    // it also applies to apps that use the instance
    ...(below ? { router } : { scope: folderAbove(source.path, ['src']) }),
    through,
    past: true,
    statuses: true,
    ...(below && { below }),
    at: atOf(source, node),
  };
}

function mountGap(source: Source, call: ts.CallExpression): FileGap {
  const [first] = call.arguments;
  const prefix = first && textOf(first);
  const hides = prefix === undefined || prefix === '/' ? 'service' : { prefix };
  return { reason: 'unsupported-framework', detail: 'an app of another kind is mounted', at: atOf(source, call), hides };
}

/** `use(plugin)`: an instance, a function that takes the app, a dynamic import, a list of those. */
function used({ source }: RouterFile, { lowered, router: parent, node }: Use): readonly Fact[] | undefined {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const of = readValue(source, node);
    const exported: Expression = { kind: 'member', of: { kind: 'operator', operator: 'awaited', of }, name: 'default' };
    return [mountFact(table, lowered, { parent, child: exported, certainty: 'router' })];
  }
  const isOwn = functionOf(source, node) !== undefined;
  const isMade = ts.isCallExpression(node) || ts.isNewExpression(node);
  if (!isOwn && (isMade || isOfUnknownPackage(source, node))) return undefined;
  const child = parameterOf(source, node);
  // the function may also create an instance: `() => new Elysia()`
  const given: Expression = { kind: 'returns', of: readValue(source, node) };
  const made = mountFact(table, lowered, { parent, child: given, certainty: 'unlikely' });
  if (isOwn) return [mountFact(table, lowered, { parent, child, same: true, certainty: 'router' }), made];
  return [
    mountFact(table, lowered, { parent, child: readValue(source, node), certainty: 'maybe' }),
    mountFact(table, lowered, { parent, child, certainty: 'unlikely' }),
    made,
  ];
}

/** `app.listen(3000)`, `app.fetch`, the default export of an entry. */
function finish(file: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const listened = file.innerFirst.flatMap((call) => {
    const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
    return called?.name === 'listen' ? [called.receiver] : [];
  });
  return withServed(file, table, listened, facts);
}
