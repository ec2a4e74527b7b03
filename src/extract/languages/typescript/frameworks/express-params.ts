import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { middlewareOf } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { methodCall } from '../values/router-calls.js';
import { receiverOf } from './express-receivers.js';

/** `router.param('id', load)`: it stands before each route of this very router that has the parameter. */
interface Param {
  /** Absent: any. */
  readonly name: string | undefined;
  readonly router: string;
  readonly before: readonly Expression[];
}

/** Routes with what `param` of their router puts before them: https://expressjs.com/en/api.html#router.param */
export function withParams(source: Source, calls: readonly ts.Node[], facts: readonly Fact[]): readonly Fact[] {
  const params = calls.flatMap((call) => (ts.isCallExpression(call) ? paramsOf(source, call) : []));
  if (params.length === 0) return facts;
  return facts.map((fact) => {
    if (fact.kind !== 'route' || fact.router === undefined) return fact;
    const [router, path] = [JSON.stringify(fact.router), JSON.stringify(fact.path)];
    const own = params.filter((one) => one.router === router && (one.name === undefined || path.includes(`{${one.name}`)));
    return own.length === 0 ? fact : { ...fact, before: [...(fact.before ?? []), ...own.flatMap(({ before }) => before)] };
  });
}

function paramsOf(source: Source, call: ts.CallExpression): readonly Param[] {
  const called = methodCall(call);
  const [names, callback] = call.arguments;
  if (called?.name !== 'param' || names === undefined || callback === undefined) return [];
  const router = receiverOf(source, called.receiver, true);
  const before = middlewareOf(source, [callback]);
  if (router === undefined || before.length === 0) return [];
  const given = unwrap(names);
  return (ts.isArrayLiteralExpression(given) ? given.elements : [given]).map((one) => ({
    name: ts.isStringLiteralLike(one) ? one.text : undefined,
    router: JSON.stringify(router),
    before,
  }));
}
