import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Route } from '../../../../facts/fact.js';
import type { ClassDefinition, FunctionDefinition } from '../scope.js';
import type { Source } from '../source.js';

/**
 * Records a class with methods named after HTTP methods as a router, with one route for each at its own path. Code that registers
 * the class mounts the router.
 *
 * @param methods the request methods of the class
 * @param answered the responses of a method
 * @returns a reference to the router
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
