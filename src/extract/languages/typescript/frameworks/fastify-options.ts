import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { BodyHook, Route } from '../../../../facts/fact.js';
import { objectOf } from '../names/in-file.js';
import { assigned, memberName } from '../names/names.js';
import { lowerArgument } from '../routers/lower.js';
import { PAYLOAD, throughOf } from '../sends/payload-hooks.js';
import { middlewareOf } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { readValue } from '../values/values.js';
import { ANSWERING } from './fastify-table.js';

/** What a route's options say of what is sent. */
type OptionParts = Pick<Route, 'serializes' | 'before' | 'hooks'>;

/** `options.schema.response`, and hooks: https://fastify.dev/docs/latest/Reference/Routes/#routes-options */
export function optionsOf(source: Source, options: ts.Expression): OptionParts {
  const object = objectOf(source, options);
  const isOpen = object?.properties.some((one) => ts.isSpreadAssignment(one)) === true;
  const schema = object && lowerArgument(source, object).member('schema')?.value;
  const elsewhere = object !== undefined && !isOpen ? undefined : readValue(source, unwrap(options));
  const around = withHooksElsewhere(object === undefined ? {} : hooksOf(source, object), elsewhere);
  if (object !== undefined && schema === undefined && !isOpen) return around;
  const of: Expression = schema ?? { kind: 'member', of: readValue(source, unwrap(options)), name: 'schema' };
  return { ...around, serializes: { kind: 'member', of, name: 'response' } };
}

const CHANGING = ['preSerialization', 'onSend'];

/** Hooks of options that are not all written out here: linking asks for them by name. */
function withHooksElsewhere({ before = [], hooks = [] }: OptionParts, of: Expression | undefined): OptionParts {
  const named = (names: readonly string[]): readonly Expression[] =>
    of === undefined ? [] : names.map((name): Expression => ({ kind: 'member', of, name }));
  const changing = named(CHANGING).map((unless): BodyHook => ({ through: CHANGED, unless, index: PAYLOAD }));
  const all = { before: [...before, ...named(ANSWERING)], hooks: [...hooks, ...changing] };
  return { ...(all.before.length > 0 && { before: all.before }), ...(all.hooks.length > 0 && { hooks: all.hooks }) };
}
const CHANGED: Expression = { kind: 'unknown', why: 'a hook in the options of the route may change the body' };

/** Functions of a route that may answer before its handler, and those that its bodies pass through. */
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

/** The functions of an option: one, a method, or a list of them. */
function givenFor(options: ts.ObjectLiteralExpression, name: string): readonly (ts.Expression | ts.MethodDeclaration)[] {
  const given = assigned(options, name);
  const node = given && unwrap(given);
  if (node !== undefined) return ts.isArrayLiteralExpression(node) ? node.elements : [node];
  return options.properties.filter(ts.isMethodDeclaration).filter((one) => memberName(one.name) === name);
}
