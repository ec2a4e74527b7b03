import type { Location } from '../../model/location.js';
import type { Definitions, Shape } from '../../model/shape.js';
import { describeShape } from '../../model/shape-text.js';
import type { Direction, Effect } from '../rule.js';

/** The effect of each change of a shape, for either sender. Each is two rules, one per direction: `request-null-added`. */
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

/** They change the set of valid data in a way that authors do not intend: a name that was open before is described now. */
export const SOFT: ReadonlySet<ShapeKind> = new Set(['optional-property-added', 'optional-property-removed', 'property-allowed']);

export type ShapeKind = keyof typeof EFFECTS;

/** A difference between two versions of a shape. */
export interface ShapeChange {
  readonly kind: ShapeKind;
  /** Relative to the start of the comparison: the payload, or a named schema. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly baseAt: Location;
  readonly headAt: Location;
}

/** A position in both versions. */
export interface Spot {
  readonly path: string;
  readonly baseAt: Location;
  readonly headAt: Location;
}

/** The result of comparing two shapes, without the pairs of named schemas in them: those are `links`, each compared once. */
export interface Findings {
  readonly changes: ShapeChange[];
  readonly links: { readonly path: string; readonly base: string; readonly head: string }[];
  readonly undecided: { readonly path: string; readonly why: string; readonly at: Location }[];
}

/** The definitions of one version. */
export interface Side {
  readonly definitions: Definitions;
  readonly definedAt: ReadonlyMap<string, Location>;
}

export type Leniency = 'soft' | 'open';
export type Way = 'kept' | 'known';

/** What all parts of a comparison share. */
export interface Walker {
  readonly direction: Direction;
  readonly base: Side;
  readonly head: Side;
  /** Compares two shapes at a place, and all below. */
  readonly walk: (base: Shape, head: Shape, spot: Spot, findings: Findings) => void;
  /**
   * `kept`: the head accepts every value of the base's shape. `known`: the reverse.
   * `soft`: ignores what added and removed optional properties change; `open`: ignores unknowns.
   */
  readonly fits: (base: Shape, head: Shape, way: Way, leniency?: Leniency) => boolean;
  /** There were too many alternatives to try, so the answers of `fits` are meaningless now. */
  readonly isSpent: boolean;
}

const LONGEST = 160;

export function noFindings(): Findings {
  return { changes: [], links: [], undecided: [] };
}

/** Records a change, with both sides in words. */
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
