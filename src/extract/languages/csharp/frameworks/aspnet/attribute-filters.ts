import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Response } from '../../../../../facts/fact.js';
import { typeofArgument } from '../../attributes.js';
import { typeNamed } from '../../names.js';
import { type Scope, type Source, scopeOf } from '../../source.js';
import type { Attribute, TypeNode } from '../../syntax/syntax.js';
import type { TypeSyntax } from '../../syntax/type-syntax.js';
import { passing } from './filters.js';
import { filtered } from './global-filters.js';

/** Name of the controller function that applies the filters to a body; derived classes inherit it. */
const FILTERS = '(filters)';

/** Platform attributes that do not change the body. */
const PLAIN =
  /^(?:Api\w*|Route|Http\w+|AcceptVerbs|ActionName|NonAction|NonController|Controller|Area|Authorize|AllowAnonymous|Produces\w*|Consumes|MapToApiVersion|Tags|Swagger\w+|ResponseCache|OutputCache|EnableCors|DisableCors|Enable\w+|Disable\w+|Validate\w+|IgnoreAntiforgeryToken|RequestSizeLimit|RequestFormLimits|Require\w+|Obsolete|FeatureGate|Endpoint\w+|ExcludeFrom\w+|SuppressMessage|Description|DisplayName|FormatFilter|Serializable|Experimental|UsedImplicitly|Function|Permission\w*|RateLimit\w*)$/;

/** The filters among attributes: `[Wrapped]`, `[ServiceFilter(typeof(T))]`, `[TypeFilter<T>]`. */
function filtersAmong({ tokens }: Source, attributes: readonly Attribute[]): readonly TypeSyntax[] {
  return attributes.flatMap(({ name, typeArguments, arguments: given, at }): TypeSyntax[] => {
    if (name === 'ServiceFilter' || name === 'TypeFilter') {
      const type = typeArguments[0] ?? typeofArgument(tokens, given[0]);
      return type === undefined ? [] : [type];
    }
    return PLAIN.test(name) ? [] : [{ kind: 'named', name: `${name}Attribute`, arguments: typeArguments, at }];
  });
}

/** What the filters of a controller and its base class turn a body into; empty if there surely is no filter. */
export function controllerFilters(source: Source, node: TypeNode, base: TypeSyntax | undefined): readonly Fact[] {
  const scope = scopeOf(source, node);
  const callable = `${node.path}.${FILTERS}`;
  const own = filtersAmong(source, node.attributes);
  if (own.length === 0 && base === undefined) return [];
  const body: Expression = { kind: 'parameter', callable, index: 0 };
  const of: Expression | undefined =
    base?.kind === 'named' ? { kind: 'name', name: typeNamed(scope, base.name), space: 'value' } : undefined;
  const inner =
    of === undefined
      ? body
      : passing(source, { kind: 'member', of, name: FILTERS }, body, base?.kind === 'named' ? base.at : node.at);
  return [{ kind: 'callable', name: callable, inferred: filtered(scope, own, inner), at: source.tokens.at(node.at) }];
}

/** The responses of an action after its own filters and those of its class. */
export function throughFilters(
  scope: Scope,
  attributes: readonly Attribute[],
  hasFilters: boolean,
  responses: readonly Response[],
): readonly Response[] {
  const own = filtersAmong(scope.source, attributes);
  if (own.length === 0 && !hasFilters) return responses;
  const of: Expression = { kind: 'name', name: `${scope.type?.path ?? ''}.${FILTERS}`, space: 'value' };
  return responses.map((response) => {
    if (response.mediaType !== undefined) return response;
    const inner = filtered(scope, own, response.body);
    return { ...response, body: hasFilters ? { kind: 'returns', of, values: [inner] } : inner };
  });
}
