import type { Expression } from '../../../../facts/expression.js';
import type { Registration } from '../../../../facts/fact.js';
import { parametersIn } from '../../../../facts/parameters.js';
import { mentionedName } from '../names.js';
import { bindingOf, type Place, type PossibleRegistration, type Source, unknown } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { STANDARD } from './escapes.js';
import { packageMember, typeNameOf, wrappedRouter } from './hints.js';

/** Arguments beyond these say nothing of a route. */
const MOST_ARGUMENTS = 8;
/** Calls of one file beyond this are no registrations. */
const MOST_CALLS = 5000;
const NAMES =
  /^(?:get|post|put|patch|del|delete|head|any|all|mount|(?:handle|register|add|route|method|endpoint|api|secure|public|auth|with)\w*)$/i;
/** Functions that are given what makes routes. */
const TAKES = /rout|handler|server|mux|api|endpoint|controller|service|^(?:mount|register|setup|serve|run)/i;
const PATH = /^(?:[A-Z]+ )?\//;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Writes down a call that may be one of a function that registers: `a.get("/users", a.list)`. */
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

/** A method of `r` in `r.With(auth).Get`, where `r` is a router that a function is given, is that of its type. */
function calledOn(place: Place, of: Node & { kind: 'name' | 'member' }): Expression {
  let base: Node = of;
  while (base.kind === 'member' || base.kind === 'call') base = base.of;
  const type = base.kind === 'name' && of.kind === 'member' ? bindingOf(place.scope, base.name)?.type : undefined;
  return type === undefined ? readValue(place, of) : { kind: 'member', of: type, name: of.name };
}

/** What something is called: `NewController` of `&api.NewController(db)`. */
function lastName(node: Node): string {
  if (node.kind === 'name' || node.kind === 'member') return node.name;
  if (node.kind === 'composite') return node.type === undefined ? '' : lastName(node.type);
  return node.kind === 'call' || node.kind === 'unary' ? lastName(node.of) : '';
}

const HANDLERS: ReadonlySet<Node['kind']> = new Set(['name', 'member', 'function', 'call', 'binary', 'composite', 'unary']);

/** Whether a method of a struct of this file is called, which says itself what it does. */
export function isOwnMethod(place: Place, of: Node & { kind: 'member' }): boolean {
  const type = typeNameOf(place, of.of);
  if (type === undefined || wrappedRouter(place.source, type) !== undefined) return false;
  return place.source.methods.get(type)?.has(of.name) === true;
}

/** Other files of a package that are read for mentioning one function that registers. */
const MOST_MENTIONS = 8;

/**
 * Of the calls of a file those that may register routes. Where a function of the file registers by what it is given, files that mention
 * it are asked for, as a call that nobody reads would be a route that seems to be missing.
 */
export function registrationsIn(source: Source): readonly Registration[] {
  const registering = new Set(
    source.facts.flatMap((fact) => (fact.kind === 'route' ? takenBy(source, [fact.path, fact.methods, fact.each]) : [])),
  );
  const own = new Set(source.functions.map(({ name }) => name));
  const routes = source.calls.filter(({ name, looksLikeRoute }) => looksLikeRoute && !own.has(name));
  const surely = handedOn(source, registering);
  const all = handedOn(source, new Set([...surely, ...takersOf(source, routes)]));
  const names = new Set([...all].map(named));
  const isLocal = [...surely].some((name) => /@/.test(name));
  const calls = source.calls.filter(({ name, looksLikeRoute }) => (own.has(name) ? names.has(name) : looksLikeRoute || isLocal));
  const handed = [...surely].filter((name) => source.handedFunctions.has(named(name)) || source.handedFunctions.has(name));
  const mentions = [...surely]
    .map(named)
    .filter((name) => own.has(name))
    .flatMap((name) => mentionsOf(source, name));
  return [...calls.map(({ fact }) => fact), ...handed.map((name) => calledByOthers(source, name)), ...mentions];
}

/** What others give a function that registers is not known. */
function calledByOthers(source: Source, name: string): Registration {
  const { at } = source.callables.get(name) ?? { at: { line: 1, column: 1 } };
  const given = Array.from({ length: MOST_ARGUMENTS }, () => unknown('others call the function'));
  return { kind: 'registration', by: 'go/net-http', callable: { kind: 'name', name, space: 'value' }, given, at };
}

const named = (name: string): string => name.slice(name.indexOf('#') + 1);

/** Functions, and those that hand what they are given on to one of them. */
function handedOn(source: Source, first: ReadonlySet<string>): ReadonlySet<string> {
  const calls = new Map<string, PossibleRegistration[]>();
  for (const call of source.calls) {
    const ofName = calls.get(call.name);
    if (ofName === undefined) calls.set(call.name, [call]);
    else ofName.push(call);
  }
  const all = new Set(first);
  // what is added meanwhile is visited too
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

/** The functions of whose parameters something is made; what a struct was given says nothing of its methods. */
const takenBy = ({ constants }: Source, made: unknown): readonly string[] =>
  parametersIn(made, constants, ({ operator }) => operator === 'filled');
