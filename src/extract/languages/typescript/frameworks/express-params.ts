import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import type { RouterTable } from '../../../engine/router-table.js';
import type { Call, RouterFile } from '../routers/framework.js';
import { receiverOf } from '../routers/receivers.js';
import { middlewareOf } from '../sends/rewrites.js';
import { unwrap } from '../values/access-paths.js';
import { methodCall } from '../values/router-calls.js';

/** `router.param('id', load)`: it stands before each route of this very router that has the parameter. */
interface Param {
  /** Absent: any. */
  readonly name: string | undefined;
  readonly router: string;
  readonly before: readonly Expression[];
}

/** Routes with what `param` of their router puts before them: https://expressjs.com/en/api.html#router.param */
export function withParams(file: RouterFile, table: RouterTable, facts: readonly Fact[]): readonly Fact[] {
  const params = file.calls.flatMap((call) => paramsOf(file, table, call));
  if (params.length === 0) return facts;
  return facts.map((fact) => {
    if (fact.kind !== 'route' || fact.by !== table.id || fact.router === undefined) return fact;
    const [router, path] = [JSON.stringify(fact.router), JSON.stringify(fact.path)];
    const own = params.filter((one) => one.router === router && (one.name === undefined || path.includes(`{${one.name}`)));
    return own.length === 0 ? fact : { ...fact, before: [...(fact.before ?? []), ...own.flatMap(({ before }) => before)] };
  });
}

function paramsOf(file: RouterFile, table: RouterTable, call: Call): readonly Param[] {
  const called = methodCall(call);
  const [names, callback] = call.arguments ?? [];
  if (called?.name !== 'param' || names === undefined || callback === undefined) return [];
  const router = receiverOf(file, table, called.receiver, table.handlers)?.value;
  const before = middlewareOf(file.source, [callback]);
  if (router === undefined || before.length === 0) return [];
  const given = unwrap(names);
  return (ts.isArrayLiteralExpression(given) ? given.elements : [given]).map((one) => ({
    name: ts.isStringLiteralLike(one) ? one.text : undefined,
    router: JSON.stringify(router),
    before,
  }));
}
