import type { Expression, ReturnsExpression } from '../expression.js';
import type { Lazy } from '../program.js';
import { describedBy } from '../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/** The definition of a router, the router of a caller, and the result of a procedure call. */
function call(_: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (name === 'router' && expression.kind === 'returns') return firstOf({ expression, site });
  if (name !== '()' || of.call === undefined) return undefined;
  const made = of.path.at(-2) ?? '';
  if (made === 'createCallerFactory') return firstOf(of.call);
  return made === 'query' || made === 'mutation' ? resultOf(of.call) : undefined;
}

function firstOf({ expression, site }: Lazy): Lazy | undefined {
  const [first] = expression.kind === 'returns' ? (expression.values ?? []) : [];
  return first && { expression: first, site };
}

/** The last `.output(schema)` determines the result, since it parses the resolver's; without one, the resolver does. */
function resultOf({ expression, site }: Lazy): Lazy | undefined {
  if (expression.kind !== 'returns') return undefined;
  const [output] = stepsOf(expression).flatMap(({ of, values }) =>
    of.kind === 'member' && of.name === 'output' ? (values ?? []) : [],
  );
  if (output !== undefined) return describedBy({ expression: output, site });
  const [resolver] = expression.values ?? [];
  const given: Expression = { kind: 'unknown', why: 'what tRPC gives a resolver' };
  return resolver && { expression: { kind: 'returns', of: resolver, values: [given] }, site };
}

/** The calls of a chain, the last first. */
function stepsOf(whole: ReturnsExpression): readonly ReturnsExpression[] {
  const found: ReturnsExpression[] = [];
  for (let at: Expression = whole; at.kind === 'returns' && at.of.kind === 'member'; at = at.of.of) found.push(at);
  return found;
}

/** https://trpc.io/docs/server/server-side-calls */
export const trpc: KnownPackage = {
  title: 'tRPC',
  specifiers: /^@trpc\/server$/,
  call,
};
