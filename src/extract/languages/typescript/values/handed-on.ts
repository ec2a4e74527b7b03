import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { isHarmless } from './harmless-callees.js';
import { memberOfArguments } from './lending.js';
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
  const handed = memberOfArguments(call).flatMap(({ node, index, member }) => {
    const at = unwrap(node);
    const value = ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at) ? undefined : how.instanceOf(source, at);
    return value === undefined ? [] : [{ value, index, member }];
  });
  if (handed.length === 0) return [];
  const of = readValue(source, callee);
  const callable: Expression = ts.isNewExpression(call) ? { kind: 'member', of, name: 'constructor' } : of;
  const each = loopsAround(source, call);
  return handed.map(
    ({ value, index, member }): Mount => ({
      kind: 'mount',
      by: how.by,
      parent: value,
      child: ofParameter({ kind: 'parameter', callable: '', of: callable, index }, member),
      same: true,
      ...(each.length > 0 && { each }),
      certainty: isHarmless(source, callee) ? 'unlikely' : 'router',
      at: atOf(source, call),
    }),
  );
}

const ofParameter = (of: Expression, name: string | undefined): Expression =>
  name === undefined ? of : { kind: 'member', of, name };

function isForeign(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined) return !/^(?:\.|[~#@]\/)/.test(specifier);
  return ts.isIdentifier(callee) && callee.text !== 'require' && lookup(source, callee) === undefined;
}
