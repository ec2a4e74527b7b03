import type { Resolver, Target } from './target.js';

/** Classes that extend each other more often than this do so in a circle. */
const MOST_BASES = 10;

/** The test `instanceof` among the tags of a value: the name of the class stands for the literal. */
export const INSTANCE_OF = '<instanceof>';

/**
 * Whether a form of a value is surely an instance of an error class, by its name: of the language's own `Error` every class is one that
 * is called an error, of Nest's `HttpException` its built-in ones (https://docs.nestjs.com/exception-filters#built-in-http-exceptions).
 */
export function isErrorOf(resolver: Resolver, form: Target, name: string, fuel: number, depth = 0): boolean {
  if (form.kind === 'external') {
    const own = form.path.at(-1) ?? '';
    if (!(own.endsWith('Error') || own.endsWith('Exception')) || form.path.includes('()')) return false;
    return name === own || name === 'Error' || (name === 'HttpException' && form.specifier === '@nestjs/common');
  }
  const [declaration] = form.kind === 'type' ? form.declarations : [];
  if (form.kind !== 'type' || declaration?.form !== 'class' || depth > MOST_BASES || fuel <= 0) return false;
  if (declaration.name === name) return true;
  return (declaration.extends ?? []).some((expression) =>
    isErrorOf(
      resolver,
      resolver.resolve(resolver, { expression, site: { file: form.file } }, 'shape', fuel - 1),
      name,
      fuel - 1,
      depth + 1,
    ),
  );
}
