import type { Expression, ObjectMember } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy, Program } from '../program.js';
import { type Found, lookupExport } from './lookup.js';
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
  const found = lookupExport(program, file, name, steps[0] === '()' ? 'value' : 'type');
  const target = found && targetOf(resolver, found, steps, of.arguments);
  return target?.kind === 'external' ? undefined : target;
}

function targetOf(
  resolver: Resolver,
  found: Found,
  steps: readonly string[],
  typeArguments: readonly Lazy[],
): Target | undefined {
  if (found.kind === 'declaration' && steps.length === 0) return typeOf(resolver, found, typeArguments);
  const start = startOf(resolver.program, found);
  if (start === undefined) return undefined;
  const expression = steps.reduce<Expression>(
    (inner, step) => (step === '()' ? { kind: 'returns', of: inner } : { kind: 'member', of: inner, name: step }),
    start.expression,
  );
  return resolver.resolve(resolver, { expression, site: start.site }, 'shape', FUEL);
}

function startOf(program: Program, found: Found): Lazy | undefined {
  switch (found.kind) {
    case 'callable': {
      const { file, callable } = found;
      // of several signatures a call may mean any
      const isOverloaded = (program.files.get(file)?.exports.get(callable.name)?.length ?? 0) > 1;
      return isOverloaded ? undefined : { expression: { kind: 'name', name: callable.name, space: 'value' }, site: { file } };
    }
    case 'declaration': {
      const { file, declarations } = found;
      const name = declarations[0]?.name;
      return name === undefined ? undefined : { expression: { kind: 'declared', file, name }, site: { file } };
    }
    case 'lazy':
      return found.declared ?? found.lazy;
    default:
      return undefined;
  }
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

/** How the reason ends for a type of a package whose JSON more than its fields may decide. */
export const UNREAD_CODE = 'of a package has methods, whose code is not read';

/** Whether a package's type is a class or has methods: its code is not read. A type that declares the method `toJSON` is an exception. */
export function hasUnreadCode(program: Program, file: string, { form, type }: Declaration): boolean {
  if (form === 'enum' || !isPackaged(program, file)) return false;
  const members = type.kind === 'object' ? type.members : [];
  return !members.some(isToJson) && (form === 'class' || members.some(isFunction));
}

/** The same of a type that is written as an object. */
export function hasUnreadMethods(program: Program, file: string, members: readonly ObjectMember[]): boolean {
  return isPackaged(program, file) && !members.some(isToJson) && members.some(isFunction);
}

/** Without `packages: installed` no file of a package is read: then no path is looked at. */
const isPackaged = ({ installed }: Program, file: string): boolean => installed !== undefined && isInstalled(file);

const isToJson = (member: ObjectMember): boolean => member.kind === 'method' && member.name === 'toJSON';
const isFunction = (member: ObjectMember): boolean =>
  member.kind === 'method' || (member.kind === 'property' && member.value.kind === 'absent');
