import type { Expression, OperatorExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { eitherAt, isNullish } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';
import { formOf } from './when.js';

type TypeTarget = Extract<Target, { readonly kind: 'type' }>;

/** Classes that extend each other more often than this do so in a circle. */
const MOST_BASES = 10;
/** Modules of abstract classes: a value may be an instance although its type does not show it, as a dictionary is a `Sized`. */
const ABSTRACT = /^(?:abc|collections(?:\.abc)?|numbers|typing|typing_extensions)$/;

/** The forms of a value that a class test leaves: after `if not isinstance(found, dict): return` it is no text. */
export function instances(resolver: Resolver, tested: OperatorExpression, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel);
  const [holds, ...classes] = tested.keys?.kind === 'tuple' ? tested.keys.items : [];
  if (purpose !== 'shape' || holds?.kind !== 'literal') return of;
  const types = classes.flatMap((one) => (one.kind === 'spread' ? [] : [classOf(resolver, one, inner.site, fuel - 1)]));
  const isLeft = (form: Lazy): boolean => isInstance(resolver, form, types, fuel - 1) !== !holds.value;
  const none: Target = { kind: 'unknown', why: 'a condition before it leaves none of the forms that were seen' };
  if (of.kind !== 'choice') return isLeft(inner) ? of : none;
  const left = of.options.filter(isLeft).map((one): Lazy => ({ ...one, expression: { ...tested, of: one.expression } }));
  if (left.length === 0) return none;
  return left.length === of.options.length ? { ...of, options: left } : eitherAt(resolver, left, purpose, fuel);
}

/** The tested class; it does not look into a name for anything else (`KINDS = (str, int)`). */
function classOf(resolver: Resolver, expression: Expression, site: Site, fuel: number): Target {
  const type = resolver.resolve(resolver, { expression, site }, 'shape', fuel);
  const isWritten = expression.kind !== 'name' && expression.kind !== 'member';
  return type.kind !== 'plain' || isWritten ? type : { kind: 'unknown', why: 'it is no class that is known' };
}

/** Whether a value is an instance of one of the types; undefined: undecidable, or true for only some of its forms. */
function isInstance(resolver: Resolver, form: Lazy, types: readonly Target[], fuel: number): boolean | undefined {
  if (fuel <= 0) return undefined;
  const target = resolver.resolve(resolver, form, 'shape', fuel);
  if (target.kind === 'choice') {
    const all = target.options.map((option) => isInstance(resolver, option, types, fuel - 1));
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  const isNothing = isNullish(resolver, form, 'shape', fuel);
  const all = types.map((type) => (isNothing ? isNullable(type) : isOfType(resolver, target, type, fuel - 1)));
  return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
}

/** Python's None is an instance of no class but its own. */
const isNullable = ({ kind }: Target): false | undefined => (kind === 'unknown' ? undefined : false);

function isOfType(resolver: Resolver, form: Target, type: Target, fuel: number): boolean | undefined {
  if (form.kind === 'type') return extendsType(resolver, form, type, fuel);
  if (type.kind === 'type' || type.kind === 'external') return isOfClass(form, type);
  if (form.kind !== 'plain' || type.kind !== 'plain') return undefined;
  const is = formOf(form);
  const asked = formOf(type);
  if (is === undefined || asked === undefined) return undefined;
  if (is !== asked) return is === 'boolean' && asked === 'number' ? undefined : false;
  return is === 'number' ? isSameNumber(form.expression, type.expression) : true;
}

function isSameNumber(form: Expression, type: Expression): boolean | undefined {
  const isWhole = type.kind === 'scalar' && type.type === 'integer';
  return isWhole && form.kind === 'scalar' && form.type === 'integer' ? true : undefined;
}

/** A literal, or a value of a built-in type, is no instance of a class of the code or of a package. */
function isOfClass(form: Target, type: Target): boolean | undefined {
  if (form.kind === 'external' && type.kind === 'external') return isMadeBy(form.path, type.path) ? true : undefined;
  const isKnown = type.kind === 'type' ? type.declarations[0]?.form === 'class' : isConcrete(type);
  return isKnown && form.kind === 'plain' && formOf(form) !== undefined ? false : undefined;
}

/** Whether a class of the code is, or extends, another one. */
function extendsType(resolver: Resolver, form: TypeTarget, type: Target, fuel: number, depth = 0): boolean | undefined {
  const [declaration] = form.declarations;
  if (type.kind === 'type' && form.file === type.file && declaration?.name === type.declarations[0]?.name) return true;
  if (declaration?.form !== 'class' || type.kind === 'unknown' || depth > MOST_BASES || fuel <= 0) return undefined;
  const bases = (declaration.extends ?? []).map((expression) => {
    const base = resolver.resolve(resolver, { expression, site: { file: form.file } }, 'shape', fuel - 1);
    if (base.kind === 'type') return extendsType(resolver, base, type, fuel - 1, depth + 1);
    if (type.kind === 'type') return false;
    if (base.kind !== 'external') return undefined;
    if (type.kind === 'external') return isMadeBy(base.path, type.path) ? true : undefined;
    // a package's class may extend a dictionary or a list, but hardly a text or a number
    return type.kind === 'plain' && type.expression.kind === 'scalar' ? false : undefined;
  });
  return bases.includes(true) ? true : bases.includes(undefined) ? undefined : false;
}

const isConcrete = (type: Target): boolean => type.kind === 'external' && !ABSTRACT.test(type.specifier);

/** Whether `Response(…)` makes an instance of `Response`. */
function isMadeBy(form: readonly string[], type: readonly string[]): boolean {
  const made = form.at(-1) === '()' ? form.slice(0, -1) : form;
  return made.length === type.length && made.every((name, index) => name === type[index]);
}
