import { ts } from 'ts-morph';
import {
  awaited,
  BOOLEAN,
  type Expression,
  INTEGER,
  NUMBER,
  type ObjectMember,
  STRING,
  unknown,
} from '../../../../facts/expression.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { parsedFromCache } from './cached-values.js';
import { copiedMembers } from './copied-members.js';
import { isIteration, madeOf, type ValueReader } from './literals.js';
import { isWhole, stringified } from './stringified.js';

/** The result of a call to a global function, or to a function of a global object; undefined for other calls. */
export function globalCall(source: Source, node: ts.CallExpression, read: ValueReader): Expression | undefined {
  const callee = node.expression;
  if (ts.isIdentifier(callee))
    return lookup(source, callee) === undefined ? functionResult(source, callee.text, node, read) : undefined;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return undefined;
  if (lookup(source, callee.expression) !== undefined) return undefined;
  return memberResult(source, callee.expression.text, callee.name.text, node, read);
}

function functionResult(source: Source, name: string, node: ts.CallExpression, read: ValueReader): Expression | undefined {
  switch (name) {
    case 'String':
    case 'encodeURIComponent':
    case 'decodeURIComponent':
    case 'encodeURI':
    case 'Date':
      return STRING;
    case 'Number':
    case 'parseFloat':
      return NUMBER;
    case 'parseInt':
      return INTEGER;
    case 'Boolean':
    case 'isNaN':
      return BOOLEAN;
    case 'structuredClone':
      return node.arguments[0] && read(source, node.arguments[0]);
    default:
      return undefined;
  }
}

function memberResult(
  source: Source,
  owner: string,
  name: string,
  node: ts.CallExpression,
  read: ValueReader,
): Expression | undefined {
  switch (owner) {
    case 'JSON':
      return name === 'stringify'
        ? encoded(source, node, read)
        : (copied(node, (value) => read(source, value)) ??
            parsedFromCache(source, node, read) ??
            unknown('what JSON.parse gives'));
    case 'Math':
      return /^(?:floor|ceil|round|trunc|sign|clz32)$/.test(name) ? INTEGER : NUMBER;
    case 'Number':
      if (name.startsWith('is')) return BOOLEAN;
      return name === 'parseInt' ? INTEGER : NUMBER;
    case 'Date':
      return INTEGER;
    case 'Object':
      return copiedMembers(source, node, read) ?? objectResult(source, name, node, read);
    case 'Array':
      return arrayResult(source, name, node, read);
    case 'Promise':
      return expectationResult(source, name, node, read);
    case 'String':
      return STRING;
    case 'Reflect':
      return unknown('what Reflect gives');
    default:
      return name === 'randomUUID' ? { kind: 'scalar', type: 'string', format: 'uuid' } : undefined;
  }
}

/** `JSON.parse(JSON.stringify(x))`: what JSON makes of `x`, which is what is sent of it. */
function copied(
  { arguments: [text, reviver] }: ts.CallExpression,
  read: (node: ts.Expression) => Expression,
): Expression | undefined {
  const node = text && unwrap(text);
  return node !== undefined && reviver === undefined && ts.isCallExpression(node) ? stringified(node, read) : undefined;
}

/** The JSON text of a value; a replacer may omit any part of it. */
function encoded(source: Source, node: ts.CallExpression, read: ValueReader): Expression {
  const [value, replacer] = node.arguments;
  if (value === undefined || ts.isSpreadElement(value) || !isWhole(replacer)) return STRING;
  return { kind: 'operator', operator: 'encoded', of: read(source, value) };
}

function objectResult(source: Source, name: string, node: ts.CallExpression, read: ValueReader): Expression {
  const [first] = node.arguments;
  if (first === undefined) return unknown(`what Object.${name} gives`);
  switch (name) {
    case 'assign':
      return {
        kind: 'object',
        members: node.arguments.map((one): ObjectMember => {
          const of = read(source, ts.isSpreadElement(one) ? one.expression : one);
          // a new instance has no values in members that its class only declares
          return { kind: 'spread', value: of.kind === 'instance' ? { kind: 'operator', operator: 'blank', of } : of };
        }),
      };
    case 'freeze':
    case 'seal':
    case 'preventExtensions':
      return read(source, first);
    case 'keys':
    case 'getOwnPropertyNames':
      return { kind: 'array', items: STRING };
    case 'values':
      return { kind: 'array', items: valuesOf(read(source, first)) };
    case 'entries':
      return entriesOf(read(source, first));
    case 'fromEntries':
      return isMapped(first) ? dictionaryOf(read(source, first)) : unknown('what Object.fromEntries gives');
    default:
      return unknown(`what Object.${name} gives`);
  }
}

/** `list.map((one) => [one.id, one.title])` */
const isMapped = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map';

/** A dictionary of pairs of name and value. */
const dictionaryOf = (pairs: Expression): Expression => ({
  kind: 'map',
  values: { kind: 'member', of: { kind: 'element', of: pairs }, name: '1' },
});

function valuesOf(of: Expression): Expression {
  return { kind: 'operator', operator: 'values-of', of };
}

/** The entries of an object literal, one by one. */
function entriesOf(of: Expression): Expression {
  if (of.kind === 'object' && of.members.every((member) => member.kind === 'property')) {
    const items = of.members.flatMap((member): Expression[] =>
      member.kind === 'property' ? [{ kind: 'tuple', items: [{ kind: 'literal', value: member.name }, member.value] }] : [],
    );
    return { kind: 'tuple', items };
  }
  return { kind: 'array', items: { kind: 'tuple', items: [STRING, valuesOf(of)] } };
}

function arrayResult(source: Source, name: string, node: ts.CallExpression, read: ValueReader): Expression {
  const [first, mapping] = node.arguments;
  if (name === 'isArray') return BOOLEAN;
  if (name === 'of') return { kind: 'tuple', items: node.arguments.map((one) => read(source, one)) };
  if (name !== 'from' || first === undefined) return unknown(`what Array.${name} gives`);
  // `{ length: 3 }` has no elements
  const items: Expression = ts.isObjectLiteralExpression(first)
    ? { kind: 'absent' }
    : { kind: 'element', of: read(source, madeOf(first) ?? first) };
  if (mapping !== undefined) return { kind: 'array', items: { kind: 'returns', of: read(source, mapping), values: [items] } };
  return isIteration(first) ? unknown('what an iterator gives') : { kind: 'array', items };
}

function expectationResult(source: Source, name: string, node: ts.CallExpression, read: ValueReader): Expression {
  const [first] = node.arguments;
  if (name === 'resolve') return first === undefined ? { kind: 'absent' } : read(source, first);
  if (name !== 'all' || first === undefined) return unknown(`what Promise.${name} gives`);
  const all = read(source, first);
  if (all.kind === 'tuple' && all.items.every((item) => item.kind !== 'spread')) {
    return { kind: 'tuple', items: all.items.map(awaited) };
  }
  if (all.kind === 'array') return { kind: 'array', items: awaited(all.items) };
  return { kind: 'array', items: awaited({ kind: 'element', of: all }) };
}
