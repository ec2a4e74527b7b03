import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Route } from '../../../../../facts/fact.js';
import { patternMark } from '../../../../../model/parameter-pattern.js';
import { bracketless } from '../../routing/paths.js';
import { importsFrom } from '../../schemas/field-types.js';
import { instanceOf } from '../../schemas/views.js';
import { type ClassDefinition, type FunctionDefinition, originOf } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { calledName, keyword, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import {
  ACTIONS,
  baseName,
  type Inherited,
  isPlainBase,
  mixinsOf,
  VIEW_BASES,
  VIEWSET_BASES,
  WORKERS,
  workerOf,
} from './bases.js';
import { answeredThrough, inheritedBy } from './responses.js';

const BY = frameworkProfiles.django.id;
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);
const LIBRARY = /^(?:rest_framework|django|rest_framework_simplejwt)\b/;

/** Reads classes that handle requests as routers, which URLs mount. */
export function readViewClass(source: Source, facts: Fact[], definition: ClassDefinition): void {
  const bases = definition.arguments
    .filter(({ name, star }) => name === undefined && star === undefined)
    .map(({ value }) => value);
  const form = formOf(definition, bases);
  if (form === undefined) return;
  const at = source.at(definition.start);
  const self: Expression = { kind: 'name', name: definition.fact, space: 'value' };
  // REST framework routers order the paths of a viewset themselves, literals first
  const matching = form === 'viewset' ? { matching: {} } : {};
  // `self` in a base class stands for the class that extends it
  facts.push({
    kind: 'router',
    by: BY,
    name: definition.fact,
    root: false,
    loose: true,
    binds: [definition.fact],
    ...matching,
    at,
  });
  const view: View = { source, definition, bases, self };
  const routes = [
    ...verbRoutes(view),
    ...(form === 'viewset' ? actionRoutes(view) : []),
    ...(form === 'view' ? genericRoutes(view) : []),
  ];
  facts.push(...routes);
  const own = new Set([...routes.flatMap(({ member }) => member ?? []), ...definition.methods.map(({ name }) => name)]);
  const bound = instanceOf(definition);
  // nothing uses the second binding, but linking then also reads files that the base class methods do not refer to
  const serializer: Expression = { kind: 'member', of: bound, name: 'serializer_class' };
  const binds: readonly Expression[] = [bound, { kind: 'member', of: { kind: 'returns', of: serializer }, name: 'data' }];
  for (const base of bases) {
    if (isKnown(definition, base)) continue;
    const child = readValue(source, definition.outside, base);
    facts.push({
      kind: 'mount',
      by: BY,
      parent: self,
      child,
      except: [...own],
      binds,
      certainty: 'router',
      at,
    });
  }
}

interface View {
  readonly source: Source;
  readonly definition: ClassDefinition;
  readonly bases: readonly Node[];
  readonly self: Expression;
}

/** `mixin`: a part of either. Undefined: it handles no requests. */
function formOf(definition: ClassDefinition, bases: readonly Node[]): 'view' | 'viewset' | 'mixin' | undefined {
  const names = bases.map((base) => baseName(definition.outside, base));
  const origins = bases.map((base) => originOf(definition.outside, base) ?? '');
  if (origins.some((origin) => /^(?:flask|tornado|aiohttp|fastapi|sanic)\b/.test(origin))) return undefined;
  if (names.some((name) => /View[Ss]et(?:Mixin)?$/.test(name))) return 'viewset';
  if (names.some((name) => /View$/.test(name) || name in VIEW_BASES)) return 'view';
  const handles = definition.methods.some(({ name, parameters }) => parameters.length > 1 && (VERBS.has(name) || isAction(name)));
  if (names.some((name) => /ModelMixin$/.test(name))) return 'viewset';
  const isMixin = names.some((name) => /Mixin$/.test(name)) || /(?:View|ViewSet|Mixin)$/.test(definition.name);
  // `class Books(Answering)`: a base of another file whose name tells nothing
  if (!isMixin && bases.length > 0 && definition.fields.some(({ name }) => VIEW_FIELDS.test(name))) return 'viewset';
  return handles && isMixin ? (definition.methods.some(({ name }) => isAction(name)) ? 'viewset' : 'mixin') : undefined;
}

const VIEW_FIELDS = /^(?:serializer_class|(?:permission|pagination|authentication|throttle|parser)_classes|filter_backends)$/;

const isAction = (name: string): boolean => ACTIONS.some(({ member }) => member === name);

function isKnown(definition: ClassDefinition, base: Node): boolean {
  const name = baseName(definition.outside, base);
  const origin = originOf(definition.outside, base);
  if (origin === undefined) return false;
  // a view of the library that no table lists answers requests nobody knows
  return (
    name in VIEWSET_BASES || name in VIEW_BASES || isPlainBase(name) || (LIBRARY.test(origin) && !/View(?:Set)?$/.test(name))
  );
}

/** The allowed methods, if the class lists them. */
function allowed({ definition }: View): ReadonlySet<string> | undefined {
  const listed = definition.fields.find(({ name }) => name === 'http_method_names')?.value;
  if (listed?.kind !== 'list' && listed?.kind !== 'tuple') return undefined;
  const names = listed.items.map(plainText);
  return names.includes(undefined) ? undefined : new Set(names.flatMap((name) => name?.toUpperCase() ?? []));
}

function routeOf(
  view: View,
  method: string,
  path: string,
  member: string,
  handler: FunctionDefinition | undefined,
  worker = member,
): Route[] {
  const { source, definition, self } = view;
  if (allowed(view)?.has(method) === false) return [];
  const at = source.at(handler?.start ?? definition.start);
  const sent =
    handler === undefined ? inheritedBy(source, definition, worker, member) : answeredThrough(source, handler, definition);
  return [{ kind: 'route', by: BY, method, path: literal(path), router: self, member, ...sent, at }];
}

/** `def get(self, request)`. */
function verbRoutes(view: View): readonly Route[] {
  return view.definition.methods
    .filter(({ name }) => VERBS.has(name))
    .flatMap((method) => routeOf(view, method.name.toUpperCase(), '', method.name, method));
}

/** Routes of generic bases for methods that the class does not declare itself. */
function genericRoutes(view: View): readonly Route[] {
  const { bases, definition } = view;
  const methods = new Set(bases.flatMap((base) => VIEW_BASES[baseName(definition.outside, base)] ?? []));
  return [...methods].flatMap((method) => {
    if (definition.methods.some(({ name }) => name === method.toLowerCase())) return [];
    const names = WORKERS[method] ?? [];
    const handler = definition.methods.find(({ name }) => names.includes(name));
    const list = bases.map((base) => baseName(definition.outside, base)).find((name) => name.startsWith('List'));
    return routeOf(view, method, '', method.toLowerCase(), handler, workerOf(method, list ?? ''));
  });
}

function actionRoutes(view: View): readonly Route[] {
  const { bases, definition } = view;
  const inherited = bases.flatMap((base) => mixinsOf(baseName(definition.outside, base)));
  const own = ACTIONS.filter(({ member }) => definition.methods.some(({ name }) => name === member));
  const all = new Map([...inherited, ...own].map((action) => [action.member, action]));
  const lookup = lookupOf(definition);
  const pathOf = ({ detail }: Pick<Inherited, 'detail'>): string => (detail ? `{${lookup}}` : '');
  return [
    ...[...all.values()].flatMap((action) => {
      const handler = definition.methods.find(({ name }) => name === action.member);
      return routeOf(view, action.method, pathOf(action), action.member, handler);
    }),
    ...definition.methods.flatMap((method) => extraActions(view, method, pathOf({ detail: true }))),
    ...definition.methods.flatMap((method) => unlisted(view, method)),
  ];
}

/** The name of the item parameter, with a mark if it must match a pattern. */
function lookupOf({ fields }: ClassDefinition): string {
  const value = (name: string): string | undefined => plainText(fields.find((field) => field.name === name)?.value);
  const pattern = value('lookup_value_converter') ?? value('lookup_value_regex') ?? '';
  return `${value('lookup_url_kwarg') ?? value('lookup_field') ?? 'pk'}${patternMark(pattern, 'segment')}`;
}

/** `@action(detail=True, methods=['post'], url_path='activate')`. */
function extraActions(view: View, method: FunctionDefinition, item: string): readonly Route[] {
  for (const decorator of method.decorators) {
    const name = decorator.kind === 'call' ? lastName(decorator.of) : undefined;
    if (decorator.kind !== 'call' || !/^(?:action|detail_route|list_route)$/.test(name ?? '')) continue;
    const detail = keyword(decorator, 'detail');
    const isDetail = name === 'detail_route' || (detail?.kind === 'constant' && detail.value === true);
    const path = bracketless(plainText(keyword(decorator, 'url_path')) ?? method.name);
    const listed = keyword(decorator, 'methods') ?? decorator.arguments.find((one) => one.name === undefined)?.value;
    const methods = listed?.kind === 'list' || listed?.kind === 'tuple' ? listed.items.map(plainText) : ['get'];
    const mapped = view.definition.methods.filter((other) => other.decorators.some((one) => isMapping(one, method.name)));
    return [
      ...methods.flatMap((one) =>
        routeOf(view, (one ?? 'get').toUpperCase(), [isDetail ? item : '', path].filter(Boolean).join('/'), method.name, method),
      ),
      ...mapped.flatMap((other) => mappedRoute(view, other, method.name, [isDetail ? item : '', path].filter(Boolean).join('/'))),
    ];
  }
  return [];
}

/** A method that no router lists: URLs may name it, `as_view({'post': 'close'})`. */
function unlisted(view: View, method: FunctionDefinition): readonly Route[] {
  const { name, parameters, decorators } = method;
  const isListed = isAction(name) || decorators.some((one) => /^(?:action|detail_route|list_route)$/.test(calledName(one)));
  if (isListed || name.startsWith('_') || !/^_?request$/.test(parameters[1]?.name ?? '')) return [];
  return routeOf(view, 'GET', '', name, method).map((route) => ({ ...route, unlisted: true }));
}

/** `@activate.mapping.delete`. */
function isMapping(decorator: Node, name: string): boolean {
  return (
    decorator.kind === 'attribute' &&
    decorator.of.kind === 'attribute' &&
    decorator.of.name === 'mapping' &&
    lastName(decorator.of.of) === name
  );
}

function mappedRoute(view: View, method: FunctionDefinition, name: string, path: string): readonly Route[] {
  const decorator = method.decorators.find((one) => isMapping(one, name));
  return routeOf(view, (lastName(decorator) ?? 'get').toUpperCase(), path, method.name, method);
}

/** A function with a request parameter, which URLs mount. Without a decorator it answers every method. */
export function readViewFunction(source: Source, facts: Fact[], definition: FunctionDefinition): void {
  const [first] = definition.parameters;
  // handlers of other frameworks look the same
  if (
    importsFrom(source, /^(?:starlette|sanic|aiohttp|fastapi|litestar|starlite|falcon)\b/) &&
    !importsFrom(source, /^(?:django|rest_framework)\b/)
  )
    return;
  if (definition.owner !== undefined || definition.inside.parent?.form !== 'module') return;
  if (first === undefined || !/^(?:_?request|req)$/.test(first.name)) return;
  const { fact: name } = definition;
  const at = source.at(definition.start);
  facts.push({ kind: 'router', by: BY, name, root: false, loose: true, at });
  const sent = answeredThrough(source, definition);
  for (const method of methodsOf(definition)) {
    facts.push({
      kind: 'route',
      by: BY,
      method,
      path: literal(''),
      router: { kind: 'name', name, space: 'value' },
      ...sent,
      at,
    });
  }
}

function methodsOf({ decorators }: FunctionDefinition): readonly string[] {
  for (const decorator of decorators) {
    const name = calledName(decorator);
    const required = /^require_(GET|POST|safe)$/.exec(name)?.[1];
    if (required !== undefined) return [required === 'safe' ? 'GET' : required];
    if (name !== 'api_view' && name !== 'require_http_methods') continue;
    const listed = decorator.kind === 'call' ? decorator.arguments[0]?.value : undefined;
    if (listed === undefined) return ['GET'];
    const methods = listed.kind === 'list' || listed.kind === 'tuple' ? listed.items.map(plainText) : [undefined];
    return methods.includes(undefined) ? ['ANY'] : methods.flatMap((one) => one?.toUpperCase() ?? []);
  }
  return ['ANY'];
}
