import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Purpose, Resolver, Target } from './target.js';

/** Replaces a type of a known package by the data that it means. */
export function known(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  if (purpose !== 'shape' || of.kind !== 'external' || of.specifier === '') return of;
  const meant = packageOf(resolver, of)?.type?.(resolver, of);
  return meant === undefined ? of : resolver.resolve(resolver, meant, purpose, fuel - 1);
}

const packageOf = (resolver: Resolver, of: ExternalTarget): KnownPackage | undefined =>
  resolver.packages.find((one) => one.specifiers.test(of.specifier));

export const isBox = (resolver: Resolver, of: ExternalTarget): boolean => packageOf(resolver, of)?.boxes === true;

/** The result of awaiting a package's value: a query gives its rows. */
export function outcome(resolver: Resolver, of: ExternalTarget, purpose: Purpose, fuel: number): Target {
  const meant = purpose === 'shape' && of.specifier !== '' ? packageOf(resolver, of)?.outcome?.(resolver, of) : undefined;
  return meant === undefined ? of : resolver.resolve(resolver, meant, purpose, fuel - 1);
}

/** The JSON form of a package's value: for a document, the result of its `toJSON`. */
export function dataIn(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  return of.specifier === '' ? undefined : packageOf(resolver, of)?.data?.(resolver, of);
}

/** The result of calling a package's function. */
export function externalCall(resolver: Resolver, of: ExternalTarget, call: Lazy, purpose: Purpose, fuel: number): Target {
  const one = packageOf(resolver, of);
  const meant = one?.instance?.(resolver, of, call) ?? (purpose === 'shape' ? one?.call?.(resolver, of, call) : undefined);
  if (meant !== undefined) return resolver.resolve(resolver, meant, purpose, fuel - 1);
  const known = call.expression.kind === 'returns' ? (call.expression.arguments ?? []) : [];
  return { ...of, path: [...of.path, '()'], arguments: known.map((expression) => ({ expression, site: call.site })), call };
}

/** What `new` makes of a class of a package. */
export function externalInstance(resolver: Resolver, of: ExternalTarget, made: Lazy, purpose: Purpose, fuel: number): Target {
  const meant = packageOf(resolver, of)?.instance?.(resolver, of, made);
  return meant === undefined ? of : resolver.resolve(resolver, meant, purpose, fuel - 1);
}

/** The data that a schema value describes. */
export function described(resolver: Resolver, schema: Lazy, fuel: number): Target {
  const target = resolver.resolve(resolver, schema, 'value', fuel - 1);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'choice') return { kind: 'choice', options: target.options.map(describedBy) };
  const meant: Lazy | undefined =
    target.kind === 'class'
      ? { expression: { kind: 'declared', file: target.file, name: target.declaration.name }, site: { file: target.file } }
      : target.kind === 'external'
        ? packageOf(resolver, target)?.schema?.(resolver, target)
        : target.kind === 'plain' && target.expression.kind === 'object'
          ? resolver.packages.find(({ object }) => object !== undefined)?.object?.(resolver, target)
          : undefined;
  return meant === undefined
    ? { kind: 'unknown', why: 'what its schema describes is not known' }
    : resolver.resolve(resolver, meant, 'shape', fuel - 1);
}

/** The data that a schema value describes, as an expression. */
export function describedBy(schema: Lazy): Lazy {
  return { expression: { kind: 'operator', operator: 'described', of: schema.expression }, site: schema.site };
}
