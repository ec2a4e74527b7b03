import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { ClassDefinition } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { lastName, type Node, plainText } from '../syntax/syntax.js';
import { modelOf, ROWS } from './django-models.js';

/** Fields that a django-ninja `ModelSchema` copies from its model (https://django-ninja.dev/guides/response/django-pydantic/). */
export function modelFields(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const isModelled = definition.arguments.some(({ name, value }) => name === undefined && lastName(value) === 'ModelSchema');
  const meta = definition.inner.find(({ name }) => name === 'Meta') ?? definition.inner.find(({ name }) => name === 'Config');
  const value = (...names: readonly string[]): Node | undefined => meta?.fields.find(({ name }) => names.includes(name))?.value;
  const named = value('model');
  if (!isModelled || named === undefined) return [];
  const rows: Expression = { kind: 'member', of: modelOf(source, definition, named), name: ROWS };
  const spread = (of: Expression): readonly ObjectMember[] => [{ kind: 'spread', value: of }];
  const open = spread(unknown('which fields of its model it has is not read'));
  const fields = value('fields', 'model_fields');
  const excluded = value('exclude', 'model_exclude');
  const isOptional = value('fields_optional', 'model_fields_optional') !== undefined;
  if (isOptional) return open;
  if (plainText(fields) === '__all__') return spread(rows);
  if (fields === undefined && excluded === undefined) return open;
  const listed = fields ?? excluded;
  const names = listed?.kind === 'list' || listed?.kind === 'tuple' ? listed.items : [];
  if (names.length === 0 || names.some((name) => plainText(name) === undefined)) return open;
  if (fields === undefined)
    return spread({
      kind: 'operator',
      operator: 'omit',
      of: rows,
      keys: { kind: 'union', options: names.map((name) => literal(plainText(name) ?? '')) },
    });
  return names.map((node): ObjectMember => {
    const name = plainText(node) ?? '';
    return { kind: 'property', name, value: { kind: 'member', of: rows, name }, at: source.at(node.start) };
  });
}
