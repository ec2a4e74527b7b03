import type { Location } from '../../model/location.js';
import type { Definitions, Shape } from '../../model/shape.js';
import { describeShape } from '../../model/shape-text.js';
import type { Direction, Effect } from '../rule.js';

/** What a change of a shape does, whoever sends it. Each is two rules, one for each direction: `request-null-added`. */
export const EFFECTS = {
  'type-narrowed': 'narrows',
  'type-widened': 'widens',
  'type-changed': 'shifts',
  'null-removed': 'narrows',
  'null-added': 'widens',
  'enum-value-removed': 'narrows',
  'enum-value-added': 'widens',
  'enum-introduced': 'narrows',
  'enum-lifted': 'widens',
  'limit-tightened': 'narrows',
  'limit-loosened': 'widens',
  'limit-changed': 'shifts',
  'format-narrowed': 'narrows',
  'format-widened': 'widens',
  'format-changed': 'shifts',
  'required-property-added': 'narrows',
  'required-property-removed': 'widens',
  'optional-property-added': 'narrows',
  'optional-property-removed': 'widens',
  'property-forbidden': 'narrows',
  'required-property-forbidden': 'shifts',
  'property-allowed': 'widens',
  'required-property-allowed': 'shifts',
  'property-became-required': 'narrows',
  'property-became-optional': 'widens',
  'object-closed': 'narrows',
  'object-opened': 'widens',
  'option-removed': 'narrows',
  'option-added': 'widens',
  'overlap-refused': 'narrows',
  'overlap-allowed': 'widens',
  'open-overlap-refused': 'narrows',
  'open-overlap-allowed': 'widens',
  'discriminator-changed': 'keeps',
} as const satisfies Readonly<Record<string, Effect>>;

/** They change the set of valid payloads in ways that nobody means who writes them: a name that was open before is described now. */
export const SOFT: ReadonlySet<ShapeKind> = new Set(['optional-property-added', 'optional-property-removed', 'property-allowed']);

export type ShapeKind = keyof typeof EFFECTS;

/** A difference between two versions of a shape. */
export interface ShapeChange {
  readonly kind: ShapeKind;
  /** From where the comparison started: the payload, or a named schema. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly baseAt: Location;
  readonly headAt: Location;
}

/** Where a comparison stands in both versions. */
export interface Spot {
  readonly path: string;
  readonly baseAt: Location;
  readonly headAt: Location;
}

/** What comparing two shapes found, as far as named schemas that both have there: those are `links`, compared once each. */
export interface Findings {
  readonly changes: ShapeChange[];
  readonly links: { readonly path: string; readonly base: string; readonly head: string }[];
  readonly undecided: { readonly path: string; readonly why: string; readonly at: Location }[];
}

/** What one version's links lead to. */
export interface Side {
  readonly definitions: Definitions;
  readonly definedAt: ReadonlyMap<string, Location>;
}

export type Leniency = 'soft' | 'open';
export type Way = 'kept' | 'known';

/** What the parts of a comparison share. */
export interface Walker {
  readonly direction: Direction;
  readonly base: Side;
  readonly head: Side;
  /** Compares two shapes at a place, and all below. */
  readonly walk: (base: Shape, head: Shape, spot: Spot, findings: Findings) => void;
  /**
   * `kept`: every value of the base's shape is one of the head's. `known`: the other way round.
   * `soft`: but for what optional properties that come and go change; `open`: as far as it is known.
   */
  readonly fits: (base: Shape, head: Shape, way: Way, leniency?: Leniency) => boolean;
  /** There were too many alternatives to try: what `fits` says means nothing any more. */
  readonly isSpent: boolean;
}

const LONGEST = 160;

export function noFindings(): Findings {
  return { changes: [], links: [], undecided: [] };
}

/** Notes a change, with both sides in words. */
export function note(
  findings: Findings,
  kind: ShapeKind,
  spot: Spot,
  before: string | undefined,
  after: string | undefined,
): void {
  findings.changes.push({ kind, ...spot, before: before && cut(before), after: after && cut(after) });
}

/** A shape of one version in a few words. */
export function inWords(shape: Shape, side: Side): string {
  return shape.kind === 'unknown' ? 'anything' : describeShape(shape, side.definitions);
}

/** A place below another one. */
export function below(spot: Spot, step: string, baseAt: Location | undefined, headAt: Location | undefined): Spot {
  const joined = spot.path === '' || step.startsWith('[') || step === '{}' ? `${spot.path}${step}` : `${spot.path}.${step}`;
  return { path: joined, baseAt: baseAt ?? spot.baseAt, headAt: headAt ?? spot.headAt };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}
