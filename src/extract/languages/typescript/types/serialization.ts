import { ts } from 'ts-morph';
import type { Expression, Incoming, PropertyMember } from '../../../../facts/expression.js';
import { type Decorator, decoratorsOf, propertyOf } from '../decorators.js';
import { valueNamed } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';

type Serialized = NonNullable<PropertyMember['serialized']>;

/**
 * The effect of class-transformer on a member when an instance becomes plain (https://github.com/typestack/class-transformer).
 * `@Expose({ name })` renames, `@Exclude()` hides, and a class with `@Exclude()` shows only exposed members. A getter is shown
 * only when exposed, and `@Transform` may return any value. Options `toClassOnly` apply to the other direction. A member of a
 * group depends on the caller's groups: it is unknown. Undefined: no effect.
 *
 * `@IsOptional()` of class-validator has no effect here: it lets requests omit a field; the type decides about responses.
 */
export function serializedMember(source: Source, member: ts.Node, owner: ts.ClassLikeDeclaration): Serialized | undefined {
  const all = decoratorsOf(source, member);
  const ofClass = decoratorsOf(source, owner);
  if (all.length === 0 && ofClass.length === 0) return undefined;
  const sent = outgoingMember(all, ofClass, ts.isGetAccessorDeclaration(member));
  const incoming = incomingMember(all, ofClass);
  const becomes = classOf(source, all);
  if (incoming === undefined && becomes === undefined) return sent;
  return { ...sent, ...(incoming !== undefined && { incoming }), ...(becomes !== undefined && { becomes }) };
}

/** `@Type(() => Book)`; with options, the data may decide which class it is. */
function classOf(source: Source, all: readonly Decorator[]): Expression | undefined {
  const type = all.find(({ name, specifier }) => name === 'Type' && specifier === 'class-transformer');
  const [made, options] = type?.arguments ?? [];
  const named = made !== undefined && ts.isArrowFunction(made) && options === undefined ? made.body : undefined;
  const nodes = named !== undefined && ts.isIdentifier(named) ? lookup(source, named)?.nodes : undefined;
  if (named === undefined || nodes === undefined) return undefined; // `Date`: the declared type says the same
  for (const node of nodes) if (ts.isClassDeclaration(node)) source.requested.add(node);
  return valueNamed(named.getText(source.tree));
}

function outgoingMember(all: readonly Decorator[], ofClass: readonly Decorator[], isGetter: boolean): Serialized | undefined {
  const own = acting(all, 'toPlainOnly');
  const exposed = own.find((decorator) => decorator.name === 'Expose');
  const hidden = exposed === undefined ? hiddenBy(all, own, acting(ofClass, 'toPlainOnly')) : 'no';
  if (hidden === 'yes') return { hidden: true };
  const name = propertyOf(exposed?.arguments[0], 'name');
  const named = name !== undefined && ts.isStringLiteralLike(name) ? name.text : undefined;
  const why = hidden === 'maybe' ? OWN : unknownBecause(own, exposed, name !== undefined && named === undefined);
  if (named === undefined && why === undefined && !(isGetter && exposed !== undefined)) return undefined;
  return {
    ...(named !== undefined && { name: named }),
    ...(isGetter && { hidden: false }),
    ...(why !== undefined && { value: { kind: 'unknown', why } }),
  };
}

/** The effect on a member when plain data becomes an instance. */
function incomingMember(all: readonly Decorator[], ofClass: readonly Decorator[]): Incoming | undefined {
  const own = acting(all, 'toClassOnly');
  const exposed = own.find((decorator) => decorator.name === 'Expose');
  const hidden = exposed === undefined ? hiddenBy(all, own, acting(ofClass, 'toClassOnly')) : 'no';
  if (hidden === 'yes') return { hidden: true };
  const why = unknownBecause(own, exposed, false) ?? (all.some(isOwn) ? OWN : undefined);
  if (exposed === undefined && why === undefined) return undefined;
  return { ...(exposed !== undefined && { exposed: true }), ...(why !== undefined && { why }) };
}

function unknownBecause(own: readonly Decorator[], exposed: Decorator | undefined, computed: boolean): string | undefined {
  if (own.some((decorator) => decorator.name === 'Transform')) return '`@Transform` may send anything';
  if (computed) return 'the name given to `@Expose` is computed';
  const options = exposed?.arguments[0];
  if (['groups', 'since', 'until'].some((key) => propertyOf(options, key) !== undefined))
    return 'shown to some groups or versions only';
  return undefined;
}

const OWN = 'a decorator of the service may expose or change it';

/** A decorator of the service may be composed of others. */
const isOwn = ({ specifier }: Decorator): boolean => /^(?:$|[.~#/]|@\/|src\/)/.test(specifier);

/** Whether a member is hidden, by its own decorators or by those of its class. */
function hiddenBy(all: readonly Decorator[], own: readonly Decorator[], ofClass: readonly Decorator[]): 'yes' | 'no' | 'maybe' {
  if (own.some(isExclude)) return 'yes';
  if (!ofClass.some(isExclude)) return 'no';
  return all.some(isOwn) ? 'maybe' : 'yes';
}

/** The direction in which decorators act: from an instance to plain data, or back. */
type Direction = 'toPlainOnly' | 'toClassOnly';

function isExclude(decorator: Decorator): boolean {
  return decorator.name === 'Exclude';
}

/** Decorators of class-transformer that act in a direction: all except those for the other direction only. */
function acting(decorators: readonly Decorator[], direction: Direction): readonly Decorator[] {
  const other: Direction = direction === 'toPlainOnly' ? 'toClassOnly' : 'toPlainOnly';
  return decorators.filter(
    (decorator) =>
      decorator.specifier === 'class-transformer' &&
      !decorator.arguments.some((argument) => propertyOf(argument, other)?.kind === ts.SyntaxKind.TrueKeyword),
  );
}
