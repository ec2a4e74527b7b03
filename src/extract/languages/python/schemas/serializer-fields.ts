import type { Expression, PropertyMember } from '../../../../facts/expression.js';
import type { ClassDefinition, ClassField } from '../scope.js';
import { literal, type Source, scalar, unknown } from '../source.js';
import { argument, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { saysSerializer, typeOf } from '../types.js';
import { modelOf, ROWS } from './django-models.js';
import { type Call, isTrue, nullable, ofMany, originOrName, serializerFieldType, value } from './field-types.js';

/** A serializer in analysis: what it serializes, and its bases in this repository. */
export interface Serializer {
  readonly source: Source;
  readonly definition: ClassDefinition;
  /** The type of its instances; absent: any. */
  readonly model?: Expression;
  readonly bases: readonly Expression[];
}

/** A serializer field that the class declares; undefined: no field. */
export function declaredField(serializer: Serializer, field: ClassField): PropertyMember | undefined {
  const { source } = serializer;
  const { name, value: call, start } = field;
  // a class of the service may have any name: `author = Author()`
  if (call?.kind !== 'call' || !/(?:Field|Serializer)\w{0,20}$|^[A-Z]\w{0,100}[a-z]/.test(lastName(call.of) ?? ''))
    return undefined;
  const at = source.at(start);
  const isHidden = isTrue(keyword(call, 'write_only')) || lastName(call.of) === 'HiddenField';
  if (isHidden) return { kind: 'property', name, value: { kind: 'absent' }, access: 'write', at };
  const value = ofMany(keyword(call, 'many'), (many) => given(serializer, name, call, many));
  return { kind: 'property', name, value: nullable(call, asInRow(serializer, name, call, value)), at };
}

/** A field writes null for an attribute that is null: https://www.django-rest-framework.org/api-guide/serializers/ */
function asInRow(serializer: Serializer, name: string, call: Call, of: Expression): Expression {
  const from = keyword(call, 'source') === undefined ? name : plainText(keyword(call, 'source'));
  const isOfRow = from !== undefined && /^\w+$/.test(from) && keyword(call, 'many') === undefined;
  const { model, definition } = serializer;
  // a field of the service may take its value from elsewhere
  const isPlain = /^(?:rest_framework|serializers|fields|relations)\b|Serializer$/.test(
    originOrName(definition.outside, call.of),
  );
  const isOfAll = /^(?:SerializerMethod|HyperlinkedIdentity)Field$/.test(lastName(call.of) ?? '');
  if (model === undefined || !isOfRow || !isPlain || isOfAll) return of;
  const inRow: Expression = { kind: 'operator', operator: 'nullable', of, keys: rowOf(serializer, from) };
  // a field that a request may set takes no null from it: which rows have one is not known
  const isWritten =
    !isTrue(keyword(call, 'read_only')) && !/(?:Serializer|ReadOnlyField|StringRelatedField)$/.test(lastName(call.of) ?? '');
  return isWritten ? { kind: 'operator', operator: 'tested', of: inRow, keys: literal(null) } : inRow;
}

function given(serializer: Serializer, name: string, call: Call, many: boolean): Expression {
  const { source, definition } = serializer;
  const kind = lastName(call.of) ?? '';
  const from = plainText(keyword(call, 'source')) ?? (keyword(call, 'source') === undefined ? name : undefined);
  const each = (of: Expression): Expression => (many ? { kind: 'array', items: of } : of);
  const attribute = (): Expression => attributeOf(serializer, from);
  const item = (): Expression => (many ? { kind: 'element', of: attribute() } : attribute());
  const isLibrary = /^(?:rest_framework|serializers|fields|relations)\b/.test(originOrName(definition.outside, call.of));
  const sent: Expression = { kind: 'member', of: typeOf(source, definition.inside, call.of), name: 'data' };
  if (/Serializer$/.test(kind) && !isLibrary) return each(sent);
  switch (kind) {
    case 'SerializerMethodField':
      return methodOf(serializer, plainText(argument(call, 0, 'method_name')) ?? `get_${name}`);
    case 'ReadOnlyField':
    case 'ModelField':
      return rowOf(serializer, from);
    case 'PrimaryKeyRelatedField':
      return keyed(serializer, call, from, many);
    case 'SlugRelatedField': {
      const slug = plainText(argument(call, 0, 'slug_field'));
      const queried = queriedModel(serializer, call);
      const of: Expression = queried ?? item();
      return each(
        slug === undefined
          ? unknown('which field it sends is not read')
          : { kind: 'member', of: { kind: 'member', of, name: ROWS }, name: slug },
      );
    }
    default: {
      const known = isLibrary ? serializerFieldType(source, definition.inside, call) : undefined;
      if (known !== undefined) return each(known);
      // https://django-taggit.readthedocs.io/en/latest/serializers.html
      if (kind === 'TagListSerializerField') return { kind: 'array', items: scalar('string') };
      if (/^(?:Base64(?:Image|File)Field|PhoneNumberField|CurrentUserDefault)$/.test(kind)) return scalar('string');
      const represent: Expression = {
        kind: 'member',
        of: { kind: 'instance', of: classNamed(source, definition, call.of) },
        name: 'to_representation',
      };
      const written: Expression = { kind: 'returns', of: represent, values: [item()] };
      if (/Field/.test(kind)) return each(written);
      const keys: Expression = { kind: 'tuple', items: [literal('data'), sent, written] };
      return each({ kind: 'operator', operator: 'having', of: sent.of, keys });
    }
  }
}

const classNamed = (source: Source, definition: ClassDefinition, node: Node): Expression => {
  const type = typeOf(source, definition.inside, node);
  return type.kind === 'name' ? { ...type, space: 'value' } : type;
};

/** The keys of related rows: of the model in `queryset`, otherwise of the relation in the model. */
function keyed(serializer: Serializer, call: Call, from: string | undefined, many: boolean): Expression {
  if (keyword(call, 'pk_field') !== undefined) return unknown('how a key is written is not read');
  const queried = queriedModel(serializer, call);
  if (queried === undefined) return rowOf(serializer, from);
  const key: Expression = { kind: 'member', of: queried, name: '|key' };
  return many ? { kind: 'array', items: key } : key;
}

/** `queryset=Tag.objects.all()`. */
function queriedModel({ source, definition }: Serializer, call: Call): Expression | undefined {
  let at: Node | undefined = keyword(call, 'queryset');
  while (at !== undefined && (at.kind === 'call' || at.kind === 'attribute')) {
    if (at.kind === 'attribute' && at.name === 'objects') return modelOf(source, definition, at.of);
    at = at.of;
  }
  return undefined;
}

/** The sent form of the model's field, property or method of that name. */
export function rowOf({ model }: Serializer, path: string | undefined): Expression {
  const { of, last } = walked(model, path);
  return last === undefined ? of : { kind: 'member', of: { kind: 'member', of, name: ROWS }, name: last };
}

/** The value of an instance attribute. */
function attributeOf({ model }: Serializer, path: string | undefined): Expression {
  const { of, last } = walked(model, path);
  return last === undefined ? of : { kind: 'member', of, name: last };
}

function walked(model: Expression | undefined, path: string | undefined): { readonly of: Expression; readonly last?: string } {
  if (model === undefined) return { of: unknown('what it is made of is not declared') };
  if (path === undefined) return { of: unknown('what it is made of is not read') };
  if (path === '*') return { of: model };
  const names = path.split('.');
  const last = names.pop() ?? '';
  return { of: names.reduce<Expression>((of, name) => ({ kind: 'member', of, name }), model), last };
}

/** The result of a serializer method for an instance; an inherited method is looked up in the base. */
function methodOf({ source, definition, model, bases }: Serializer, name: string): Expression {
  const instance = model ?? unknown('what it is made of is not declared');
  const own = definition.methods.find((method) => method.name === name);
  if (own !== undefined) {
    return own.returns === undefined || saysSerializer(own.returns)
      ? { kind: 'returns', of: value(own.fact), values: [instance] }
      : typeOf(source, own.inside, own.returns);
  }
  const [base] = bases;
  return base === undefined || bases.length > 1
    ? unknown(`${name} is not found`)
    : { kind: 'returns', of: { kind: 'member', of: base, name }, values: [instance] };
}
