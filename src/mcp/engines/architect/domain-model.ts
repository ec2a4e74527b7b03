import type { Contract } from '../../../contracts/contract.js';
import type { Field, Shape } from '../../../model/shape.js';
import { describeShape } from '../../../model/shape-text.js';
import type { OutputOf } from '../../tool.js';
import type { architect } from '../../toolsets/architect.js';

/** The models that services share, with their references. */
export type DomainModel = OutputOf<typeof architect.tools.get_domain_model>;
type Relation = DomainModel['relations'][number];

interface Entity {
  readonly fields: Map<string, DomainModel['entities'][number]['fields'][number]>;
  readonly services: Set<string>;
}

/**
 * The named objects of contracts. Objects of one name in several contracts are merged: all fields count, and a field is
 * required when every contract requires it.
 */
export function domainModel(contracts: readonly Contract[]): DomainModel {
  const entities = new Map<string, Entity>();
  const relations = new Map<string, Relation>();
  for (const contract of contracts.filter(({ role }) => role !== 'consumer')) {
    for (const [name, fields] of namedObjects(contract)) {
      const entity = entities.get(name) ?? { fields: new Map(), services: new Set() };
      entities.set(name, entity);
      if (contract.service !== undefined) entity.services.add(contract.service);
      for (const field of fields) {
        const known = entity.fields.get(field.name);
        const type = known?.type ?? describeShape(field.shape, contract.definitions);
        entity.fields.set(field.name, { name: field.name, type, required: field.required && known?.required !== false });
        for (const { to, many } of refsIn(field.shape, false))
          relations.set(`${name}\0${field.name}\0${to}`, { from: name, to, field: field.name, many });
      }
    }
  }
  return {
    entities: [...entities.keys()].sort().flatMap((name) => {
      const entity = entities.get(name);
      return entity === undefined ? [] : [{ name, fields: [...entity.fields.values()], services: [...entity.services].sort() }];
    }),
    relations: [...relations.keys()].sort().flatMap((key) => {
      const relation = relations.get(key);
      return relation !== undefined && entities.has(relation.to) ? [relation] : [];
    }),
  };
}

function namedObjects({ models, definitions }: Contract): ReadonlyMap<string, readonly Field[]> {
  const shapes = new Map<string, Shape>([...definitions, ...models.map(({ name, shape }) => [name, shape] as const)]);
  const found = new Map<string, readonly Field[]>();
  for (const [name, shape] of shapes) {
    const fields = fieldsOf(shape, definitions, new Set());
    // `Book.properties.id` is a part of a schema, without a name of its own.
    if (fields.length > 0 && !name.includes('.')) found.set(name, fields);
  }
  return found;
}

function fieldsOf(shape: Shape, definitions: Contract['definitions'], seen: Set<string>): readonly Field[] {
  if (shape.kind === 'object') return shape.fields;
  if (shape.kind !== 'ref' || seen.has(shape.name)) return [];
  seen.add(shape.name);
  const target = definitions.get(shape.name);
  return target === undefined ? [] : fieldsOf(target, definitions, seen);
}

function refsIn(shape: Shape, many: boolean): readonly { readonly to: string; readonly many: boolean }[] {
  switch (shape.kind) {
    case 'ref':
      return [{ to: shape.name, many }];
    case 'array':
      return refsIn(shape.items, true);
    case 'map':
      return refsIn(shape.values, true);
    case 'tuple':
      return shape.items.flatMap((item) => refsIn(item, true));
    case 'union':
      return shape.options.flatMap((option) => refsIn(option, many));
    default:
      return [];
  }
}
