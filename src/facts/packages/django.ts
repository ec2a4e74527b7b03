import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const LEFT_UNSTATED =
  /^\|(?:paginated|rendered|sized|pages|tokens|rotated|picked|list|retrieve|create|update|partial_update|destroy)$/;
/** Extension packages whose mix-ins do not change how views answer, but may paginate and render. */
const EXTENSION = /^(?:rest_framework_|django_|drf_)/;

/**
 * Defaults for what Django views and settings leave out. Extractors request them by names that begin with `|`: for a class
 * (`|paginated`) whose library bases declare nothing, the last of the given values counts; likewise for settings that a project
 * lacks.
 */
function call(_: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = of.path.at(-1);
  if (expression.kind !== 'returns' || name === undefined || !LEFT_UNSTATED.test(name)) return undefined;
  if (EXTENSION.test(of.specifier) && /^\|(?:paginated|rendered)$/.test(name)) return undefined;
  // without a size in the settings no pages are made; a token to refresh with stays as it is
  const isLast = !of.specifier.startsWith('|') || name === '|sized' || name === '|rotated';
  const value = isLast ? expression.values?.at(-1) : expression.values?.[0];
  return value === undefined ? undefined : { expression: value, site };
}

/** Where no settings say otherwise, a decimal is a text and an automatic key an integer. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.specifier.startsWith('|django.') ? of.path.at(-1) : undefined;
  if (name !== '|decimal' && name !== '|automatic-key') return undefined;
  return { expression: { kind: 'scalar', type: name === '|decimal' ? 'string' : 'integer' }, site: { file: of.from ?? '' } };
}

export const django: KnownPackage = {
  title: 'Django REST framework',
  specifiers: /^(?:rest_framework|django|fastapi|starlette)\b|^\|django\.|^(?:rest_framework_|django_|drf_)/,
  call,
  type,
};
