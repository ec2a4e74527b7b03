import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { literals } from '../shapes/members.js';
import type { ExternalTarget, Resolver } from '../values/target.js';

/** One call in the chain of a query. */
export interface QueryStep {
  readonly name: string;
  readonly values: readonly Lazy[];
  /** Type arguments: `db<Book>('books')`. */
  readonly types: readonly Lazy[];
}

/** The calls of a chain, first to last. */
export function stepsOf(of: ExternalTarget): readonly QueryStep[] {
  const steps: QueryStep[] = [];
  for (let at: ExternalTarget | undefined = of; at !== undefined; at = at.on) {
    const call = at.path.at(-1) === '()' ? at.call : undefined;
    if (call !== undefined) steps.unshift(stepOf(at.path.at(-2) ?? '', call));
  }
  return steps;
}

/** A call under the name of the called function. */
export function stepOf(name: string, { expression, site }: Lazy): QueryStep {
  if (expression.kind !== 'returns') return { name, values: [], types: [] };
  const lazily = (list: readonly Expression[] = []): readonly Lazy[] => list.map((one) => ({ expression: one, site }));
  return { name, values: lazily(expression.values), types: lazily(expression.arguments) };
}

/** Literal names, a single one or a list; undefined: some are computed. */
export function namesIn(resolver: Resolver, given: Lazy | undefined): readonly string[] | undefined {
  const names = given && literals(resolver, given);
  return names?.every((one) => typeof one === 'string') ? names.map(String) : undefined;
}
