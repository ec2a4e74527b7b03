import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Route } from '../../../../facts/fact.js';
import type { ClassDefinition, FunctionDefinition } from '../scope.js';
import type { Source } from '../source.js';

/**
 * A class whose methods are named as the methods of HTTP that they answer: a router with a route at its own place for each. Where it
 * is served, whoever registers the class says.
 *
 * @param methods of the class, those that answer
 * @param answered what a method sends
 * @returns the class as a router
 */
export function recordClassRouter(
  { source, facts, by }: { readonly source: Source; readonly facts: Fact[]; readonly by: string },
  definition: ClassDefinition,
  methods: readonly FunctionDefinition[],
  answered: (method: FunctionDefinition) => Pick<Route, 'handler' | 'incomplete' | 'responses'>,
): Expression {
  const self: Expression = { kind: 'name', name: definition.fact, space: 'value' };
  facts.push({ kind: 'router', by, name: definition.fact, root: false, loose: true, at: source.at(definition.start) });
  for (const method of methods)
    facts.push({
      kind: 'route',
      by,
      method: method.name.toUpperCase(),
      path: { kind: 'literal', value: '' },
      router: self,
      member: method.name,
      ...answered(method),
      at: source.at(method.start),
    });
  return self;
}
