import type { Expression, OperatorExpression } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { constructedFrom } from '../values/constructed.js';
import { memberElsewhere } from '../values/elsewhere.js';
import { known } from '../values/external.js';
import { resolve } from '../values/resolve.js';
import type { Purpose, Resolver, Target } from '../values/target.js';
import { bindTypes, isEnumeration } from '../values/type-parameters.js';
import { listedModel } from './listed-models.js';
import { membersOfList, membersOfTarget } from './members.js';

/** The target of `target.name`; undefined: unknown. Implements the `MemberOf` of a resolver. */
export function memberOf(resolver: Resolver, target: Target, name: string, purpose: Purpose, fuel: number): Target | undefined {
  if (target.kind === 'router') return partOf(resolver, target.file, target.router.name, name, purpose, fuel);
  if (target.kind === 'class') return partOf(resolver, target.file, target.declaration.name, name, purpose, fuel);
  if (target.kind === 'type' && target.declarations[0]?.form === 'enum')
    return staticOf(resolver, target.file, target.declarations[0], name, purpose, fuel);
  const filled = target.kind === 'plain' && isFilled(target.expression) ? target.expression : undefined;
  if (filled !== undefined && target.kind === 'plain' && purpose === 'value')
    return filledMember(resolver, filled, target.site, name, fuel);
  const passed = purpose === 'value' && target.kind === 'plain' ? functionSpread(resolver, target, name, fuel) : undefined;
  if (passed !== undefined) return passed;
  const own = target.kind === 'plain' ? memberOfPlain(target, name) : undefined;
  if (own !== undefined) return own;
  const all = membersOfTarget(resolver, target);
  const member = all?.named.get(name);
  if (member === undefined && filled !== undefined && target.kind === 'plain')
    return resolveOf(resolver, filled.of, target.site, name, purpose, fuel);
  if (member === undefined) {
    const elsewhere = target.kind === 'type' ? memberElsewhere(resolver, target, name) : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const inherited = target.kind === 'type' ? ofPackage(resolver, target, name, purpose, fuel) : undefined;
    if (inherited !== undefined) return inherited;
    if (all?.rest !== undefined) return listedModel(resolver, all.rest, name, fuel) ?? resolve(resolver, all.rest, purpose, fuel);
    return all?.open === undefined ? undefined : { kind: 'unknown', why: all.open };
  }
  if (purpose === 'value' && member.owner !== undefined) {
    const router = resolver.program.files.get(member.owner.file)?.routers.get(`${member.owner.className}#${name}`);
    const receiver = target.kind === 'type' ? target.declarations[0] : undefined;
    if (router !== undefined && target.kind === 'type' && receiver !== undefined) {
      return { kind: 'router', file: target.file, router: { ...router, name: `${receiver.name}#${name}` } };
    }
  }
  const text =
    purpose === 'value' && target.kind === 'type' && member.method === undefined
      ? textOf(resolver, target, name, fuel)
      : undefined;
  if (text !== undefined) return text;
  const preset = purpose === 'value' && member.method === undefined ? presetOf(resolver, target, name, fuel) : undefined;
  if (preset !== undefined) return preset;
  if (member.method === 'getter')
    return resolve(
      resolver,
      { expression: { kind: 'returns', of: member.value.expression }, site: member.value.site },
      purpose,
      fuel,
    );
  if (purpose === 'shape' && member.optional && member.defaulted !== true && member.method === undefined)
    return { kind: 'choice', options: [member.value, { expression: { kind: 'absent' }, site: member.value.site }] };
  return resolve(resolver, member.value, purpose, fuel);
}

/** The length of a list; `Paths.BOOKS.value` of a Python enumeration, whose members are recorded as their values. */
function memberOfPlain(target: Extract<Target, { kind: 'plain' }>, name: string): Target | undefined {
  const { kind } = target.expression;
  if (kind === 'literal' && name === 'value' && target.site.file.endsWith('.py')) return target;
  return (kind === 'array' || kind === 'tuple') && LENGTHS.has(name)
    ? { ...target, expression: { kind: 'scalar', type: 'integer' } }
    : undefined;
}

/** The names that languages use for the number of a list's elements. */
const LENGTHS: ReadonlySet<string> = new Set(['length', 'size', 'Count', 'Length']);

/** The function of an object that comes from a spread object, which its type may not show: `{ ...defaults, ...handlers }`. */
function functionSpread(
  resolver: Resolver,
  { expression, site }: Target & { kind: 'plain' },
  name: string,
  fuel: number,
): Target | undefined {
  if (expression.kind !== 'object' || fuel <= 0) return undefined;
  for (const one of expression.members.toReversed()) {
    if (one.kind !== 'spread') {
      if (one.kind !== 'property' && one.kind !== 'method') return undefined;
      if (one.name === name) return undefined;
      continue;
    }
    const of = resolve(resolver, { expression: one.value, site }, 'value', fuel - 1);
    const found =
      of.kind === 'module'
        ? resolve(resolver, { expression: { kind: 'member', of: one.value, name }, site }, 'value', fuel - 1)
        : of.kind === 'plain'
          ? memberOf(resolver, of, name, 'value', fuel - 1)
          : undefined;
    if (found?.kind === 'callable') return found;
    if (of.kind !== 'plain' || of.expression.kind !== 'object' || found !== undefined) return undefined;
  }
  return undefined;
}

const isFilled = (one: Expression): one is OperatorExpression => one.kind === 'operator' && one.operator === 'filled';

/** The given value of a struct's member; a router or method of its type takes precedence, and determines its receiver. */
function filledMember(
  resolver: Resolver,
  { of, keys }: OperatorExpression,
  site: Site,
  name: string,
  fuel: number,
): Target | undefined {
  const declared = resolveOf(resolver, of, site, name, 'value', fuel);
  if (declared?.kind === 'router' || declared?.kind === 'callable') return declared;
  const given = keys?.kind === 'object' ? keys.members.find((one) => one.kind === 'property' && one.name === name) : undefined;
  return given?.kind === 'property' ? resolve(resolver, { expression: given.value, site }, 'value', fuel - 1) : declared;
}

/** Methods that other files declare belong to the type itself. */
function resolveOf(
  resolver: Resolver,
  of: Expression,
  site: Site,
  name: string,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  const target = resolve(resolver, { expression: of, site }, purpose, fuel - 1);
  return memberOf(resolver, target, name, purpose, fuel - 1);
}

/** The text of an instance's member, from a class, one of its base classes, or their constructors' arguments. */
function textOf(resolver: Resolver, instance: Target & { kind: 'type' }, name: string, fuel: number): Target | undefined {
  for (const { file, declaration, site } of constructedFrom(resolver, instance, fuel)) {
    const constant = resolver.program.files.get(file)?.constants.get(`${declaration.name}#${name}`);
    if (constant === undefined) continue;
    const stored = resolve(resolver, { expression: constant.value, site }, 'value', fuel - 1);
    return stored.kind === 'plain' && ['literal', 'text'].includes(stored.expression.kind) ? stored : undefined;
  }
  return undefined;
}

/** The value that a class gives to all instances for a typed member: `prefix: str = '/api'` of Python. */
function presetOf(resolver: Resolver, target: Target, name: string, fuel: number): Target | undefined {
  const [declaration] = target.kind === 'type' ? target.declarations : [];
  if (target.kind !== 'type' || declaration?.form !== 'class') return undefined;
  return staticOf(resolver, target.file, declaration, name, 'value', fuel - 1);
}

const isCommonJs = (file: string): boolean => /\.c?js$/.test(file);

/** A member that a class inherits from a class of a package: `class Database extends PrismaClient`. */
function ofPackage(
  resolver: Resolver,
  target: Target & { kind: 'type' },
  name: string,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  for (const declaration of target.declarations) {
    const site = bindTypes(declaration.parameters, target.arguments, { file: target.file });
    for (const base of declaration.extends ?? []) {
      const of = resolve(resolver, { expression: base, site }, 'shape', fuel - 1);
      const member: Expression = { kind: 'member', of: base, name };
      if (of.kind === 'external' && of.specifier !== '') {
        const found = resolve(resolver, { expression: member, site }, purpose, fuel - 1);
        if (!isCommonJs(target.file)) return found;
        // a module of CommonJS may be the class itself: `User.find` queries User, and `User.byName` is its own
        const isOwn = resolver.program.files.get(target.file)?.callables.has(`${declaration.name}.${name}`) === true;
        if (isOwn) return staticOf(resolver, target.file, declaration, name, purpose, fuel - 1);
        if (found.kind !== 'external' || found.on === undefined) return found;
        const asked: Lazy = { expression: { kind: 'declared', file: target.file, name: declaration.name }, site };
        return known(resolver, { ...found, on: { ...found.on, arguments: [asked] } }, purpose, fuel - 1);
      }
      const further = of.kind === 'type' ? ofPackage(resolver, of, name, purpose, fuel - 1) : undefined;
      if (further !== undefined) return further;
    }
  }
  return undefined;
}

/** A member of a named class: its router `Class#member`, or else a static one. */
function partOf(
  resolver: Resolver,
  file: string,
  owner: string,
  name: string,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  const scope = resolver.program.files.get(file);
  const part = purpose === 'value' ? scope?.routers.get(`${owner}#${name}`) : undefined;
  if (part !== undefined) return { kind: 'router', file, router: part };
  const declaration = scope?.declarations.get(owner)?.find((one) => one.form === 'class' || isEnumeration(one));
  return declaration && staticOf(resolver, file, declaration, name, purpose, fuel);
}

/** A static member of a class or of one of its base classes; `asked`: the class on which the code reads it. */
function staticOf(
  resolver: Resolver,
  file: string,
  declaration: Declaration,
  name: string,
  purpose: Purpose,
  fuel: number,
  asked: Lazy = { expression: { kind: 'declared', file, name: declaration.name }, site: { file } },
): Target | undefined {
  const site: Site = { file };
  const maker =
    name === 'constructor' ? resolver.program.files.get(file)?.callables.get(`${declaration.name}#constructor`) : undefined;
  if (maker !== undefined) return { kind: 'callable', file, callable: maker, site };
  const member = membersOfList(resolver, declaration.statics ?? [], site, 0).named.get(name);
  const stored = purpose === 'value' ? resolver.program.files.get(file)?.constants.get(`${declaration.name}.${name}`) : undefined;
  if (stored !== undefined) return resolve(resolver, { expression: stored.value, site }, purpose, fuel - 1);
  if (member !== undefined) return resolve(resolver, member.value, purpose, fuel);
  const callable = resolver.program.files.get(file)?.callables.get(`${declaration.name}.${name}`);
  if (callable !== undefined) return { kind: 'callable', file, callable, site };
  const inner = resolver.program.files.get(file)?.declarations.get(`${declaration.name}.${name}`);
  const innerClass = inner?.find(({ form }) => form === 'class');
  if (innerClass !== undefined) return { kind: 'class', file, declaration: innerClass };
  for (const base of declaration.extends ?? []) {
    const target = resolve(
      resolver,
      { expression: base.kind === 'name' ? { ...base, space: 'value' } : base, site },
      'value',
      fuel - 1,
    );
    // `User.find` of a package's base class queries User
    if (target.kind === 'external' && target.specifier !== '')
      return { ...target, path: [...target.path, name], arguments: [], on: { ...target, arguments: [asked] } };
    const inherited =
      target.kind === 'class' ? staticOf(resolver, target.file, target.declaration, name, purpose, fuel - 1, asked) : undefined;
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}
