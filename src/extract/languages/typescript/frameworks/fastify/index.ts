import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { BodyHook, Fact, ResponseTransform, Route, Router } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { objectOf } from '../../names/in-file.js';
import { assigned, memberName, place } from '../../names/names.js';
import { constantOf, lookup } from '../../names/scope.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerArgument, lowerCall } from '../../routers/lower.js';
import { receiverOf } from '../../routers/receivers.js';
import { PAYLOAD, type Through, throughOf } from '../../sends/payload-hooks.js';
import { middlewareOf } from '../../sends/rewrites.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';
import { isWrapping, pluginFit, registeredBy, wrappedPlugins } from './plugins.js';
import { replySendsOf } from './sends.js';
import { ANSWERING, BY, RETURNED, table } from './table.js';

/** The effects of a route's options on its responses. */
type OptionParts = Pick<Route, 'serializes' | 'fillsDefaults' | 'before' | 'hooks'>;

/** `options.schema.response`, and hooks: https://fastify.dev/docs/latest/Reference/Routes/#routes-options */
function optionsOf(source: Source, options: ts.Expression): OptionParts {
  const object = objectOf(source, options);
  const isOpen = object?.properties.some((one) => ts.isSpreadAssignment(one)) === true;
  const schema = object && lowerArgument(source, object).member('schema')?.value;
  const elsewhere = object !== undefined && !isOpen ? undefined : readValue(source, unwrap(options));
  const around = withHooksElsewhere(object === undefined ? {} : hooksOf(source, object), elsewhere);
  if (object !== undefined && schema === undefined && !isOpen) return around;
  const of: Expression = schema ?? { kind: 'member', of: readValue(source, unwrap(options)), name: 'schema' };
  return { ...around, serializes: { kind: 'member', of, name: 'response' }, fillsDefaults: true };
}

const CHANGING = ['preSerialization', 'onSend'];

/** Hooks of options that are not all literals here: linking resolves them by name. */
function withHooksElsewhere({ before = [], hooks = [] }: OptionParts, of: Expression | undefined): OptionParts {
  const named = (names: readonly string[]): readonly Expression[] =>
    of === undefined ? [] : names.map((name): Expression => ({ kind: 'member', of, name }));
  const changing = named(CHANGING).map((unless): BodyHook => ({ through: CHANGED, unless, index: PAYLOAD }));
  const all = { before: [...before, ...named(ANSWERING)], hooks: [...hooks, ...changing] };
  return { ...(all.before.length > 0 && { before: all.before }), ...(all.hooks.length > 0 && { hooks: all.hooks }) };
}
const CHANGED: Expression = { kind: 'unknown', why: 'a hook in the options of the route may change the body' };

/** Functions of a route that may answer before its handler, and those that transform its bodies. */
function hooksOf(source: Source, options: ts.ObjectLiteralExpression): OptionParts {
  const before = middlewareOf(
    source,
    ANSWERING.flatMap((name) => givenFor(options, name)),
  );
  const hooks = CHANGING.flatMap((name) =>
    givenFor(options, name).flatMap((one): readonly BodyHook[] => {
      const through = throughOf(source, name, one);
      return through === undefined ? [] : [{ ...through, index: PAYLOAD }];
    }),
  );
  return { ...(before.length > 0 && { before }), ...(hooks.length > 0 && { hooks: hooks.reverse() }) };
}

/** The functions of an option: a function, a method, or a list. */
function givenFor(options: ts.ObjectLiteralExpression, name: string): readonly (ts.Expression | ts.MethodDeclaration)[] {
  const given = assigned(options, name);
  const node = given && unwrap(given);
  if (node !== undefined) return ts.isArrayLiteralExpression(node) ? node.elements : [node];
  return options.properties.filter(ts.isMethodDeclaration).filter((one) => memberName(one.name) === name);
}

/** Routes, plugins and hooks of Fastify (3 to 5), as the calls of a file register them. */
export const fastify: RouterFramework = {
  ...frameworkProfiles.fastify,
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

/** Every parameter with registrations is a separate instance, which callers register or pass. */
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

const SERIALIZED: Through = { through: { kind: 'unknown', why: 'a serializer of the service makes the body' } };

/**
 * A hook that may change the results of handlers: `instance.addHook('preSerialization', …)`, `onSend`, a serializer of replies.
 */
function hookOf(source: Source, call: ts.CallExpression, instance: Expression | undefined): ResponseTransform | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const [first, second] = call.arguments;
  const isHook = callee.name.text === 'addHook' && first !== undefined && second !== undefined;
  const name = isHook ? eventOf(source, first) : callee.name.text;
  if (isHook && ANSWERING.includes(name)) return answeringHook(source, callee, second, instance);
  if (name !== 'preSerialization' && name !== 'onSend' && name !== 'setReplySerializer') return undefined;
  const through = isHook ? throughOf(source, name, second) : SERIALIZED;
  const router = through && (instance ?? parameterOf(source, callee.expression));
  if (router === undefined || through === undefined) return undefined;
  return { kind: 'wrap', by: BY, router, ...through, index: PAYLOAD, below: true, at: atOf(source, callee.name) };
}

/** A hook that may answer before the handlers: https://fastify.dev/docs/latest/Reference/Hooks/#respond-to-a-request-from-a-hook */
function answeringHook(
  source: Source,
  { expression, name }: ts.PropertyAccessExpression,
  given: ts.Expression,
  instance: Expression | undefined,
): ResponseTransform | undefined {
  const [middleware] = middlewareOf(source, [given]);
  const router = middleware && (instance ?? parameterOf(source, expression));
  if (router === undefined || middleware === undefined) return undefined;
  const through: Expression = { kind: 'unknown', why: 'a hook may change the body' };
  return { kind: 'wrap', by: BY, router, through, middleware, below: true, past: true, at: atOf(source, name) };
}

/** A name that is neither a literal nor a constant of the file may be any: assume the hook that can change most. */
function eventOf(source: Source, name: ts.Expression): string {
  const text = unwrap(constantOf(source, name) ?? name);
  return ts.isStringLiteralLike(text) ? text.text : 'onSend';
}

/** A parameter with such hooks is an instance, whatever its name is. */
function parameterOf(source: Source, node: ts.Expression): Expression | undefined {
  const at = unwrap(node);
  return ts.isIdentifier(at) && lookup(source, at)?.kind === 'parameter' ? readValue(source, at) : undefined;
}
