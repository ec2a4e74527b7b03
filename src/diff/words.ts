import type { ShapeKind } from './shapes/walker.js';

/** What happened to the subject of the sentence. */
type Words = (before: string, after: string) => string;

const SHAPES: Readonly<Record<ShapeKind, Words>> = {
  'type-narrowed': (before, after) => `is narrowed from ${before} to ${after}`,
  'type-widened': (before, after) => `is widened from ${before} to ${after}`,
  'type-changed': (before, after) => `is ${after} and was ${before}`,
  'null-removed': () => 'may no longer be null',
  'null-added': () => 'may now be null',
  'enum-value-removed': (before) => `may no longer be ${before}`,
  'enum-value-added': (_, after) => `may now be ${after}`,
  'enum-introduced': (before, after) => `may only be ${after} and was any ${before}`,
  'enum-lifted': (before, after) => `may be any ${after} and was one of ${before}`,
  'limit-tightened': (before, after) => limit(before, after),
  'limit-loosened': (before, after) => limit(before, after),
  'limit-changed': (before, after) => limit(before, after),
  'format-narrowed': (before, after) => limit(before, after),
  'format-widened': (before, after) => limit(before, after),
  'format-changed': (before, after) => limit(before, after),
  'required-property-added': () => 'is new and required',
  'required-property-removed': () => 'was required and is gone',
  'optional-property-added': () => 'is new',
  'optional-property-removed': () => 'is gone',
  'property-forbidden': () => 'is gone, and no other properties are allowed',
  'required-property-forbidden': () => 'was required and is gone, and no other properties are allowed',
  'required-property-allowed': () => 'is new and required where no other properties were allowed',
  'property-allowed': () => 'is new where no other properties were allowed',
  'property-became-required': () => 'is now required',
  'property-became-optional': () => 'may now be left out',
  'object-closed': () => 'may no longer have other properties',
  'object-opened': () => 'may now have other properties',
  'option-removed': (before) => `may no longer be ${before}`,
  'option-added': (_, after) => `may now be ${after}`,
  'overlap-refused': () => 'may no longer fit several alternatives',
  'overlap-allowed': () => 'may now fit several alternatives',
  'open-overlap-refused': () => 'may no longer fit several alternatives by properties that were not named',
  'open-overlap-allowed': () => 'may now fit several alternatives by properties that are not named',
  'discriminator-changed': (before, after) => `is told apart by ${after}, no longer by ${before}`,
};

function limit(before: string, after: string): string {
  if (before === '') return `has ${after}`;
  return after === '' ? `no longer has ${before}` : `has ${after} and had ${before}`;
}

/** The change as a sentence. `what`: the field in question, or else the payload. */
export function sentence(kind: ShapeKind, what: string, before: string | undefined, after: string | undefined): string {
  return `${what} ${SHAPES[kind](before ?? '', after ?? '')}.`;
}
