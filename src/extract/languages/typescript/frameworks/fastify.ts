import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Mount, Route, Router } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { claim, isClaimed } from '../claims.js';
import { place } from '../names/names.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { describedValues } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { hookOf } from './fastify-hooks.js';
import { BY, findInstances, instanceOf, RETURNED } from './fastify-instances.js';
import { handedOn, registeredBy, wrappedPlugin } from './fastify-plugins.js';
import { fastifyProfile } from './fastify-profile.js';
import { fullRouteOf, shorthandOf } from './fastify-routes.js';

/** Routes, plugins and hooks of Fastify (3 to 5), as the calls of a file register them. */
export const fastify: Extractor<Source> = { ...fastifyProfile, extract };

function extract(source: Source): Extraction {
  const calls = callsOf(source.tree).filter((call) => !isClaimed(call));
  const facts: Fact[] = [...findInstances(source, calls)];
  const gaps: FileGap[] = [];
  for (const call of calls) {
    const found = factsOf(source, call, gaps);
    if (found === undefined) continue;
    claim(call);
    facts.push(...found);
  }
  return { facts: [...facts, ...parametersOf(facts)], gaps };
}

/** What a call says; undefined: nothing that is Fastify's. */
function factsOf(source: Source, call: ts.CallExpression | ts.NewExpression, gaps: FileGap[]): readonly Fact[] | undefined {
  const wrapped = wrappedPlugin(source, call);
  if (wrapped !== undefined) return [wrapped];
  if (ts.isCallExpression(call)) {
    const route = shorthandOf(source, call) ?? fullRouteOf(source, call);
    if (route !== undefined) return [route];
    const given = givenRoute(source, call);
    if (given !== undefined) return given;
    const registered = registeredBy(source, call);
    if (registered !== undefined) {
      gaps.push(...registered.gaps);
      return registered.mounts;
    }
    const shared = sharedBy(source, call);
    if (shared !== undefined) return shared;
    const hook = hookOf(source, call);
    if (hook !== undefined) return [hook];
  }
  const handed = handedOn(source, call);
  return handed.length === 0 ? undefined : handed;
}

/** `fastify.route(route)`: an object that is described elsewhere. */
function givenRoute(source: Source, call: ts.CallExpression): readonly Mount[] | undefined {
  const callee = unwrap(call.expression);
  const [given] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'route' || given === undefined) return undefined;
  // an object that is written out here says too little, or is another framework's
  if (ts.isObjectLiteralExpression(unwrap(given)) || ts.isArrayLiteralExpression(unwrap(given))) return undefined;
  const parent = instanceOf(source, callee.expression);
  if (parent === undefined) return undefined;
  const each = loopsAround(source, callee.name);
  const at = atOf(source, callee.name);
  return describedValues(source, unwrap(given)).map((child): Mount => {
    return { kind: 'mount', by: BY, parent, child, ...(each.length > 0 && { each }), certainty: 'router', at };
  });
}

/** `fastify.addSchema({ $id: 'user', … })` */
function sharedBy(source: Source, call: ts.CallExpression): readonly Fact[] | undefined {
  const callee = unwrap(call.expression);
  const [schema] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'addSchema' || schema === undefined) return undefined;
  if (instanceOf(source, callee.expression) === undefined) return undefined;
  const value = readValue(source, unwrap(schema));
  const name = `schema@${place(source.tree, call)}`;
  const at = atOf(source, callee.name);
  const type: Expression = { kind: 'operator', operator: 'described', of: value };
  return [
    { kind: 'shared', by: BY, schema: value, declared: name, at },
    { kind: 'declaration', name, form: 'alias', type, at },
  ];
}

/** Every parameter that something hangs on is an instance of its own, which callers register or pass. */
function parametersOf(facts: readonly Fact[]): readonly Router[] {
  const routers = new Map<string, Router>();
  for (const fact of facts) {
    const on = routerOf(fact);
    if (on?.kind !== 'parameter' || on.of !== undefined) continue;
    const name = `${on.callable}:${on.index}`;
    if (!routers.has(name)) routers.set(name, { kind: 'router', by: BY, name, root: false, returned: RETURNED, at: fact.at });
  }
  return [...routers.values()];
}

function routerOf(fact: Fact): Expression | undefined {
  if (fact.kind === 'mount') return fact.parent;
  return isRouted(fact) ? fact.router : undefined;
}

const isRouted = (fact: Fact): fact is Route | Extract<Fact, { kind: 'wrap' }> => fact.kind === 'route' || fact.kind === 'wrap';
