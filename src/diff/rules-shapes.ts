import type { DiffRule, DiffSeverity, Direction } from './rule.js';
import { EFFECTS, type ShapeKind } from './shapes/walker.js';

/** A change of a shape as two rules, with its severity in what the service receives, and in what it sends. */
interface ShapeRow {
  readonly kind: ShapeKind;
  /** The change that the other direction's rule finds. */
  readonly mirror: ShapeKind;
  readonly request: DiffSeverity;
  readonly response: DiffSeverity;
  readonly what: string;
  /** Why the two directions have different severities. */
  readonly unlike?: string;
}

const UNSEEN = 'a reader may never have looked at it, and whoever sends it expects it to be used: the contract does not say';
const STRICT = 'to refuse what was not promised is the duty of a service and the choice of a reader';

const rows: readonly ShapeRow[] = [
  row('type-narrowed', 'type-widened', 'error', 'note', 'a value has a narrower type'),
  row('type-widened', 'type-narrowed', 'note', 'error', 'a value has a wider type'),
  row('type-changed', 'type-changed', 'error', 'error', 'a value has another type'),
  row('null-removed', 'null-added', 'error', 'note', 'a value may no longer be null'),
  row('null-added', 'null-removed', 'note', 'error', 'a value may be null'),
  row('enum-value-removed', 'enum-value-added', 'error', 'note', 'a list of values lost some'),
  row('enum-value-added', 'enum-value-removed', 'note', 'error', 'a list of values got more'),
  row('enum-introduced', 'enum-lifted', 'error', 'note', 'only listed values remain'),
  row('enum-lifted', 'enum-introduced', 'note', 'error', 'values beside the listed ones came'),
  row(
    'limit-tightened',
    'limit-loosened',
    'error',
    'note',
    'a limit (length, range, pattern, number of items) came or fewer values keep it',
  ),
  row('limit-loosened', 'limit-tightened', 'note', 'error', 'a limit went or more values keep it'),
  row(
    'limit-changed',
    'limit-changed',
    'warning',
    'warning',
    'a pattern or a step became another one; which values keep it is not known',
  ),
  row('format-narrowed', 'format-widened', 'warning', 'note', 'a format came, or holds fewer values'),
  row('format-widened', 'format-narrowed', 'note', 'warning', 'a format went, or holds more values'),
  row('format-changed', 'format-changed', 'warning', 'warning', 'a format became another one'),
  row('required-property-added', 'required-property-removed', 'error', 'note', 'a required property came', UNSEEN),
  row('required-property-removed', 'required-property-added', 'warning', 'error', 'a required property went', UNSEEN),
  row('optional-property-added', 'optional-property-removed', 'note', 'note', 'an optional property came', UNSEEN),
  row('optional-property-removed', 'optional-property-added', 'warning', 'warning', 'an optional property went', UNSEEN),
  row('property-forbidden', 'property-allowed', 'error', 'warning', 'a property went where no others are allowed', STRICT),
  row('property-allowed', 'property-forbidden', 'note', 'warning', 'a property came where no others were allowed', STRICT),
  row(
    'required-property-forbidden',
    'required-property-allowed',
    'error',
    'error',
    'a required property went where no others are allowed',
    STRICT,
  ),
  row(
    'required-property-allowed',
    'required-property-forbidden',
    'error',
    'warning',
    'a required property came where no others were allowed',
    STRICT,
  ),
  row('property-became-required', 'property-became-optional', 'error', 'note', 'a property became required'),
  row('property-became-optional', 'property-became-required', 'note', 'error', 'a property may be left out'),
  row('object-closed', 'object-opened', 'error', 'note', 'other properties are no longer allowed', STRICT),
  row('object-opened', 'object-closed', 'note', 'warning', 'other properties are allowed', STRICT),
  row('option-removed', 'option-added', 'error', 'note', 'an alternative went'),
  row('option-added', 'option-removed', 'note', 'error', 'an alternative came'),
  row('overlap-refused', 'overlap-allowed', 'error', 'note', 'a value may no longer fit several alternatives', STRICT),
  row('overlap-allowed', 'overlap-refused', 'note', 'warning', 'a value may fit several alternatives', STRICT),
  row(
    'open-overlap-refused',
    'open-overlap-allowed',
    'note',
    'note',
    'a value may no longer fit several alternatives by properties that only some of them name',
  ),
  row(
    'open-overlap-allowed',
    'open-overlap-refused',
    'note',
    'note',
    'a value may fit several alternatives by properties that only some of them name',
  ),
  row('discriminator-changed', 'discriminator-changed', 'warning', 'warning', 'another property tells the alternatives apart'),
];

function row(
  kind: ShapeKind,
  mirror: ShapeKind,
  request: DiffSeverity,
  response: DiffSeverity,
  what: string,
  unlike?: string,
): ShapeRow {
  return { kind, mirror, request, response, what, ...(unlike === undefined ? {} : { unlike }) };
}

const WHERE = { request: 'In what is sent to the service', response: 'In what the service sends' } as const;
const OTHER = { request: 'response', response: 'request' } as const;

/** The rules for data, parameters and headers: each row in both directions. */
export const shapeRules: readonly DiffRule[] = rows.flatMap((each) =>
  (['request', 'response'] as const).map((direction) => ({
    id: shapeRule(direction, each.kind),
    direction,
    effect: EFFECTS[each.kind],
    severity: each[direction],
    purpose: `${WHERE[direction]} ${each.what}.`,
    mirror: shapeRule(OTHER[direction], each.mirror),
    ...(each.unlike === undefined || isEqual(each, direction) ? {} : { unlike: each.unlike }),
  })),
);

/** Whether the mirror of a row has the same severity as the row itself. */
function isEqual(each: ShapeRow, direction: Direction): boolean {
  const mirror = rows.find(({ kind }) => kind === each.mirror);
  return mirror?.[OTHER[direction]] === each[direction];
}

/** The id of the rule for a change of a shape. */
export function shapeRule(direction: Direction, kind: ShapeKind): string {
  return `${direction}-${kind}`;
}
