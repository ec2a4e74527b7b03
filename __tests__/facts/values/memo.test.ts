import type { Expression } from '../../../src/facts/expression.js';
import type { Fact } from '../../../src/facts/fact.js';
import { dataOf } from '../../../src/facts/shapes/shapes.js';
import { createResolver } from '../../../src/facts/values/resolver.js';
import { type Resolver, refill } from '../../../src/facts/values/target.js';
import { at, constant, imports, literal, member, object, returns, sheet, text, union, value } from '../facts.js';

const resolverOf = (...facts: Fact[]): Resolver => createResolver(sheet({ 'a.ts': facts }));

function worked(resolver: Resolver, expression: Expression) {
  refill(resolver);
  const { left } = resolver.budget;
  const { value: data, asks } = resolver.questions.during(() => dataOf(resolver, { expression, site: { file: 'a.ts' } }));
  return { data, asks: asks(), steps: left - resolver.budget.left };
}

/** `query = query.m0()`, `query = query.m1()`, ...: each may come after any other. */
const changed = (count: number): Resolver => {
  const names = Array.from({ length: count }, (_, index) => `m${index}`);
  const later = names.map((name) => returns(member(value('query'), name)));
  return resolverOf(
    imports('session', 'some-package'),
    constant('query', union(returns(member(value('session'), 'query')), ...later)),
  );
};

test('a variable that is made of itself again and again is followed in few steps', () => {
  const resolver = changed(4);
  const expression = member(returns(member(value('query'), 'm3')), 'size');
  refill(resolver);
  const { left } = resolver.budget;
  resolver.resolve(resolver, { expression, site: { file: 'a.ts' } }, 'value');
  expect(left - resolver.budget.left).toBeLessThan(20_000);
});

test('what comes later has the questions of what was worked out first', () => {
  const asked: Expression = { kind: 'unknown', why: 'it is not read', at: { ...at, length: 4 } };
  const resolver = resolverOf(constant('first', object({ id: asked })), constant('second', member(value('first'), 'id')));
  const [one, other] = [worked(resolver, value('second')), worked(resolver, value('second'))];
  expect(one.asks).toHaveLength(1);
  expect(other.asks).toEqual(one.asks);
  expect(other.steps).toBeLessThan(one.steps);
});

test('what was seen from within a circle does not stay for those outside', () => {
  const facts = [
    constant('inner', member(value('outer'), 'id')),
    constant('outer', union(object({ id: text }), object({ id: member(value('circle'), 'id') }))),
    constant('circle', union(object({ id: literal(1) }), object({ id: value('inner') }))),
  ];
  const fresh = worked(resolverOf(...facts), value('circle')).data;
  const resolver = resolverOf(...facts);
  worked(resolver, value('inner'));
  expect(worked(resolver, value('circle')).data).toEqual(fresh);
  expect(JSON.stringify(fresh)).toContain('string');
});
