import type { Operation } from '../contract.js';
import { child, descend, entries, isMapping, items, type Place, textAt, textsAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';
import type { Declared } from './openapi-inputs.js';

/**
 * The alternatives for authentication of an operation; its own list replaces the document's. `{}` is the alternative without any.
 */
export function readCredentials({ root, operation }: Declared): NonNullable<Operation['credentials']> {
  return items(child(operation, 'security') ?? child(root, 'security')).map((way) =>
    entries(way).map(([scheme]) => ({ scheme, scopes: textsAt(way, scheme) })),
  );
}

/** The security schemes of a document: OpenAPI 3 `components.securitySchemes`, OpenAPI 2 `securityDefinitions`. */
export function readSecuritySchemes(root: Place, schemas: Schemas): ReadonlyMap<string, string> {
  const declared = [descend(root, 'components', 'securitySchemes'), child(root, 'securityDefinitions')].flatMap(entries);
  return new Map(
    declared.flatMap(([name, given]) => {
      const scheme = textAt(given, '$ref') === undefined ? given : schemas.target(given);
      return scheme === undefined || !isMapping(scheme.value) ? [] : [[name, inWords(scheme)] as const];
    }),
  );
}

/** Leaves out where tokens come from (`flows`): a request stays the same. */
function inWords(scheme: Place): string {
  const type = textAt(scheme, 'type') ?? '';
  if (type === 'apiKey') return `the ${textAt(scheme, 'in') ?? ''} key ${textAt(scheme, 'name') ?? ''}`;
  if (type === 'http') return `HTTP ${(textAt(scheme, 'scheme') ?? '').toLowerCase()}`;
  if (type === 'openIdConnect') return `OpenID Connect of ${textAt(scheme, 'openIdConnectUrl') ?? ''}`;
  return type === 'oauth2' ? 'OAuth 2' : type;
}
