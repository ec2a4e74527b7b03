import type { Expression, ObjectMember } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy, Program } from '../program.js';
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
  // of several signatures a call may mean any
  if (found?.kind === 'callable' && isOverloaded(program, found.file, found.callable.name)) return undefined;
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

const isOverloaded = ({ files }: Program, file: string, name: string): boolean =>
  (files.get(file)?.exports.get(name)?.length ?? 0) > 1;

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

/** How the reason ends for a type of a package whose JSON more than its fields may decide. */
export const UNREAD_CODE = 'of a package has methods, whose code is not read';

/** Whether a package's type is a class or has methods: its code is not read. A type that declares the method `toJSON` is an exception. */
export function hasUnreadCode(file: string, { form, type }: Declaration): boolean {
  if (form === 'enum') return false;
  const members = type.kind === 'object' ? type.members : [];
  const isClass = form === 'class' && isInstalled(file) && !members.some(isToJson);
  return isClass || hasUnreadMethods(file, members);
}

/** The same of a type that is written as an object. */
export function hasUnreadMethods(file: string, members: readonly ObjectMember[]): boolean {
  return isInstalled(file) && !members.some(isToJson) && members.some(isFunction);
}

const isToJson = (member: ObjectMember): boolean => member.kind === 'method' && member.name === 'toJSON';
const isFunction = (member: ObjectMember): boolean =>
  member.kind === 'method' || (member.kind === 'property' && member.value.kind === 'absent');
