import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { importedName } from '../decorators.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';
import { typeOf } from './types.js';

/** Packages whose functions make classes of classes: https://docs.nestjs.com/openapi/mapped-types */
const PACKAGES = new Set(['@nestjs/swagger', '@nestjs/mapped-types', '@nestjs/graphql']);

/** What a class extends: a name with its arguments, `PartialType(X)` and the like, or whatever class an expression gives. */
export function baseOf(source: Source, node: ts.ExpressionWithTypeArguments): Expression {
  if (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression)) return typeOf(source, node);
  return classOf(source, node.expression);
}

/** The instances of the class that an expression gives. */
function classOf(source: Source, node: ts.Expression): Expression {
  if (ts.isCallExpression(node)) {
    const origin = importedName(source, node.expression);
    const [first, second] = node.arguments;
    if (PACKAGES.has(origin.specifier) && first !== undefined) {
      const mapped = mappedClass(source, origin.name, first, second, node.arguments);
      if (mapped !== undefined) return mapped;
    }
  }
  return { kind: 'operator', operator: 'instance-type', of: readValue(source, node) };
}

function mappedClass(
  source: Source,
  name: string,
  first: ts.Expression,
  second: ts.Expression | undefined,
  all: readonly ts.Expression[],
): Expression | undefined {
  if (name === 'PartialType') return { kind: 'operator', operator: 'partial', of: classOf(source, first) };
  if (name === 'IntersectionType') return { kind: 'intersection', parts: all.map((one) => classOf(source, one)) };
  if (name !== 'PickType' && name !== 'OmitType') return undefined;
  if (second === undefined) return undefined;
  const operator = name === 'PickType' ? 'pick' : 'omit';
  return { kind: 'operator', operator, of: classOf(source, first), keys: keysOf(source, second) };
}

/** `['a', 'b'] as const` as the union of its elements. */
function keysOf(source: Source, node: ts.Expression): Expression {
  const list = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) ? node.expression : node;
  if (!ts.isArrayLiteralExpression(list)) return { kind: 'element', of: readValue(source, list) };
  return { kind: 'union', options: list.elements.map((element) => readValue(source, element)) };
}
