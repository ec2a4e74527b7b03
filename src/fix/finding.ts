import { child, type Place } from '../contracts/place.js';
import type { Definitions, Shape } from '../model/shape.js';
import type { Pairing, Violation } from '../rules/rule.js';
import type { Components, Dialect } from './components.js';
import { type Documents, within } from './documents.js';
import type { FileEdit, Path } from './edits.js';
import { isWritable, type Sent, sentAt, withoutBrackets } from './sent.js';
import { componentsFor, schemaEdits, type Way } from './ways.js';

/** The input of a plan. */
export interface Planned {
  readonly violations: readonly Violation[];
  readonly pairings: readonly Pairing[];
  readonly types: Definitions;
  /** Contract id -> the prefix below which the code serves it; null: unknown. */
  readonly basePaths: ReadonlyMap<string, string | null>;
}

export type Answer = { readonly ways: readonly Way[]; readonly why?: string | undefined };

export const none = (why: string): Answer => ({ ways: [], why });
export const NOT_FOUND = 'the place of the contract that says it was not found';

/** One finding with its documents and code. */
export class Finding {
  protected readonly violation: Violation;
  protected readonly pairing: Pairing | undefined;
  protected readonly given: Planned;
  protected readonly documents: Documents;
  protected readonly dialect: Dialect;

  constructor(violation: Violation, pairing: Pairing | undefined, given: Planned, documents: Documents) {
    this.violation = violation;
    this.pairing = pairing;
    this.given = given;
    this.documents = documents;
    this.dialect = documents.dialectOf(violation.contract);
  }

  /** Whether a schema describes request data. */
  protected isRequested(value: object): boolean {
    return this.documents.isRequested(this.violation.contract, value);
  }

  protected get sent(): Sent {
    const { status, field = '' } = this.violation;
    return sentAt(this.pairing?.actuals ?? [], status, field, this.given.types);
  }

  /** The use of a schema at a place of the body, by the location of the finding. */
  protected use(field: string): Place | undefined {
    const name = withoutBrackets(field);
    const suffix = field.slice(name.length);
    const anchor = this.documents.at(this.violation.promisedAt);
    if (anchor === undefined) return undefined;
    const isAt = (place: string): boolean => place === anchor.key || place.endsWith(`.${anchor.key}`);
    const use = name === '' ? child(anchor, 'schema') : isAt(name) ? anchor : undefined;
    if (use !== undefined) return within(this.documents, use, suffix);
    // A value of a map that only the map's schema describes.
    const above = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    const map = withoutBrackets(above);
    return map !== '' && isAt(map) ? within(this.documents, anchor, `${above.slice(map.length)}{}${suffix}`) : undefined;
  }

  protected placeAt(file: string, path: Path): Place | undefined {
    let at = this.documents.root(file);
    for (const key of path) at = at && child(at, String(key));
    return at;
  }

  /** The schema of what is sent, for a file, with the components that it needs; undefined: the shape is unknown. */
  protected schemaOf(
    shapes: readonly Shape[],
    file: string,
  ): { readonly schema: object; readonly components: readonly FileEdit[] } | undefined {
    if (shapes.length === 0 || shapes.some((shape) => !isWritable(shape, this.given.types))) return undefined;
    const components = this.components(file);
    const schema = components.schemaOf(shapes);
    if (typeof schema !== 'object') return undefined;
    return { schema, components: this.written(components) };
  }

  protected components(file: string): Components {
    return componentsFor(this.violation.contract, this.given.types, this.documents, file);
  }

  protected written(components: Components): readonly FileEdit[] {
    return schemaEdits(this.violation.contract, components.written(), this.documents);
  }
}
