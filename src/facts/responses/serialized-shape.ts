import { type Definitions, type Field, type ObjectShape, type Shape, unknown } from '../../model/shape.js';
import { unionOf } from '../shapes/unions.js';

/** Shapes by name. */
type Named = Pick<Definitions, 'get'>;

/** Most parts of one body: schemas may refer to each other in circles. */
const MOST_PARTS = 2000;

/**
 * What a schema leaves of a body. A member that it neither requires nor gives a default is sent if the body has it; for an
 * unresolved body that is unknown.
 */
export function leftBy(schema: Shape, body: Shape, types: Named, fills: boolean): Shape {
  let left = MOST_PARTS;
  const visit = (of: Shape, given: Shape, within: readonly string[]): Shape => {
    left -= 1;
    if (left < 0) return of;
    switch (of.kind) {
      case 'ref': {
        const named = within.includes(of.name) ? undefined : types.get(of.name);
        const inner = named && visit(named, given, [...within, of.name]);
        return inner === undefined || inner === named ? of : inner;
      }
      case 'array': {
        const items = visit(of.items, itemsOf(given, types), within);
        return items === of.items ? of : { ...of, items };
      }
      case 'object': {
        const fields = of.fields.flatMap((field): readonly Field[] => {
          const isGiven = field.required || (fills && field.defaulted === true) ? 'always' : presence(given, field.name, types);
          if (isGiven === 'never') return [];
          const shape = visit(field.shape, memberOf(given, field.name, types), within);
          if (isGiven === 'always')
            return [field.required && shape === field.shape ? field : { ...field, shape, required: true }];
          return [isGiven === 'unknown' ? { ...field, shape, leftOut: 'unless its handler gives it' } : { ...field, shape }];
        });
        return of.fields.every((field, index) => field === fields[index]) ? of : { ...of, fields };
      }
      default:
        return of;
    }
  };
  return visit(schema, body, []);
}

/** The non-null forms of a body. */
function formsOf(body: Shape, types: Named, depth = 0): readonly Shape[] {
  if (depth > MOST_REFS) return [unknown('it refers to itself')];
  if (body.kind === 'union') return body.options.flatMap((one) => formsOf(one, types, depth + 1));
  if (body.kind === 'scalar' && body.type === 'null') return [];
  const named = body.kind === 'ref' ? types.get(body.name) : undefined;
  return named === undefined ? [body] : formsOf(named, types, depth + 1);
}
const MOST_REFS = 20;

function itemsOf(body: Shape, types: Named): Shape {
  const items = formsOf(body, types).flatMap((one) => {
    if (one.kind === 'array') return [one.items];
    return one.kind === 'tuple' && one.items.length > 0 ? one.items : [unknown('its elements are not known')];
  });
  return unionOf(items.length === 0 ? [unknown('its elements are not known')] : items);
}

const fieldOf = ({ fields }: ObjectShape, name: string): Field | undefined => fields.find((one) => one.name === name);

function memberOf(body: Shape, name: string, types: Named): Shape {
  const members = formsOf(body, types).flatMap((one) => (one.kind === 'object' ? (fieldOf(one, name)?.shape ?? []) : []));
  return members.length === 0 ? unknown('its handler does not tell') : unionOf(members);
}

/** Whether a body has a member. */
function presence(body: Shape, name: string, types: Named): 'always' | 'sometimes' | 'never' | 'unknown' {
  const all = new Set(formsOf(body, types).map((one) => presenceIn(one, name)));
  if (all.has('sometimes') || (all.has('never') && all.size > 1)) return 'sometimes';
  const [only] = all;
  return only !== undefined && all.size === 1 ? only : 'unknown';
}

function presenceIn(form: Shape, name: string): 'always' | 'sometimes' | 'never' | 'unknown' {
  const field = form.kind === 'object' ? fieldOf(form, name) : undefined;
  if (field === undefined) return form.kind === 'object' && form.rest === false ? 'never' : 'unknown';
  if (field.unsure === true || field.leftOut !== undefined) return 'unknown';
  return field.required ? 'always' : 'sometimes';
}
