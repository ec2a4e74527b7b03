import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const LEFT_UNSAID = /^\|(?:paginated|rendered|sized|picked|list|retrieve|create|update|partial_update|destroy)$/;
/** Extension packages whose mix-ins do not change how views answer, but may paginate and render. */
const EXTENSION = /^(?:rest_framework_|django_|drf_)/;

/**
 * Defaults for what Django views and settings leave out. Extractors request them by names that begin with `|`: for a class
 * (`|paginated`) whose library bases declare nothing, the last of the given values counts; likewise for settings that a project
 * lacks.
 */
function call(_: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = of.path.at(-1);
  if (expression.kind !== 'returns' || name === undefined || !LEFT_UNSAID.test(name)) return undefined;
  if (EXTENSION.test(of.specifier) && /^\|(?:paginated|rendered)$/.test(name)) return undefined;
  // without a page size in the settings there is no pagination
  const isLast = !of.specifier.startsWith('|') || name === '|sized';
  const value = isLast ? expression.values?.at(-1) : expression.values?.[0];
  return value === undefined ? undefined : { expression: value, site };
}

/** A decimal is a text unless settings differ. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const isDecimal = of.specifier === '|django.settings' && of.path.at(-1) === '|decimal';
  return isDecimal ? { expression: { kind: 'scalar', type: 'string' }, site: { file: of.from ?? '' } } : undefined;
}

export const django: KnownPackage = {
  title: 'Django REST framework',
  resolves: ['what views and settings leave to its defaults: no pages, plain JSON, decimals as texts'],
  specifiers: /^(?:rest_framework|django|fastapi|starlette)\b|^\|django\.|^(?:rest_framework_|django_|drf_)/,
  call,
  type,
};
