import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { decoratorsOf, propertyOf } from '../decorators.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';

/**
 * The details of `@ApiProperty` of @nestjs/swagger where the declared type is less precise: a missing type, the values of a plain
 * string or number, the format of a string. Details that contradict the declared type do not count: the compiler checks the code
 * against the type (https://docs.nestjs.com/openapi/types-and-parameters).
 */
export function documented(source: Source, member: ts.Node, declared: Expression): Expression {
  if (declared.kind !== 'unknown' && declared.kind !== 'scalar' && declared.kind !== 'array') return declared;
  const decorator = decoratorsOf(source, member).find(
    ({ specifier, name }) => specifier === '@nestjs/swagger' && /^ApiProperty(?:Optional)?$/.test(name),
  );
  const options = decorator?.arguments[0];
  if (options === undefined) return declared;
  if (declared.kind === 'array') {
    const values = isTrue(propertyOf(options, 'isArray')) ? propertyOf(options, 'enum') : undefined;
    const isPlain = declared.items.kind === 'scalar' && declared.items.format === undefined;
    const items = values !== undefined && isPlain ? valuesOf(source, values) : undefined;
    return items === undefined ? declared : { ...declared, items };
  }
  return refined(source, options, declared);
}

function refined(source: Source, options: ts.Expression, declared: Expression): Expression {
  if (declared.kind === 'scalar') return narrowed(source, options, declared);
  if (declared.kind !== 'unknown') return declared;
  const enumerated = propertyOf(options, 'enum');
  const one = enumerated === undefined ? typeGiven(source, propertyOf(options, 'type')) : valuesOf(source, enumerated);
  if (one === undefined) return declared;
  const many: Expression = isTrue(propertyOf(options, 'isArray')) ? { kind: 'array', items: one } : one;
  return isTrue(propertyOf(options, 'nullable')) ? { kind: 'operator', operator: 'nullable', of: many } : many;
}

/** Narrows a string to its `enum`, or adds its `format`. */
function narrowed(source: Source, options: ts.Expression, declared: Expression & { kind: 'scalar' }): Expression {
  if (declared.format !== undefined || (declared.type !== 'string' && declared.type !== 'number')) return declared;
  const values = propertyOf(options, 'enum');
  if (values !== undefined && !isTrue(propertyOf(options, 'isArray'))) return valuesOf(source, values) ?? declared;
  const format = propertyOf(options, 'format');
  const named = format !== undefined && ts.isStringLiteralLike(format) ? format.text : undefined;
  return declared.type === 'string' && named !== undefined ? { ...declared, format: named } : declared;
}

const isTrue = (node: ts.Expression | undefined): boolean => node?.kind === ts.SyntaxKind.TrueKeyword;

/** `enum: Role`, `enum: ['a', 'b']`. */
function valuesOf(source: Source, node: ts.Expression): Expression | undefined {
  if (ts.isArrayLiteralExpression(node)) return { kind: 'element', of: readValue(source, node) };
  return ts.isIdentifier(node) ? { kind: 'operator', operator: 'values-of', of: readValue(source, node) } : undefined;
}

const PLAIN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['String', { kind: 'scalar', type: 'string' }],
  ['string', { kind: 'scalar', type: 'string' }],
  ['Number', { kind: 'scalar', type: 'number' }],
  ['number', { kind: 'scalar', type: 'number' }],
  ['integer', { kind: 'scalar', type: 'integer' }],
  ['Boolean', { kind: 'scalar', type: 'boolean' }],
  ['boolean', { kind: 'scalar', type: 'boolean' }],
  ['Date', { kind: 'scalar', type: 'string', format: 'date-time' }],
]);

/** `type: User`, `type: () => User`, `type: [User]`, `type: 'string'`. */
function typeGiven(source: Source, node: ts.Expression | undefined): Expression | undefined {
  if (node === undefined) return undefined;
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return typeGiven(source, node.body);
  if (ts.isArrayLiteralExpression(node)) {
    const [first] = node.elements;
    const items = first && typeGiven(source, first);
    return items && { kind: 'array', items };
  }
  const name = ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : '';
  const plain = PLAIN.get(name);
  if (plain !== undefined) return plain;
  if (!ts.isIdentifier(node)) return undefined;
  return { kind: 'operator', operator: 'instance-type', of: readValue(source, node) };
}
