import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { annotation, argument, classIn, stringsOf } from './annotations.js';
import { widened } from './jackson.js';
import { isNull } from './literals.js';
import { at, type Source, scopeOf, unknown } from './source.js';
import { typeOf } from './types.js';
import type { Field, TypeDecl } from './unit.js';
import { readValue } from './values.js';
import { writtenBy } from './written-types.js';

/**
 * The members of a `@Serializable` class: properties with a backing field, of any visibility.
 * https://github.com/Kotlin/kotlinx.serialization/blob/master/docs/basic-serialization.md
 */
export function serializableMembers(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  const scope = scopeOf(decl);
  const all = [...decl.components.filter((one) => one.property === true), ...decl.fields];
  return all
    .filter((one) => one.computed !== true && one.delegated !== true && annotation(one.annotations, 'Transient') === undefined)
    .map((one): ObjectMember => {
      const name = stringsOf(source, argument(annotation(one.annotations, 'SerialName'), 'value'))?.[0];
      const isContextual = annotation(one.annotations, 'Contextual', 'Serializable') !== undefined;
      const read = (): ReturnType<typeof typeOf> =>
        one.type !== undefined
          ? typeOf(source, scope, one.type)
          : one.value === undefined
            ? unknown('its type is not declared')
            : widened(readValue({ source, scope, local: () => undefined }, one.value));
      return {
        kind: 'property',
        name: name ?? one.name,
        ...(name !== undefined && { member: one.name, naming: 'explicit' as const }),
        ...(one.value !== undefined && { defaulted: true, ...(isNull(source.unit.tokens, one.value) && { blank: true }) }),
        ...(annotation(one.annotations, 'EncodeDefault') !== undefined && { unsure: 'an annotation says when it is written' }),
        value: isContextual ? serialized(source, decl, one) : read(),
        at: at(source, one.index),
      };
    });
}

/** `@Serializable(with = UUIDSerializer::class) val id: UUID?` */
function serialized(source: Source, decl: TypeDecl, { annotations, type }: Field): Expression {
  const using = argument(annotation(annotations, 'Serializable'), 'with', 'value');
  const of = writtenBy(source, scopeOf(decl), classIn(source, using));
  return type?.nullable === true ? { kind: 'operator', operator: 'nullable', of } : of;
}
