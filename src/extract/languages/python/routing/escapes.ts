import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { countWhile } from '../../../../model/sorted.js';
import { isHarmless } from '../harmless-packages.js';
import { lookup, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { lastName, type Node, partsOf, plainText } from '../syntax/syntax.js';
import { readValue } from '../values.js';

type Call = Extract<Node, { kind: 'call' }>;

/** Methods of apps and routers, in all supported frameworks, that register routes or routers. */
const REGISTERS =
  /^(?:get|post|put|patch|delete|head|options|route|api_route|add_(?:api_route|url_rule|routes?|resource|namespace|handlers|router|view|get|post|put|patch|delete|head)|register_blueprint|register_api|include_router|blueprint)$/;
/** Route lists of an app or router, and methods that add to them. */
const TABLES = /^(?:routes|url_map)$/;
const FILLS = /^(?:append|extend|insert|add)$/;
/** Methods that, by their names, register routes on an app or router argument. */
const TAKES = /rout|endpoint|expose|resource|blueprint|metrics|init_app|install|setup|mount|register|bootstrap/i;
/** Methods that framework extractors follow, and methods that only run their argument. */
const FOLLOWED = /^(?:register_\w{1,40}|add_\w{1,40}|mount|run|nest|group|__init__)$/;
/** Common names of apps and routers, and of functions that create them. */
const NAMED = /^(?:\w{1,40}_)?(?:app|application|api|router|blueprint|bp)$/;
const MAKES = /(?:Flask|FastAPI|APIFlask|OpenAPI|Starlette|Quart|Sanic|Application|Router|Blueprint|Api|_app)$/;
/** Common names of extensions that services create in one file and bind to the app in another. */
const EXTENSIONS =
  /^(?:db|database|migrate|ma|marshmallow|jwt|jwt_manager|login|login_manager|cors|mail|cache|limiter|bcrypt|babel|session|csrf|compress|talisman|redis|redis_client|mongo|celery|scheduler|sentry|socketio|toolbar|debug_toolbar|executor|admin_auth|auth|oauth|principal)$/;
/** Default paths of their routes: the Prometheus exporters of FastAPI and Flask. */
const PLACES: Readonly<Record<string, string>> = { expose: '/metrics', PrometheusMetrics: '/metrics' };
/** Limit of visited expressions of one file. */
const MOST_NODES = 200_000;

/**
 * Unsupported registrations on an app or router: a route method passed on as a value, a call without a known path, a method
 * looked up by name, routes added to its list. Each becomes a mount of an unresolved value; linking drops it if the target is no
 * router.
 *
 * @param facts the facts of the framework extractors
 */
export function escapes(source: Source, facts: readonly Fact[], by: string): readonly Fact[] {
  const read = facts.flatMap((fact) =>
    fact.kind === 'route' || (fact.kind === 'mount' && fact.same !== true) ? [placeOf(fact.at)] : [],
  );
  read.sort((a, b) => a - b);
  const found: Fact[] = [];
  const lose = (scope: Scope, router: Node, node: Node, { child, prefix = '' }: Lost): void => {
    const at = source.at(node.start);
    if (holds(read, placeOf(at), placeOf(source.at(node.end)))) return;
    // the route table of an app stands for the app
    for (const of of router.kind === 'attribute' && router.name === 'router' ? [router, router.of] : [router])
      found.push({
        ...{ kind: 'mount', by, parent: readValue(source, scope, of), child, certainty: 'router', at },
        ...(prefix === '' ? {} : { prefix: literal(prefix) }),
      });
  };
  let nodes = 0;
  for (const [scope, roots] of rootsOf(source)) {
    const called = new Set<Node>();
    const open = [...roots];
    for (let node = open.pop(); node !== undefined && nodes < MOST_NODES; node = open.pop()) {
      nodes += 1;
      if (node.kind === 'call') {
        called.add(node.of);
        readCall(node, (router, why, prefix) => lose(scope, router, node, { child: unknown(why), prefix }));
        for (const router of takenBy(scope, node))
          lose(scope, router, node, {
            child: readValue(source, scope, node.of),
            prefix: knownStart(node) || PLACES[lastName(node.of) ?? ''],
          });
      } else if (node.kind === 'attribute' && REGISTERS.test(node.name) && !called.has(node))
        lose(scope, node.of, node, { child: unknown(`${node.name} of a router is passed on`) });
      open.push(...partsOf(node));
    }
  }
  return found;
}

/** Places as ordered numbers: columns beyond a million are cut off. */
const placeOf = ({ line, column }: Fact['at']): number => line * 1e6 + Math.min(column, 1e6 - 1);

/** Whether one of the sorted places is in a range. */
function holds(places: readonly number[], from: number, to: number): boolean {
  return (places[countWhile(places, (one) => one < from)] ?? Number.POSITIVE_INFINITY) < to;
}

interface Lost {
  /** The mounted value: unresolved, or a function that is certainly not part of the service. */
  readonly child: Expression;
  readonly prefix?: string | undefined;
}

/** The apps and routers that a call may register on; linking leaves out functions of the service. */
function takenBy(scope: Scope, { of, arguments: given }: Call): readonly Node[] {
  // `plugins.register_routes(app)`, where `plugins` is the result of a call
  if (isOfSomething(scope, of))
    return given.flatMap(({ star, value }) => (star === undefined && APP.test(lastName(value) ?? '') ? [value] : []));
  if (!mayRegister(scope, of)) return [];
  return given.flatMap(({ star, value }) => (star === undefined ? routersIn(scope, value) : []));
}

const APP = /^(?:\w{1,40}_)?(?:app|application)$/;

/** `register_routes` and similar methods of a call's result that is no app itself. */
function isOfSomething(scope: Scope, of: Node): boolean {
  if (of.kind !== 'attribute' || !/^register_\w/.test(of.name) || REGISTERS.test(of.name) || of.of.kind !== 'name') return false;
  const binding = lookup(scope, of.of.name)?.binding;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  return made?.kind === 'call' && originOf(scope, made.of) === undefined && !NAMED.test(of.of.name);
}

/** Whether the called function may register routes on its argument: no known harmless package defines it. */
function mayRegister(scope: Scope, of: Node): boolean {
  const name = lastName(of) ?? '';
  if (REGISTERS.test(name)) return false;
  let root = of;
  while (root.kind === 'attribute' || (root.kind === 'call' && root !== of)) root = root.of;
  if (root.kind !== 'name') return TAKES.test(name);
  const binding = lookup(scope, root.name)?.binding;
  if (binding === undefined) return scopeOfModule(scope).stars.length > 0 && of.kind === 'name';
  if (binding.kind === 'variable') {
    const [made] = binding.values;
    const origin = made?.kind === 'call' ? originOf(scope, made.of) : undefined;
    const isHandler = of.kind === 'attribute' && made?.kind === 'call' && TAKES.test(name) && !FOLLOWED.test(name);
    return isHandler && (origin === undefined ? !EXTENSIONS.test(root.name) : !isHarmless(origin));
  }
  if (binding.kind !== 'import') return false;
  if (isHarmless(originOf(scope, root) ?? '')) return name in PLACES;
  if (of.kind === 'name' || binding.imported === '*') return true;
  // a member of an imported object: an app, an extension, a module or anything else
  return TAKES.test(name) && !FOLLOWED.test(name) && !NAMED.test(root.name) && !EXTENSIONS.test(root.name);
}

function scopeOfModule(scope: Scope): Scope {
  return scope.parent === undefined ? scope : scopeOfModule(scope.parent);
}

/**
 * The parts of an argument that may be apps or routers, by name or by the creating call: the value itself, or entries of a
 * dictionary or list.
 */
function routersIn(scope: Scope, value: Node, depth = 0): readonly Node[] {
  if (depth > 2) return [];
  if (value.kind === 'dict') return value.entries.flatMap((one) => routersIn(scope, one.value, depth + 1));
  if (value.kind === 'list' || value.kind === 'tuple') return value.items.flatMap((one) => routersIn(scope, one, depth + 1));
  if (value.kind === 'attribute') return NAMED.test(value.name) ? [value] : [];
  if (value.kind !== 'name') return [];
  const found = lookup(scope, value.name);
  const [made] = found?.binding.kind === 'variable' ? found.binding.values : [];
  if (found !== undefined && made !== undefined && /^(?:dict|list|tuple)$/.test(made.kind))
    return routersIn(found.scope, made, depth + 1);
  return NAMED.test(value.name) || (made?.kind === 'call' && MAKES.test(lastName(made.of) ?? '')) ? [value] : [];
}

function readCall(call: Call, lose: (router: Node, why: string, prefix?: string) => void): void {
  const { of } = call;
  const [first, second] = call.arguments;
  if (of.kind === 'name' && of.name === 'getattr' && first !== undefined) {
    const name = plainText(second?.value);
    if (name === undefined || REGISTERS.test(name)) lose(first.value, 'a method of a router is found by its name');
  }
  if (of.kind !== 'attribute') return;
  // `users.blueprint()` creates one
  const makes = of.name === 'blueprint' && call.arguments.length === 0;
  if (REGISTERS.test(of.name) && !makes) lose(of.of, `what ${of.name} registers is not read`, knownStart(call));
  else if (FILLS.test(of.name) && of.of.kind === 'attribute' && TABLES.test(of.of.name))
    lose(of.of.of, 'routes are put into the list of a router');
}

/** The literal start of a registered path, in whole segments. */
function knownStart({ arguments: given }: Call): string {
  for (const { name, star, value } of given) {
    const text =
      star === undefined && (name === undefined || /^(?:path|rule|uri|prefix|url_prefix|endpoint)$/.test(name))
        ? plainText(value)
        : undefined;
    if (text?.startsWith('/') === true) return /^(?:\/[^/<{(]{1,200}(?=\/|$)){0,20}/.exec(text)?.[0] ?? '';
  }
  return '';
}

/** The expressions of a file, by the scope in which their names are resolved. */
function rootsOf({ definitions }: Source): readonly (readonly [Scope, readonly Node[]])[] {
  const ofScopes = definitions.scopes.map((scope): readonly [Scope, readonly Node[]] => {
    const bound = [...scope.bindings.values()].flatMap((one) =>
      one.kind === 'variable' ? [...one.values, ...one.added] : one.kind === 'loop' ? one.loops.map(({ over }) => over) : [],
    );
    const all = [...scope.calls.map(({ node }) => node), ...scope.results, ...bound];
    return [scope, [...new Set(all.flatMap((node) => node ?? []))]];
  });
  const decorated = [...definitions.functions.map(({ inside, decorators }) => ({ scope: inside.parent ?? inside, decorators }))];
  const classes = definitions.classes.map(({ outside, decorators }) => ({ scope: outside, decorators }));
  return [...ofScopes, ...[...decorated, ...classes].map(({ scope, decorators }) => [scope, decorators] as const)];
}
