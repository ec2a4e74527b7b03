import type { Lazy } from '../program.js';
import { GIVES_INSTANCE } from '../references/reach.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/**
 * The instance that a dependency container returns for a class, or the type argument of the call:
 * `container.resolve(BookController)`, `Container.get<BookController>(TOKEN)`. A class with subclasses may stand for one of
 * those. https://github.com/microsoft/tsyringe#resolution, https://docs.typestack.community/typedi,
 * https://inversify.io/docs/api/container
 */
function instance(resolver: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  if (expression.kind !== 'returns' || !GIVES_INSTANCE.test(of.path.at(-1) ?? '')) return undefined;
  const [declared] = expression.arguments ?? [];
  const [token] = expression.values ?? [];
  const target = token && resolver.resolve(resolver, { expression: token, site }, 'value');
  if (token === undefined || target?.kind !== 'class') return declared && { expression: declared, site };
  return resolver.program.extended.has(target.declaration.name)
    ? undefined
    : { expression: { kind: 'instance', of: token }, site };
}

export const containers: KnownPackage = {
  title: 'containers of dependencies (tsyringe, TypeDI, InversifyJS, `app.get` of NestJS)',
  specifiers: /^(?:tsyringe|typedi|inversify|@nestjs\/core)$/,
  instance,
};
