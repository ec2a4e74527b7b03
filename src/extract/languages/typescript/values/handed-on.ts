import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { loopsAround } from './loops-around.js';
import { unwrap } from './mutations.js';
import { readValue } from './values.js';

/** How a framework tells what it routes on, and which methods of it are read elsewhere or hand nothing on. */
export interface Handing {
  readonly by: string;
  readonly instanceOf: (source: Source, node: ts.Expression) => Expression | undefined;
  readonly ownMethods: RegExp;
}

/** An app or router that is handed to a function: what the function puts on its parameter hangs on it. */
export function handedTo(source: Source, call: ts.CallExpression | ts.NewExpression, how: Handing): readonly Mount[] {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && how.ownMethods.test(callee.name.text)) return [];
  if (isForeign(source, callee)) return [];
  const handed = (call.arguments ?? []).flatMap((node, index) => {
    const at = unwrap(node);
    const value = ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at) ? undefined : how.instanceOf(source, at);
    return value === undefined ? [] : [{ value, index }];
  });
  if (handed.length === 0) return [];
  const of = readValue(source, callee);
  const callable: Expression = ts.isNewExpression(call) ? { kind: 'member', of, name: 'constructor' } : of;
  const each = loopsAround(source, call);
  return handed.map(
    ({ value, index }): Mount => ({
      kind: 'mount',
      by: how.by,
      parent: value,
      child: { kind: 'parameter', callable: '', of: callable, index },
      same: true,
      ...(each.length > 0 && { each }),
      certainty: registersRoutes(source, callee) ? 'router' : 'unlikely',
      at: atOf(source, call),
    }),
  );
}

function isForeign(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined) return !/^(?:\.|[~#@]\/)/.test(specifier);
  return ts.isIdentifier(callee) && callee.text !== 'require' && lookup(source, callee) === undefined;
}

/** A function of another file that is called like what registers routes; without its code nothing of the service is known. */
function registersRoutes(source: Source, callee: ts.Expression): boolean {
  const name = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
  return originOf(source, callee)?.specifier.startsWith('.') === true && /rout|controller|endpoint/i.test(name);
}
