import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { RESPONDER, suffixMember } from '../../responders.js';
import { passedOn } from '../../routing/hand-on.js';
import { bracedPath } from '../../routing/paths.js';
import { retainedRouters, type Stored, storedIn } from '../../routing/stored-routers.js';
import { type ClassDefinition, type FunctionDefinition, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { argument, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { typeOf } from '../../types.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { recordSends } from './sends.js';

const BY = frameworkProfiles.falcon.id;
type Call = Extract<Node, { kind: 'call' }>;

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
}

/** Falcon (https://falcon.readthedocs.io/en/stable/). */
export const falcon: Extractor<Source> = {
  ...frameworkProfiles.falcon,
  extract: (source): Extraction => {
    const reading: Reading = { source, facts: [] };
    const { functions, classes, scopes } = source.definitions;
    for (const definition of functions) recordSends(source, definition);
    for (const definition of classes) readClass(reading, definition);
    for (const scope of scopes) {
      for (const stored of storedIn(scope)) readApp(reading, scope, stored);
      reading.facts.push(...retainedRouters(source, BY, scope));
      for (const { node } of scope.calls) {
        if (node.kind !== 'call') continue;
        readCall(reading, scope, node);
        reading.facts.push(...passedOn(source, scope, node, BY, (of, made) => made.kind === 'call' && isApp(of, made.of)));
      }
    }
    return { facts: reading.facts, gaps: [] };
  },
};

const isApp = (scope: Scope, node: Node): boolean => /^falcon(?:\.\w{1,40}){0,3}\.(?:App|API)$/.test(originOf(scope, node) ?? '');

function readApp({ source, facts }: Reading, scope: Scope, { fact: name, made, start }: Stored): void {
  if (isApp(scope, made.of)) facts.push({ kind: 'router', by: BY, name, root: true, at: source.at(start) });
}

/** A resource class with its responders, or a class that extends the app. */
function readClass(reading: Reading, definition: ClassDefinition): void {
  const { source, facts } = reading;
  const { fact, outside, methods } = definition;
  const at = source.at(definition.start);
  const bases = definition.arguments.flatMap(({ name, star, value }) =>
    name === undefined && star === undefined ? [value] : [],
  );
  if (bases.some((base) => isApp(outside, base))) {
    facts.push({ kind: 'router', by: BY, name: fact, root: true, at });
    return;
  }
  const responders = methods.flatMap((method) => {
    const [, verb, suffix = ''] = RESPONDER.exec(method.name) ?? [];
    return verb === undefined ? [] : [{ method, verb: verb.toUpperCase(), suffix }];
  });
  for (const suffix of new Set(responders.map((one) => one.suffix))) {
    const own = responders.filter((one) => one.suffix === suffix);
    const name = `${fact}${suffixMember(suffix)}`;
    const router: Expression = { kind: 'name', name, space: 'value' };
    facts.push({ kind: 'router', by: BY, name, root: false, loose: true, at });
    for (const { method, verb } of own) facts.push(routeOf(reading, definition, method, verb, router));
    const except = own.map(({ method }) => method.name);
    for (const base of bases) {
      if (/^(?:falcon|typing|abc)\b|^object$/.test(originOf(outside, base) ?? '')) continue;
      const child = suffixed(typeOf(source, outside, base), suffix);
      facts.push({ kind: 'mount', by: BY, parent: router, child, except, certainty: 'unlikely', at });
    }
  }
}

/** The member of a class that answers for a suffix. */
const suffixed = (of: Expression, suffix: string): Expression => ({ kind: 'member', of, name: suffixMember(suffix) });

function routeOf(
  { source }: Reading,
  { decorators }: ClassDefinition,
  method: FunctionDefinition,
  verb: string,
  router: Expression,
): Route {
  const { inside, fact, start } = method;
  const isAfter = [...decorators, ...method.decorators].some(
    (one) => one.kind === 'call' && lastName(one.of) === 'after' && originOf(inside, one.of)?.startsWith('falcon') === true,
  );
  const handler: Expression = { kind: 'name', name: fact, space: 'value' };
  const sent = isAfter
    ? { responses: [], incomplete: 'a hook may change what it sends' }
    : throughDecorators(source, method, start, { responses: [], handler }, (_, origin) => /^falcon\b/.test(origin));
  return { kind: 'route', by: BY, method: verb, path: literal(''), router, member: method.name, ...sent, at: source.at(start) };
}

/** `app.add_route('/items/{id}', Items(), suffix='one')`, `app.add_sink(proxy, '/old')`. */
function readCall({ source, facts }: Reading, scope: Scope, call: Call): void {
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const at = source.at(call.start);
  const parent = readValue(source, scope, of);
  if (name === 'add_sink') {
    const start = /^(?:\/[\w-]{1,80}(?=\/|$)){0,9}/.exec(plainText(argument(call, 1, 'prefix')) ?? '')?.[0] ?? '';
    facts.push({ kind: 'mount', by: BY, parent, child: unknown('a sink'), prefix: literal(start), certainty: 'router', at });
    return;
  }
  const path = argument(call, 0, 'uri_template');
  const resource = argument(call, 1, 'resource');
  if (name !== 'add_route' || path === undefined || resource === undefined) return;
  const given = option(call, 'suffix');
  const isPlain = given === undefined || (given.kind === 'constant' && given.value === null);
  const suffix = isPlain ? '' : plainText(given);
  const value = readValue(source, scope, resource);
  const child = suffix === undefined ? unknown('which responders answer is not read') : suffixed(value, suffix);
  facts.push({
    kind: 'mount',
    by: BY,
    parent,
    child,
    prefix: bracedPath(readValue(source, scope, path)),
    certainty: 'router',
    placed: true,
    at,
  });
}
