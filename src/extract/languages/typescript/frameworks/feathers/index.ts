import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import { colons } from '../../../../engine/paths.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf, madeOf, objectOf } from '../../names/in-file.js';
import { assigned, memberName, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf } from '../../names/scope.js';
import { lowerArgument } from '../../routers/lower.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf } from '../../values/fluent-chains.js';
import { isHarmlessPackage } from '../../values/harmless-callees.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { feathersProfile, IMPORTED } from './profile.js';

const BY = feathersProfile.id;
const SERVICE = '(feathers)';
const START = { line: 1, column: 1 };
const named = valueNamed(SERVICE);

/**
 * Methods of a service, with the HTTP method and status of each. https://feathersjs.com/api/application#usepath-service--options
 */
const METHODS: readonly (readonly [name: string, method: string, isOne: boolean, status: number])[] = [
  ['find', 'GET', false, 200],
  ['get', 'GET', true, 200],
  ['create', 'POST', false, 201],
  ['update', 'PUT', true, 200],
  ['patch', 'PATCH', true, 200],
  ['patch', 'PATCH', false, 200],
  ['remove', 'DELETE', true, 200],
  ['remove', 'DELETE', false, 200],
];
const NAMES = new Set(METHODS.map(([name]) => name));

/** Services of Feathers (4 and 5) that REST clients can call. */
export const feathers: Extractor<Source> = { ...feathersProfile, extract };

function extract(source: Source): Extraction {
  const gaps: FileGap[] = [];
  const isFeathers = IMPORTED.test(source.text);
  const facts = callsOf(source.tree).flatMap((call): readonly Fact[] => {
    const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
    if (!ts.isCallExpression(call) || called?.name === undefined) return [];
    if (called.name === 'hooks') return opened(source, call);
    const [path, service, options] = call.arguments;
    if (called.name !== 'use' || !isFeathers || path === undefined || service === undefined) return [];
    const of = serviceOf(source, service);
    if (of === undefined) {
      gaps.push(...unread(source, call, path, service));
      return [];
    }
    source.handled.add(call);
    const offered = offeredBy(source, service, options);
    return METHODS.filter(([name]) => offered === undefined || offered.has(name)).map((one) =>
      routeFact(source, call, path, of, one),
    );
  });
  const isServing = facts.some(({ kind }) => kind === 'route');
  return { facts: isServing ? [{ kind: 'router', by: BY, name: SERVICE, root: true, at: START }, ...facts] : facts, gaps };
}

/** A gap where the argument may be a service: neither an inline function nor a middleware of a package. */
function unread(source: Source, call: ts.CallExpression, path: ts.Expression, service: ts.Expression): readonly FileGap[] {
  const node = unwrap(service);
  const origin = originOf(source, ts.isCallExpression(node) ? node.expression : node);
  if (functionOf(source, node) !== undefined || (origin !== undefined && isHarmlessPackage(origin.specifier))) return [];
  const written = unwrap(path);
  const hides = ts.isStringLiteralLike(written) ? { prefix: `/${written.text.replace(/^\//, '')}` } : ('service' as const);
  return [{ reason: 'dynamic-mount', detail: 'a service that is made elsewhere', at: atOf(source, call), hides }];
}

function routeFact(
  source: Source,
  call: ts.CallExpression,
  path: ts.Expression,
  service: Expression,
  [name, method, isOne, status]: (typeof METHODS)[number],
): Fact {
  const written = unwrap(path);
  const base = ts.isStringLiteralLike(written)
    ? { kind: 'literal' as const, value: `/${written.text.replace(/^\//, '')}` }
    : undefined;
  const start: Expression = base ?? {
    kind: 'text',
    parts: [{ kind: 'literal', value: '/' }, lowerArgument(source, path).path(colons)],
  };
  const whole: Expression = isOne ? { kind: 'text', parts: [start, { kind: 'literal', value: '/{id}' }] } : start;
  const of: Expression = { kind: 'member', of: service, name };
  const body: Expression = { kind: 'operator', operator: 'awaited', of: { kind: 'returns', of } };
  const at = atOf(source, call);
  const responses = [{ status: { kind: 'literal', value: status }, body, at }] as const;
  return { kind: 'route', by: BY, method, path: whole, router: named, responses, at };
}

/** A service: an instance, an object with its methods, or the result of a function. A function itself is a middleware. */
function serviceOf(source: Source, given: ts.Expression): Expression | undefined {
  const node = madeOf(source, given);
  if (ts.isNewExpression(node) && originOf(source, node.expression)?.specifier !== 'express')
    return readValue(source, unwrap(given));
  const object = objectOf(source, node);
  return object?.properties.some((one) => NAMES.has(memberName(one.name) ?? '')) === true ? readValue(source, object) : undefined;
}

/** The methods of an object, or of a class of the file without a base class, as far as options allow them. Undefined: any. */
function offeredBy(source: Source, given: ts.Expression, options: ts.Expression | undefined): ReadonlySet<string> | undefined {
  const listed = options && assigned(objectOf(source, options) ?? ts.factory.createObjectLiteralExpression(), 'methods');
  const list = listed && unwrap(listed);
  if (list !== undefined && ts.isArrayLiteralExpression(list))
    return new Set(list.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : [])));
  const node = madeOf(source, given);
  const callee = ts.isNewExpression(node) ? unwrap(node.expression) : undefined;
  const declaration = declarationOf(source, callee);
  const owner = callee === undefined ? objectOf(source, node) : declaration;
  if (owner !== undefined && ts.isObjectLiteralExpression(owner))
    return owner.properties.some(ts.isSpreadAssignment) ? undefined : namesOf(owner.properties);
  return owner !== undefined && ts.isClassDeclaration(owner) && owner.heritageClauses === undefined
    ? namesOf(owner.members)
    : undefined;
}

const namesOf = (members: readonly (ts.ClassElement | ts.ObjectLiteralElementLike)[]): ReadonlySet<string> =>
  new Set(members.flatMap((one) => memberName(one.name) ?? []));

/** Hooks after or around methods, or that set a result before them: https://feathersjs.com/api/hooks */
function opened(source: Source, call: ts.CallExpression): readonly Fact[] {
  const [given] = call.arguments;
  const object = objectOf(source, given);
  const isPlain = object?.properties.every(
    (one) => ts.isPropertyAssignment(one) && /^(?:before|error|setup|teardown)$/.test(memberName(one.name) ?? ''),
  );
  if (isPlain === true && !/\bresult\b/.test(source.text)) return [];
  const through = { kind: 'unknown', why: 'a hook may change what a service gives' } as const;
  // the receiver of `hooks` may be a service of any file
  return [{ kind: 'wrap', by: BY, scope: '', through, past: true, at: atOf(source, call) }];
}
