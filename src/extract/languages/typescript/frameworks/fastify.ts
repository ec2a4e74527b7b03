import { ts } from 'ts-morph';
import type { Fact, Router } from '../../../../facts/fact.js';
import { place } from '../names/names.js';
import type { Call, Found, RouterFile, RouterFramework } from '../routers/framework.js';
import { lowerCall } from '../routers/lower.js';
import { receiverOf } from '../routers/receivers.js';
import { methodCall } from '../values/router-calls.js';
import { hookOf } from './fastify-hooks.js';
import { optionsOf } from './fastify-options.js';
import { isWrapping, pluginFit, registeredBy, wrappedPlugins } from './fastify-plugins.js';
import { fastifyProfile } from './fastify-profile.js';
import { replySendsOf } from './fastify-sends.js';
import { BY, RETURNED, table } from './fastify-table.js';

/** Routes, plugins and hooks of Fastify (3 to 5), as the calls of a file register them. */
export const fastify: RouterFramework = {
  ...fastifyProfile,
  table,
  prepare: (file) => ({ facts: wrappedPlugins(file) }),
  parameter: pluginFit,
  call,
  optionsOf,
  sends: replySendsOf,
  finish: (_, facts) => [...facts, ...parametersOf(facts)],
};

function call(file: RouterFile, call: Call): Found | undefined {
  if (isWrapping(file.source, call)) return { facts: [] };
  const called = methodCall(call);
  if (called === undefined || !ts.isCallExpression(call)) return undefined;
  const { name = '' } = called;
  if (!/^(?:register|addSchema|addHook|setReplySerializer)$/.test(name)) return undefined;
  const receiver = receiverOf(file, table, called.receiver, undefined);
  if (name === 'addHook' || name === 'setReplySerializer') {
    const hook = hookOf(file.source, call, receiver?.value);
    return hook && { ...(receiver && { fit: receiver.fit }), facts: [hook] };
  }
  if (receiver === undefined) return undefined;
  const { fit, value } = receiver;
  if (name === 'addSchema') {
    const facts = sharedBy(file, call);
    return facts && { fit, facts };
  }
  const registered = registeredBy(file.source, call, called, value);
  return registered && { ...registered, fit };
}

/** `fastify.addSchema({ $id: 'user', … })` */
function sharedBy({ source }: RouterFile, call: ts.CallExpression): readonly Fact[] | undefined {
  const lowered = lowerCall(source, call, methodCall(call));
  const schema = lowered.arguments[0]?.value;
  if (schema === undefined) return undefined;
  const name = `schema@${place(source.tree, call)}`;
  const { at } = lowered;
  return [
    { kind: 'shared', by: BY, schema, declared: name, at },
    { kind: 'declaration', name, form: 'alias', type: { kind: 'operator', operator: 'described', of: schema }, at },
  ];
}

/** Every parameter that something hangs on is an instance of its own, which callers register or pass. */
function parametersOf(facts: readonly Fact[]): readonly Router[] {
  const routers = new Map<string, Router>();
  for (const fact of facts) {
    const isOn = fact.kind === 'mount' || fact.kind === 'route' || fact.kind === 'wrap';
    const on = !isOn || fact.by !== BY ? undefined : fact.kind === 'mount' ? fact.parent : fact.router;
    if (on?.kind !== 'parameter' || on.of !== undefined) continue;
    const name = `${on.callable}:${on.index}`;
    if (!routers.has(name)) routers.set(name, { kind: 'router', by: BY, name, root: false, returned: RETURNED, at: fact.at });
  }
  return [...routers.values()];
}
