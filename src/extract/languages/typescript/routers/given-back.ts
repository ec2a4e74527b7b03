import { ts } from 'ts-morph';
import { unwrap } from '../values/access-paths.js';
import type { RouterFile } from './framework.js';
import { FIT, fluentOf, receiverOf } from './receivers.js';

/**
 * `const routes = app.get('/a', handler).route('/b', other)`: calls that give back the router that they are made on stand for it,
 * whatever holds them then. (https://hono.dev/docs/guides/rpc)
 */
export function findGivenBack(file: RouterFile): void {
  for (const call of file.innerFirst) {
    const callee = ts.isCallExpression(call) ? unwrap(call.expression) : undefined;
    if (!ts.isCallExpression(call) || callee === undefined || !ts.isPropertyAccessExpression(callee)) continue;
    if (file.source.bound.get(call) !== undefined) continue;
    for (const { table } of file.frameworks) {
      if (!fluentOf(table)(callee.name.text, call)) continue;
      const receiver = receiverOf(file, table, callee.expression, undefined);
      if (receiver !== undefined && receiver.fit >= FIT.imported) file.source.bound.set(call, receiver.value);
    }
  }
}
