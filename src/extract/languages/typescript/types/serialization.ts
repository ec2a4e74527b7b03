import { ts } from 'ts-morph';
import type { PropertyMember } from '../../../../facts/expression.js';
import { type Decorator, decoratorsOf, propertyOf } from '../decorators.js';
import type { Source } from '../source.js';

type Serialized = NonNullable<PropertyMember['serialized']>;

/**
 * What class-transformer makes of a member when an instance becomes plain (https://github.com/typestack/class-transformer):
 * `@Expose({ name })` renames, `@Exclude()` hides, a class with `@Exclude()` shows only what is exposed, a getter is shown only when
 * exposed, `@Transform` may give anything. Options `toClassOnly` mean the other direction. A member of a group is shown or not by what
 * the caller asks for: it is unknown. Undefined: it stays as it is.
 *
 * `@IsOptional()` of class-validator is not asked: it lets requests leave a field out, the type says whether responses may.
 */
export function serializedMember(source: Source, member: ts.Node, owner: ts.ClassLikeDeclaration): Serialized | undefined {
  const own = outgoing(decoratorsOf(source, member));
  const exposed = own.find((decorator) => decorator.name === 'Expose');
  if (exposed === undefined && (own.some(isExclude) || isExcluded(source, owner))) return { hidden: true };
  const isGetter = ts.isGetAccessorDeclaration(member);
  const name = propertyOf(exposed?.arguments[0], 'name');
  const named = name !== undefined && ts.isStringLiteralLike(name) ? name.text : undefined;
  const why = unknownBecause(own, exposed, name !== undefined && named === undefined);
  if (named === undefined && why === undefined && !(isGetter && exposed !== undefined)) return undefined;
  return {
    ...(named !== undefined && { name: named }),
    ...(isGetter && { hidden: false }),
    ...(why !== undefined && { value: { kind: 'unknown', why } }),
  };
}

function unknownBecause(own: readonly Decorator[], exposed: Decorator | undefined, computed: boolean): string | undefined {
  if (own.some((decorator) => decorator.name === 'Transform')) return '`@Transform` may send anything';
  if (computed) return 'the name given to `@Expose` is computed';
  const options = exposed?.arguments[0];
  if (['groups', 'since', 'until'].some((key) => propertyOf(options, key) !== undefined))
    return 'shown to some groups or versions only';
  return undefined;
}

function isExcluded(source: Source, owner: ts.ClassLikeDeclaration): boolean {
  return outgoing(decoratorsOf(source, owner)).some(isExclude);
}

function isExclude(decorator: Decorator): boolean {
  return decorator.name === 'Exclude';
}

/** Decorators of class-transformer that act when an instance becomes plain. */
function outgoing(decorators: readonly Decorator[]): readonly Decorator[] {
  return decorators.filter(
    (decorator) =>
      decorator.specifier === 'class-transformer' &&
      !decorator.arguments.some((argument) => propertyOf(argument, 'toClassOnly')?.kind === ts.SyntaxKind.TrueKeyword),
  );
}
