import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const LEFT_UNSAID = /^\|(?:paginated|rendered|sized|picked|list|retrieve|create|update|partial_update|destroy)$/;
/** Packages for the library whose mix-ins leave alone how views answer, but may make pages and render. */
const EXTENSION = /^(?:rest_framework_|django_|drf_)/;

/**
 * What views and settings of Django leave unsaid. Extractors ask for it by names that begin with `|`: of a class (`|paginated`), for
 * which its bases of the library have nothing, so that the last of the given values counts; of settings that a project has not.
 */
function call(_: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = of.path.at(-1);
  if (expression.kind !== 'returns' || name === undefined || !LEFT_UNSAID.test(name)) return undefined;
  if (EXTENSION.test(of.specifier) && /^\|(?:paginated|rendered)$/.test(name)) return undefined;
  // without a size in the settings no pages are made
  const isLast = !of.specifier.startsWith('|') || name === '|sized';
  const value = isLast ? expression.values?.at(-1) : expression.values?.[0];
  return value === undefined ? undefined : { expression: value, site };
}

/** A decimal is a text where no settings say otherwise. */
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
