import type { Expression } from './expression.js';
import { lookupName } from './lookup.js';
import type { Lazy } from './program.js';
import type { Resolver } from './target.js';

/** What is written out is surely neither null nor undefined; of a name or a call it would have to be asked. */
function isSomething(value: Expression, orNull = false): boolean {
  if (value.kind === 'union') return value.options.length > 0 && value.options.every((one) => isSomething(one, orNull));
  if (value.kind === 'operator') return value.operator === 'non-null';
  if (value.kind === 'scalar') return orNull || value.type !== 'null';
  return value.kind === 'literal' ? orNull || value.value !== null : WRITTEN.has(value.kind);
}
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['text', 'object', 'array', 'tuple', 'scalar', 'instance']);

/** Whether a value is surely neither null nor undefined: it is written out, narrowed, or declared so. Elements of lists may be missing. `orNull`: surely not undefined. */
export function isSurely(resolver: Resolver, lazy: Lazy, fuel: number, orNull = false): boolean {
  const { expression, site } = lazy;
  if (isSomething(expression, orNull)) return true;
  if (fuel <= 0) return false;
  const inner = (of: Lazy): boolean => isSurely(resolver, of, fuel - 1, orNull);
  switch (expression.kind) {
    case 'union':
      return expression.options.length > 0 && expression.options.every((one) => inner({ expression: one, site }));
    case 'operator':
      return expression.operator === 'awaited' && inner({ expression: expression.of, site });
    case 'name': {
      const found = expression.space === 'value' ? lookupName(resolver.program, expression.name, site, 'value') : undefined;
      if (found?.kind !== 'lazy') return false;
      return found.declared === undefined ? inner(found.lazy) : isFull(resolver, found.declared, fuel - 1, orNull);
    }
    case 'parameter': {
      const passed = site.passed?.get(`${expression.callable}:${expression.index}`);
      if (passed !== undefined && inner(passed)) return true;
      return expression.type !== undefined && isFull(resolver, { expression: expression.type, site }, fuel - 1, orNull);
    }
    case 'returns': {
      const called = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1);
      if (called.kind !== 'callable' || called.callable.returns === undefined) return false;
      const declared: Lazy = { expression: called.callable.returns, site: { ...called.site, file: called.file } };
      return isFull(resolver, declared, fuel - 1, orNull);
    }
    case 'member': {
      // of a list or a map it may be missing
      const of = resolver.resolve(resolver, { expression: expression.of, site }, 'shape', fuel - 1);
      const isDeclared = of.kind === 'type' || (of.kind === 'plain' && of.expression.kind === 'object');
      return isDeclared && isFull(resolver, lazy, fuel - 1, orNull);
    }
    default:
      return false;
  }
}

/** Whether a declared type has neither null, unless that counts, nor undefined. */
function isFull(resolver: Resolver, type: Lazy, fuel: number, orNull: boolean): boolean {
  if (fuel <= 0) return false;
  const target = resolver.resolve(resolver, type, 'shape', fuel);
  if (target.kind === 'choice') return target.options.every((option) => isFull(resolver, option, fuel - 1, orNull));
  if (target.kind !== 'plain') return target.kind === 'type';
  return isSomething(target.expression, orNull);
}
