import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { compose, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/** `value` and `error` of `Result<T, E>`, and of `ok(value)` and `err(error)`; code asks `isOk()` before it takes one. */
function type(resolver: Resolver, { path, on }: ExternalTarget): Lazy | undefined {
  const name = path.at(-1);
  return on !== undefined && (name === 'value' || name === 'error') ? partOf(resolver, on, name) : undefined;
}

function partOf(resolver: Resolver, result: ExternalTarget, name: 'value' | 'error'): Lazy | undefined {
  const { path, arguments: types, call } = result;
  if (/^(?:Result|ResultAsync|Ok|Err)$/.test(path.at(-1) ?? '')) {
    const declared = types[name === 'value' ? 0 : 1];
    const isOneOf = declared !== undefined && formsOf(resolver, declared) > 1;
    return isOneOf ? unknownOf(declared.site.file, 'which of the forms of its type it has is not known') : declared;
  }
  const maker = path.at(-1) === '()' ? path.at(-2) : undefined;
  if (call?.expression.kind !== 'returns' || !/^(?:ok|err)(?:Async)?$/.test(maker ?? '')) return undefined;
  const given = call.expression.values?.[0];
  const isAsked = maker?.startsWith(name === 'value' ? 'ok' : 'err') === true;
  // the other of the two is there where code takes it
  if (!isAsked) return { expression: { kind: 'union', options: [] }, site: call.site };
  return given && { expression: given, site: call.site };
}

/** The object forms of a union. */
function formsOf(resolver: Resolver, declared: Lazy, depth = 0): number {
  const target = resolver.resolve(resolver, declared, 'shape');
  if (target.kind !== 'choice' || depth > 3) return target.kind === 'type' ? 1 : 0;
  return target.options.reduce((count, one) => count + formsOf(resolver, one, depth + 1), 0);
}

/** `unwrapOr(other)`, `_unsafeUnwrap()`. */
function call(resolver: Resolver, { path, on }: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = path.at(-1);
  const value = on && /^(?:unwrapOr|_unsafeUnwrap)$/.test(name ?? '') ? partOf(resolver, on, 'value') : undefined;
  const other: Expression | undefined = expression.kind === 'returns' ? expression.values?.[0] : undefined;
  if (value === undefined || name === '_unsafeUnwrap' || other === undefined) return value;
  return compose(site.file, (put): Expression => ({ kind: 'union', options: [put(value), put({ expression: other, site })] }));
}

/** https://github.com/supermacro/neverthrow */
export const neverthrow: KnownPackage = {
  title: 'neverthrow',
  specifiers: /^neverthrow$/,
  boxes: true,
  type,
  call,
};
