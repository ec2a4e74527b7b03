import { type Shape, unknown } from '../../model/shape.js';
import type { CodeResponse } from '../codebase.js';
import type { Expression } from '../expression.js';
import type { Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import type { PlacedWrap } from '../routers/router-node.js';
import { membersOf } from '../shapes/members.js';
import { type Optional, optionalMember, optionalValue } from '../shapes/optional-member.js';
import { dataOf } from '../shapes/shapes.js';
import { type Resolver, refill } from '../values/target.js';
import { leftBy } from './serialized-shape.js';

/** The responses of a route, and why they may be incomplete. */
export interface RouteResponses {
  readonly responses: readonly CodeResponse[];
  readonly incomplete?: string;
  /** See `CodeRoute.passesOn`. */
  readonly passesOn?: boolean;
}

/** Schema values by their statuses: `200`, `2xx`, `default`. */
type Schemas = ReadonlyMap<string, Lazy>;

/**
 * The responses after the schemas of the route's options, which remove all members that they do not describe
 * (https://fastify.dev/docs/latest/Reference/Validation-and-Serialization/#serialization). If the status has a schema, the
 * handler's body only shows which members exist that the schema does not require.
 */
export function serialized(resolver: Resolver, route: Route, site: Site, sent: RouteResponses): RouteResponses {
  if (route.serializes === undefined) return sent;
  refill(resolver);
  const found = schemasOf(resolver, { expression: route.serializes, site });
  if (found === 'none') return sent;
  if (typeof found === 'string') {
    const responses = sent.responses.map((one) => (isJson(one) ? { ...one, shape: unknown(found) } : one));
    return { ...sent, responses };
  }
  const passing = sent.passesOn === true ? { passesOn: true } : {};
  const fills = route.fillsDefaults === true;
  const responses = sent.responses.map((one) => serializedBy(resolver, found, one, fills));
  if (sent.incomplete === undefined && responses.some(({ status }) => status !== undefined && status < 300)) {
    return { responses, ...passing };
  }
  const more = [...found.keys()].filter((key) => /^2\d\d$/.test(key) && !responses.some(({ status }) => String(status) === key));
  const expected = more.map((key): CodeResponse => {
    const schema = found.get(key);
    const none = key === '204' || schema === undefined;
    const at = { file: site.file, ...route.at };
    return none
      ? { status: Number(key), mediaType: 'none', shape: unknown('no body'), at }
      : { status: Number(key), shape: shapeOf(resolver, schema, unknown('what its handler gives is not known'), fills), at };
  });
  const all = [...responses, ...expected];
  const isCovered = all.length > 0 && [...found.keys()].some((key) => /^(?:2\d\d|2xx|default)$/i.test(key));
  return {
    responses: all,
    ...passing,
    ...(sent.incomplete !== undefined && !isCovered && { incomplete: sent.incomplete }),
  };
}

const isJson = ({ mediaType }: CodeResponse): boolean => mediaType === undefined || mediaType === 'application/json';

/** The schemas; `none`: there surely are none; any other text: why they are unknown. */
function schemasOf(resolver: Resolver, lazy: Lazy): Schemas | string {
  const value = optionalValue(resolver, lazy);
  if (value.kind !== 'present') return value.kind === 'absent' ? 'none' : `its response schema is not known: ${value.why}`;
  const members = membersOf(resolver, value.lazy);
  if (members === undefined) return 'none';
  if (members.open !== undefined) return `its response schema is not known: ${members.open}`;
  return new Map([...members.named].map(([name, member]) => [name.toLowerCase(), member.value]));
}

function serializedBy(resolver: Resolver, schemas: Schemas, response: CodeResponse, fills: boolean): CodeResponse {
  const { status } = response;
  if (!isJson(response)) return response;
  if (status === undefined) return { ...response, shape: unknown('which schema it is serialised by depends on its status') };
  const schema = schemas.get(String(status)) ?? schemas.get(`${Math.floor(status / 100)}xx`) ?? schemas.get('default');
  return schema === undefined ? response : { ...response, shape: shapeOf(resolver, schema, response.shape, fills) };
}

/** What a schema leaves of a body; `content` may distinguish schemas by media type. */
function shapeOf(resolver: Resolver, given: Lazy, body: Shape, fills: boolean): Shape {
  refill(resolver);
  const content = inner(resolver, given, ['content', 'application/json', 'schema']);
  const { expression, site } = content.kind === 'present' ? content.lazy : given;
  const described: Lazy = { expression: { kind: 'operator', operator: 'described', of: expression }, site };
  const { shape } = dataOf(resolver, described);
  return shape === undefined ? unknown('what its schema describes is not known') : partLeft(resolver, shape, body, fills);
}

/** What a described form leaves of a body. */
export function partLeft({ program }: Resolver, described: Shape, body: Shape, fills = true): Shape {
  return leftBy(described, body, { get: (name) => program.values.get(name)?.shape }, fills);
}

function inner(resolver: Resolver, of: Lazy, names: readonly string[]): Optional {
  let at: Optional = { kind: 'present', lazy: of };
  for (const name of names) {
    if (at.kind !== 'present') return at;
    at = optionalMember(resolver, at.lazy, name);
  }
  return at;
}

/** The handler's value after all functions that wrap it, the last registered first. */
export function wrapped(body: Lazy, wraps: readonly PlacedWrap[]): Lazy {
  let lazy = body;
  for (const { wrap, file } of wraps.toReversed()) {
    if (typeof wrap.through === 'string') continue;
    const types = new Map([
      ['|through', { expression: wrap.through, site: { file } }],
      ['|body', lazy],
    ]);
    const before = Array.from({ length: wrap.index ?? 0 }, (): Expression => ({ kind: 'unknown', why: 'not the value' }));
    const call: Expression = {
      kind: 'returns',
      of: { kind: 'name', name: '|through' },
      values: [...before, { kind: 'name', name: '|body' }],
    };
    lazy = { expression: call, site: { file, types } };
  }
  return lazy;
}
