import type { Codebase, CodeRoute } from '../../src/facts/codebase.js';
import type { Definitions, Shape } from '../../src/model/shape.js';

type Schema = Readonly<Record<string, unknown>>;

/** The OpenAPI document that a service keeps: its routes, with what they send as far as it is known. */
export function ownContract(code: Codebase): string {
  const paths: Record<string, Record<string, Schema>> = {};
  const own = code.routes.filter(({ prefixUnknown, method, path }) => {
    return prefixUnknown !== true && method !== 'ANY' && !/[*:]/.test(path);
  });
  for (const route of own) {
    // what two registrations of one path send together is not known here
    if (own.some((one) => one !== route && one.path === route.path && one.method === route.method)) continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, code.types) };
  }
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'own', version: '1' }, paths });
}

function operation(route: CodeRoute, types: Definitions): Schema {
  const parameters = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return { parameters, responses: responses(route, types) };
}

function responses(route: CodeRoute, types: Definitions): Schema {
  const schemas = new Map<string, Schema[]>();
  for (const { status, mediaType, shape } of route.responses) {
    if (status === undefined) continue;
    const sent = schemas.get(String(status)) ?? [];
    schemas.set(String(status), mediaType === undefined ? [...sent, schemaOf(shape, types, 0)] : sent);
  }
  if (schemas.size === 0) return { 200: { description: 'not known' } };
  return Object.fromEntries(
    [...schemas].map(([status, sent]) => [
      status,
      {
        description: status,
        ...(sent.length > 0 && { content: { 'application/json': { schema: sent.length === 1 ? sent[0] : { anyOf: sent } } } }),
      },
    ]),
  );
}

/** Recursion ends at six levels, below which anything goes. */
function schemaOf(shape: Shape, types: Definitions, depth: number): Schema {
  const inner = (one: Shape): Schema => schemaOf(one, types, depth + 1);
  if (depth > 6) return {};
  switch (shape.kind) {
    case 'scalar':
      return { type: shape.type };
    case 'enum':
      return { enum: shape.values };
    case 'array':
      return { type: 'array', items: inner(shape.items) };
    case 'tuple':
      return { type: 'array', items: { anyOf: shape.items.map(inner) } };
    case 'map':
      return { type: 'object', additionalProperties: inner(shape.values) };
    case 'union':
      return { anyOf: shape.options.map(inner) };
    case 'ref': {
      const named = types.get(shape.name);
      return named === undefined ? {} : inner(named);
    }
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(shape.fields.map((field) => [field.name, inner(field.shape)])),
        required: shape.fields
          .filter((field) => field.required && field.unsure !== true && field.leftOut === undefined)
          .map((field) => field.name),
      };
    case 'unknown':
      return {};
  }
}
