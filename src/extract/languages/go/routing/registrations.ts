import type { Expression } from '../../../../facts/expression.js';
import type { Registration } from '../../../../facts/fact.js';
import { parametersIn } from '../../../../facts/parameters.js';
import { groupBy } from '../../../../model/multi-map.js';
import { mentionedName } from '../names.js';
import { bindingOf, inside, type Place, type PossibleRegistration, type Source, unknown } from '../source.js';
import { fieldsOf } from '../struct-fields.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { STANDARD } from './escapes.js';
import { packageMember, structOf, typeNameOf, wrappedRouter } from './hints.js';

/** Routes have no more arguments than this. */
const MOST_ARGUMENTS = 8;
/** Further calls of one file are not recorded. */
const MOST_CALLS = 5000;
const NAMES =
  /^(?:get|post|put|patch|del|delete|head|any|all|mount|(?:handle|register|add|route|method|endpoint|api|secure|public|auth|with)\w*)$/i;
/** Functions that take values with routes. */
const TAKES = /rout|handler|server|mux|api|endpoint|controller|service|^(?:mount|register|setup|serve|run)/i;
const PATH = /^(?:[A-Z]+ )?\//;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Records a call of a function that may register routes: `a.get("/users", a.list)`. */
export function registrationCall(place: Place, node: CallNode): void {
  const { source, loops, within } = place;
  const { of, given, spread } = node;
  if ((of.kind !== 'name' && of.kind !== 'member') || given.length === 0 || source.calls.length >= MOST_CALLS) return;
  const target = packageMember(place, of);
  if (target !== undefined && STANDARD.test(target.path)) return;
  const last = given.at(-1);
  if (last === undefined || !HANDLERS.has(last.kind)) return;
  const texts = given.slice(0, 3).some((one) => one.kind === 'string' && (PATH.test(one.value) || METHOD.test(one.value)));
  const fact: Registration = {
    kind: 'registration',
    by: 'go/net-http',
    callable: calledOn(place, of),
    given: given.slice(0, MOST_ARGUMENTS).map((one) => readValue(place, one)),
    ...(spread && { spread }),
    ...(loops.length > 0 && { each: loops }),
    at: placeOf(source.text, of.end - of.name.length),
  };
  const isRoute = given.length > 1 && (texts || (NAMES.test(of.name) && given[0] !== undefined && HANDLERS.has(given[0].kind)));
  const looksLikeRoute = isRoute || [of, ...given].some((one) => TAKES.test(lastName(one)));
  source.calls.push({ fact, name: of.name, within, looksLikeRoute });
}

/** In `r.With(auth).Get` on a router parameter `r`, the method belongs to the type of `r`. */
function calledOn(place: Place, of: Node & { kind: 'name' | 'member' }): Expression {
  let base: Node = of;
  while (base.kind === 'member' || base.kind === 'call') base = base.of;
  const type = base.kind === 'name' && of.kind === 'member' ? bindingOf(place.scope, base.name)?.type : undefined;
  return type === undefined ? readValue(place, of) : { kind: 'member', of: type, name: of.name };
}

/** The last name in an expression: `NewController` of `&api.NewController(db)`. */
function lastName(node: Node): string {
  if (node.kind === 'name' || node.kind === 'member') return node.name;
  if (node.kind === 'composite') return node.type === undefined ? '' : lastName(node.type);
  return node.kind === 'call' || node.kind === 'unary' ? lastName(node.of) : '';
}

const HANDLERS: ReadonlySet<Node['kind']> = new Set(['name', 'member', 'function', 'call', 'binary', 'composite', 'unary']);

/** Whether the call is a method call on a struct of this file, which is analysed itself. */
export function isOwnMethod(place: Place, of: Node & { kind: 'member' }): boolean {
  const type = typeNameOf(place, of.of);
  if (type === undefined || wrappedRouter(place.source, type) !== undefined) return false;
  return place.source.methods.get(type)?.has(of.name) === true;
}

/** Limit of other files to read because they mention one registering function. */
const MOST_MENTIONS = 8;

/**
 * The calls of a file that may register routes. If a function of the file registers what its parameters describe, files that
 * mention it are requested too: otherwise a route of an unread call would look missing.
 */
export function registrationsIn(source: Source): readonly Registration[] {
  const registering = new Set(
    source.facts.flatMap((fact) => (fact.kind === 'route' ? takenBy(source, [fact.path, fact.methods, fact.each]) : [])),
  );
  const own = new Set(source.functions.map(({ name }) => name));
  const routes = source.calls.filter(({ name, looksLikeRoute }) => looksLikeRoute && !own.has(name));
  const surely = passedOn(source, registering);
  const all = passedOn(source, new Set([...surely, ...takersOf(source, routes)]));
  const names = new Set([...all].map(named));
  const isLocal = [...surely].some((name) => /@/.test(name));
  const calls = source.calls.filter(({ name, looksLikeRoute }) => (own.has(name) ? names.has(name) : looksLikeRoute || isLocal));
  const passed = [...surely].filter((name) => source.passedFunctions.has(named(name)) || source.passedFunctions.has(name));
  const mentions = [...surely]
    .map(named)
    .filter((name) => own.has(name))
    .flatMap((name) => mentionsOf(source, name));
  return [...calls.map(({ fact }) => fact), ...passed.map((name) => calledByOthers(source, name)), ...mentions];
}

/** The arguments that other code passes to a registering function are unknown. */
function calledByOthers(source: Source, name: string): Registration {
  const { at } = source.callables.get(name) ?? { at: { line: 1, column: 1 } };
  const given = Array.from({ length: MOST_ARGUMENTS }, () => unknown('others call the function'));
  return { kind: 'registration', by: 'go/net-http', callable: { kind: 'name', name, space: 'value' }, given, at };
}

const named = (name: string): string => name.slice(name.indexOf('#') + 1);

/** These functions, and all that pass their own parameters on to one of them. */
function passedOn(source: Source, first: ReadonlySet<string>): ReadonlySet<string> {
  const calls = groupBy(source.calls, (call) => call.name);
  const all = new Set(first);
  // the loop also visits names added during it
  for (const name of all) {
    for (const taker of takersOf(source, calls.get(named(name)) ?? [])) all.add(taker);
    calls.delete(named(name));
  }
  return all;
}

const takersOf = (source: Source, calls: readonly PossibleRegistration[]): readonly string[] =>
  calls.flatMap(({ fact }) => takenBy(source, fact.given));

function mentionsOf(source: Source, name: string): readonly Registration[] {
  const at = placeOf(source.text, source.functions.find((one) => one.name === name)?.start ?? 0);
  return Array.from({ length: MOST_MENTIONS }, (_, index): Registration => {
    const callable = mentionedName(source, name, index + 1, at);
    return { kind: 'registration', by: 'go/net-http', callable, given: [], at };
  });
}

/** The functions whose parameters a value is built from. The fields of a struct do not count for its methods. */
const takenBy = ({ constants }: Source, made: unknown): readonly string[] =>
  parametersIn(made, constants, ({ operator }) => operator === 'filled');

/** `spec.handler`, a field of a struct of this file that the function is given, as what the caller passes. */
export function passedField(place: Place, node: Node, isSuch = (_type: Node): boolean => true): Expression | undefined {
  const { source, scope } = place;
  if (node.kind !== 'member' || node.of.kind !== 'name') return undefined;
  const passed = bindingOf(scope, node.of.name)?.passed;
  const struct = passed && structOf(place, node.of);
  const field = struct && fieldsOf(source, struct.body).find(({ name }) => name === node.name);
  return passed && field && isSuch(field.type) ? { kind: 'member', of: passed, name: node.name } : undefined;
}

/** `mux.Handle(spec.path, spec.handler)`: what a caller passes tells the route. */
export function asPassed(place: Place, nodes: readonly Node[]): Place {
  const scope = inside(place.scope);
  for (const node of nodes) {
    const field = passedField({ ...place, scope }, node);
    if (field?.kind === 'member' && node.kind === 'member' && node.of.kind === 'name')
      scope.names.set(node.of.name, { expression: field.of });
  }
  return { ...place, scope };
}
