import type { Expression } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy } from '../program.js';
import { lookupExport } from './lookup.js';
import { type ExternalTarget, FUEL, type Resolver, type Target } from './target.js';
import { aliasedType, bindTypes } from './type-parameters.js';

/** Whether a path is a file of an installed package. */
export const isInstalled = (path: string): boolean => INSTALLED.test(path);
const INSTALLED = /(?:^|\/)node_modules\//;

/** The declaration of an installed package for one of its exports; undefined: it was not read, or does not name the export. */
export function declaredByPackage(resolver: Resolver, of: ExternalTarget): Target | undefined {
  const { program } = resolver;
  const file = of.from === undefined ? undefined : program.installed?.[of.from]?.[of.specifier];
  const [name, ...steps] = of.path;
  if (file === undefined || name === undefined) return undefined;
  const isValue = steps[0] === '()';
  const found = lookupExport(program, file, name, isValue ? 'value' : 'type');
  if (found?.kind === 'declaration' && steps.length === 0) return typeOf(resolver, found, of.arguments);
  const start: Lazy | undefined =
    found?.kind === 'callable'
      ? { expression: { kind: 'name', name: found.callable.name, space: 'value' }, site: { file: found.file } }
      : found?.kind === 'lazy'
        ? (found.declared ?? found.lazy)
        : found?.kind === 'declaration'
          ? { expression: { kind: 'declared', file: found.file, name: found.declarations[0]?.name ?? name }, site: { file } }
          : undefined;
  if (start === undefined) return undefined;
  const expression = steps.reduce<Expression>(
    (inner, step) => (step === '()' ? { kind: 'returns', of: inner } : { kind: 'member', of: inner, name: step }),
    start.expression,
  );
  return resolver.resolve(resolver, { expression, site: start.site }, 'shape', FUEL);
}

function typeOf(
  resolver: Resolver,
  { file, declarations }: { readonly file: string; readonly declarations: readonly Declaration[] },
  given: readonly Lazy[],
): Target | undefined {
  const [first] = declarations;
  if (first?.form !== 'alias') return { kind: 'type', file, declarations, arguments: given };
  const site = bindTypes(first.parameters, given, { file });
  return resolver.resolve(resolver, { expression: aliasedType(resolver, file, first), site }, 'shape', FUEL);
}

/**
 * Whether more than its fields may decide the JSON of a type: true for a package's type with methods, whose code is not read. A
 * type that declares `toJSON` is an exception.
 */
export function hasUnreadCode(file: string, { form, type }: Declaration): boolean {
  if (!isInstalled(file) || form === 'enum') return false;
  const members = type.kind === 'object' ? type.members : [];
  if (members.some((member) => member.kind === 'method' && member.name === 'toJSON')) return false;
  return form === 'class' || members.some(({ kind }) => kind === 'method');
}
