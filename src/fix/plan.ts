import { isMapping, type Place, textAt, textsAt, valueAt } from '../contracts/place.js';
import { listed } from '../model/alike.js';
import type { Pairing, Violation } from '../rules/rule.js';
import { type Dialect, withNull } from './components.js';
import { type Documents, partWith, type Spot } from './documents.js';
import type { Edit, FileEdit } from './edits.js';
import { type Answer, Finding, NOT_FOUND, none, type Planned } from './finding.js';
import { fieldsAt, hopsTo, isBelow, type OwnChange, ownSchemas } from './own-schemas.js';
import { OperationFixes } from './plan-operations.js';
import { optionsOf } from './sent.js';
import type { Proposal, Way } from './ways.js';

const UNKNOWN = 'what the code sends there is not known';
const REQUESTED = 'its schema also describes what requests bring, which no scan compares';

/** Possible changes of contracts that remove findings. Findings that need the same edits are one proposal. */
export function planned(given: Planned, documents: Documents): readonly Proposal[] {
  const pairings = new Map(given.pairings.map((pairing) => [`${pairing.contract.id} ${pairing.subject}`, pairing]));
  const together = new Map<string, { findings: Violation[]; answer: Answer }>();
  const missing = given.violations.filter(({ problem }) => problem === 'endpoint-missing');
  const found = given.violations.map((violation) => {
    const pairing = pairings.get(`${violation.contract} ${violation.subject}`);
    const fixes = (isAlone: boolean): FieldFixes => new FieldFixes(violation, pairing, given, documents, isAlone);
    return { violation, answer: fixes(false).answer(missing), change: fixes(true).ownChange() };
  });
  const own = ownSchemas(
    found.flatMap(({ change }) => change ?? []),
    documents,
  );
  for (const { violation, answer: plain, change } of found) {
    const apart = change?.isGrave === true ? own.get(change) : undefined;
    // If others share the schema, the separate schema is the better alternative.
    const isShared = plain.why !== undefined;
    const ways = apart === undefined ? plain.ways : isShared ? [apart, ...plain.ways] : [...plain.ways, apart];
    const answer = { ...plain, ways };
    const key = answer.ways.length === 0 ? violation.fingerprint : JSON.stringify(answer.ways);
    const known = together.get(key);
    if (known === undefined) together.set(key, { findings: [violation], answer });
    else known.findings.push(violation);
  }
  return [...together.values()].map(({ findings, answer }) => ({ findings, ...answer }));
}

/** The position of a finding in its contract. */
interface Target {
  /** The use of the schema that describes the field. */
  readonly use: Place;
  readonly spot: Spot;
  /** The property, and the object schema that has it; absent: the whole body, or the items of a list. */
  readonly property?: { readonly name: string; readonly owner: Place; readonly ownerSpot: Spot };
}

const FIELD_PROBLEMS = new Set(['missing', 'optionality', 'nullability', 'case', 'type', 'enum', 'format']);

/** Keywords that describe the purpose of a property, not its shape. */
const RETAINED = /^(?:title|description|deprecated|readOnly|writeOnly|externalDocs|xml|examples?|x-(?!nullable$).*)$/;
const retained = (schema: unknown): object =>
  isMapping(schema) ? Object.fromEntries(Object.entries(schema).filter(([word]) => RETAINED.test(word))) : {};

/** Possible fixes for a field, or a body. */
class FieldFixes extends Finding {
  readonly #operations = new OperationFixes(this.violation, this.pairing, this.given, this.documents);
  /** The changed schema describes nothing else. */
  readonly #isAlone: boolean;

  constructor(violation: Violation, pairing: Pairing | undefined, given: Planned, documents: Documents, isAlone: boolean) {
    super(violation, pairing, given, documents);
    this.#isAlone = isAlone;
  }

  protected override isRequested(value: object): boolean {
    return !this.#isAlone && super.isRequested(value);
  }

  answer(missing: readonly Violation[]): Answer {
    const { problem, field = '', check, promisedAt } = this.violation;
    if (this.documents.root(promisedAt.file) === undefined)
      return none(`${promisedAt.file} lies outside the repository, or is no document`);
    if (problem === 'endpoint-missing') return this.#operations.withoutOperation(missing);
    if (problem === 'wrong-method') return this.#operations.otherMethod();
    if (problem === 'status') return this.#operations.otherStatus();
    if (problem === 'extra') return this.#addedField();
    if (!/^CONTRACT-00[134]$/.test(check)) return none('fix knows no edit for it');
    if (!FIELD_PROBLEMS.has(problem))
      return none(
        problem === 'base-path' ? 'state the base path in `servers`, or in the configuration' : 'fix knows no edit for it',
      );
    if (problem === 'missing' && field === '') return this.#operations.withoutBody();
    return this.#ofField(field);
  }

  /** What could be changed if the response had its own schema; undefined: it already has one, or its place was not found. */
  ownChange(): OwnChange | undefined {
    const { contract, subject, status, field = '', problem, promisedAt, severity } = this.violation;
    const anchor = this.documents.at(promisedAt);
    if (anchor === undefined || field === '' || severity === 'note' || !FIELD_PROBLEMS.has(problem)) return undefined;
    const outer = hopsTo(anchor, { contract, subject, status, field }, this.documents) ?? [];
    const [way] = outer.length === 0 && textAt(anchor, '$ref') === undefined ? [] : this.#ofField(field).ways;
    if (way === undefined) return undefined;
    const hops = [...outer, ...this.#itsOwn(field, way)];
    const alike = this.#alike();
    const isOwn = ({ use: { value } }: (typeof hops)[number]): boolean =>
      typeof value === 'object' &&
      value !== null &&
      !this.documents.isRequested(contract, value) &&
      this.documents.usersOf(contract, value).every((one) => alike.has(one));
    const first = hops.findLastIndex(isOwn);
    if (first < 0) return undefined;
    return { contract, hops: hops.slice(first), edits: way.edits, says: way.says, isGrave: severity === 'error' };
  }

  /** The named schema that a field refers to, if an alternative changes that. */
  #itsOwn(field: string, { edits }: Way): OwnChange['hops'] {
    const use = this.use(field);
    const target = use && textAt(use, '$ref') !== undefined ? this.documents.resolve(use) : undefined;
    const spot = target && this.documents.spotOf(target);
    const isInside = spot !== undefined && edits.some(({ file, edit }) => file === spot.file && isBelow(spot.path, edit.path));
    return use !== undefined && target !== undefined && isInside ? [{ use, target }] : [];
  }

  /** The operations with the same finding at the same place. */
  #alike(): ReadonlySet<string> {
    const { promisedAt, problem } = this.violation;
    return new Set(
      this.given.violations
        .filter((one) => one.problem === problem && isSamePlace(one.promisedAt, promisedAt))
        .map(({ subject }) => subject),
    );
  }

  #ofField(field: string): Answer {
    const { problem } = this.violation;
    const target = this.#target(field);
    if (target === undefined) return problem === 'missing' ? this.#undeclared() : none(NOT_FOUND);
    if (problem === 'missing') return this.#notSent(target);
    if (problem === 'optionality') return this.#notRequired(target);
    if (problem === 'case') return this.#renamed(target);
    const holder = target.use.parent;
    const readOnly = valueAt(target.use, 'readOnly') === true;
    if (!readOnly && holder !== undefined && this.isRequested(holder)) return none(REQUESTED);
    if (problem === 'nullability') return { ways: [...this.#nullable(target).ways, ...this.#nullableAlike(target)] };
    if (problem === 'enum') return this.#moreValues(target);
    return problem === 'format' ? this.#otherFormat(target) : this.#otherType(target);
  }

  #target(field: string): Target | undefined {
    const use = this.use(field);
    const spot = use && this.documents.spotOf(use);
    if (use === undefined || spot === undefined) return undefined;
    const { path, file } = spot;
    const name = path.at(-1);
    if (path.at(-2) !== 'properties' || typeof name !== 'string' || !field.endsWith(name)) return { use, spot };
    const owner = this.placeAt(file, path.slice(0, -2));
    return owner === undefined
      ? undefined
      : { use, spot, property: { name, owner, ownerSpot: { file, path: path.slice(0, -2) } } };
  }

  /** A field of the contract that is never sent: it is removed, unless its schema describes other responses as well. */
  #notSent(target: Target): Answer {
    const { property, spot, use } = target;
    if (property === undefined) return none(NOT_FOUND);
    const { name, owner } = property;
    const isRequested = owner.value !== null && typeof owner.value === 'object' && this.isRequested(owner.value);
    const required = this.#required(property);
    const { contract } = this.violation;
    const alike = this.#alike();
    const users = this.#isAlone ? [] : this.documents.usersOf(contract, owner.value as object);
    const others = users.filter((subject) => !alike.has(subject));
    const shared = `its schema also describes ${listed(others, MOST_NAMED)}`;
    if (isRequested && valueAt(use, 'readOnly') !== true)
      return others.length === 0 ? this.#onlyInRequests(target) : none(shared);
    const remove: Way = {
      edits: [...required, { file: spot.file, edit: { do: 'delete', path: spot.path } }],
      says: `\`${name}\` is gone`,
    };
    const loosen: readonly Way[] = required.length === 0 ? [] : [{ edits: required, says: `\`${name}\` is not required` }];
    if (others.length === 0) return { ways: [remove, ...loosen] };
    return { ways: loosen, why: shared };
  }

  /** A required name without a property. */
  #undeclared(): Answer {
    const anchor = this.documents.at(this.violation.promisedAt);
    const spot = anchor && this.documents.spotOf(anchor);
    if (anchor?.parent === undefined || spot?.path.at(-2) !== 'required' || typeof anchor.value !== 'string')
      return none(NOT_FOUND);
    if (this.isRequested(anchor.parent)) return none(REQUESTED);
    const edit: Edit = { do: 'remove', path: spot.path.slice(0, -1), value: anchor.value };
    return this.#one({ file: spot.file, edit }, 'is not required');
  }

  #onlyInRequests({ property, spot, use }: Target): Answer {
    if (this.dialect === 'openapi-2' || property === undefined) return none(REQUESTED);
    const { file, path } = spot;
    const says = `\`${property.name}\` is in requests alone (\`writeOnly\`)`;
    const $ref = textAt(use, '$ref');
    if ($ref === undefined || this.dialect === 'json-schema')
      return { ways: [{ edits: [{ file, edit: { do: 'set', path: [...path, 'writeOnly'], value: true } }], says }] };
    return { ways: [{ edits: [{ file, edit: { do: 'set', path, value: { allOf: [{ $ref }], writeOnly: true } } }], says }] };
  }

  /** Removes a name from `required`; nothing if it is not in there. */
  #required({ name, owner, ownerSpot: { file, path } }: NonNullable<Target['property']>): readonly FileEdit[] {
    if (!textsAt(owner, 'required').includes(name)) return [];
    return [{ file, edit: { do: 'remove', path: [...path, 'required'], value: name } }];
  }

  #notRequired({ property, use }: Target): Answer {
    if (property === undefined) return none(NOT_FOUND);
    const edits = this.#required(property);
    if (edits.length === 0) return none('its `required` stands in another part of the schema');
    if (valueAt(use, 'readOnly') !== true && this.isRequested(property.owner.value as object)) return none(REQUESTED);
    return { ways: [{ edits, says: `\`${property.name}\` is not required` }] };
  }

  #renamed({ property, spot }: Target): Answer {
    const { actual = '' } = this.violation;
    if (property === undefined || actual === '') return none(NOT_FOUND);
    if (this.isRequested(property.owner.value as object)) return none(REQUESTED);
    const required = this.#required(property).flatMap((remove): readonly FileEdit[] => {
      const add: Edit = { do: 'add', path: remove.edit.path, value: actual };
      return [{ file: remove.file, edit: add }, remove];
    });
    const rename: FileEdit = { file: spot.file, edit: { do: 'rename', path: spot.path, to: actual } };
    return { ways: [{ edits: [rename, ...required], says: `\`${property.name}\` is called \`${actual}\`` }] };
  }

  #nullable({ use, spot, property }: Target): Answer {
    const before = use.value;
    if (!isMapping(before)) return none(NOT_FOUND);
    const value = withNull(before, this.dialect);
    const { file, path } = spot;
    const says = `\`${property?.name ?? this.violation.field ?? 'the body'}\` may be null`;
    const words = Object.keys(value).filter((word) => value[word] !== before[word]);
    const isNested = words.includes('anyOf') || words.includes('allOf');
    const edits = isNested
      ? [{ file, edit: { do: 'set', path, value } } as const]
      : words.map((word): FileEdit => ({ file, edit: { do: 'set', path: [...path, word], value: value[word] } }));
    return { ways: [{ edits, says }] };
  }

  /** The same in all alternatives that have the field: it is unknown which of them is sent. */
  #nullableAlike({ use }: Target): readonly Way[] {
    const { contract, subject, status, field = '' } = this.violation;
    const all = fieldsAt({ contract, subject, status, field }, this.documents);
    const ways = all.map((one) => {
      const spot = this.documents.spotOf(one);
      const isFree = one.parent !== undefined && !this.isRequested(one.parent);
      return spot === undefined || !isFree ? undefined : this.#nullable({ use: one, spot }).ways[0];
    });
    const known = ways.filter((way) => way !== undefined);
    if (known.length < 2 || known.length < ways.length || all.every(({ value }) => value !== use.value)) return [];
    return [{ edits: known.flatMap(({ edits }) => edits), says: `\`${field}\` may be null in ${known.length} alternatives` }];
  }

  #moreValues(target: Target): Answer {
    const listed = partWith(this.documents, target.use, 'enum', 0);
    const values = valueAt(listed, 'enum');
    const spot = listed && this.documents.spotOf(listed);
    const sent = this.sent.shapes.flatMap((shape) => optionsOf(shape, this.given.types));
    if (spot === undefined || !Array.isArray(values) || sent.length === 0 || sent.some(({ kind }) => kind !== 'enum'))
      return this.#otherType(target);
    if (typeof listed?.value === 'object' && listed.value !== null && this.isRequested(listed.value)) return none(REQUESTED);
    const added = [...new Set(sent.flatMap((shape) => (shape.kind === 'enum' ? shape.values : [])))].filter(
      (value) => !values.includes(value),
    );
    const { file, path } = spot;
    const edits = added.map((value): FileEdit => ({ file, edit: { do: 'add', path: [...path, 'enum'], value } }));
    return {
      ways: [
        {
          edits,
          says: `\`${this.violation.field ?? 'the body'}\` may be ${added.map((value) => JSON.stringify(value)).join(', ')}`,
        },
      ],
    };
  }

  #otherFormat({ use }: Target): Answer {
    const schema = this.documents.resolve(use);
    const spot = schema && this.documents.spotOf(schema);
    if (schema === undefined || spot === undefined || !isMapping(schema.value)) return none(NOT_FOUND);
    if (this.isRequested(schema.value)) return none(REQUESTED);
    const formats = new Set(
      this.sent.shapes
        .flatMap((shape) => optionsOf(shape, this.given.types))
        .map((shape) => (shape.kind === 'scalar' ? shape.format : undefined)),
    );
    const [format, ...others] = [...formats];
    const path = [...spot.path, 'format'];
    if (format !== undefined && others.length === 0)
      return this.#one({ file: spot.file, edit: { do: 'set', path, value: format } }, `has the format ${format}`);
    if (valueAt(schema, 'format') === undefined) return none('its schema says no format');
    return this.#one({ file: spot.file, edit: { do: 'delete', path } }, 'has no format');
  }

  #one(edit: FileEdit, words: string): Answer {
    return { ways: [{ edits: [edit], says: `\`${this.violation.field ?? 'the body'}\` ${words}` }] };
  }

  #otherType({ use, spot }: Target): Answer {
    const sent = this.sent.shapes;
    const whole = this.schemaOf(sent, spot.file);
    const known = sent.flatMap((shape) => optionsOf(shape, this.given.types)).filter(({ kind }) => kind !== 'unknown');
    const written = whole ?? (this.dialect === 'openapi-2' ? undefined : this.schemaOf(known, spot.file));
    if (written === undefined) return none(UNKNOWN);
    // One of many values says nothing about the others, and a known value nothing about an unknown one.
    const isPart = whole === undefined || spot.path.at(-1) === 'additionalProperties';
    const schema = isPart ? { anyOf: [use.value, written.schema] } : written.schema;
    // What a reference's target says of its purpose would go with it; beside another reference it would mean that one.
    const target = '$ref' in schema ? undefined : this.documents.resolve(use)?.value;
    const value = isPart ? schema : { ...schema, ...retained(target), ...retained(use.value) };
    const edits: readonly FileEdit[] = [{ file: spot.file, edit: { do: 'set', path: spot.path, value } }, ...written.components];
    return {
      ways: [{ edits, says: `\`${this.violation.field ?? 'the body'}\` is ${this.violation.actual ?? 'as it is sent'}` }],
    };
  }

  #addedField(): Answer {
    const { field = '', promised: expected } = this.violation;
    const sent = this.sent;
    const name = field.slice(field.lastIndexOf('.') + 1);
    const parent = field.slice(0, Math.max(0, field.length - name.length - 1));
    if (expected === 'only in requests') return none('the contract says that it is in requests alone');
    const use = this.use(parent);
    const object = use && this.#object(use);
    const spot = object && this.documents.spotOf(object);
    if (object === undefined || spot === undefined || !isMapping(object.value)) return none(NOT_FOUND);
    const written = this.schemaOf(sent.shapes, spot.file);
    if (written === undefined) return none(UNKNOWN);
    const isRequested = this.isRequested(object.value);
    const schema = isRequested ? readOnly(written.schema, this.dialect) : written.schema;
    const { file, path } = spot;
    const added: Edit =
      valueAt(object, 'properties') === undefined
        ? { do: 'set', path: [...path, 'properties'], value: { [name]: schema } }
        : { do: 'set', path: [...path, 'properties', name], value: schema };
    const required: readonly FileEdit[] = sent.always
      ? [{ file, edit: { do: 'add', path: [...path, 'required'], value: name } }]
      : [];
    const optional: Way = { edits: [{ file, edit: added }, ...written.components], says: `\`${field}\` is there` };
    // Other responses that the schema describes may not send it.
    return { ways: [...(required.length === 0 ? [] : [{ ...optional, edits: [...optional.edits, ...required] }]), optional] };
  }

  /** The schema to which a field can be added. */
  #object(use: Place): Place | undefined {
    const having = partWith(this.documents, use, 'properties', 0);
    if (having !== undefined) return having;
    const schema = this.documents.resolve(use);
    return schema && ['allOf', 'oneOf', 'anyOf', 'items'].every((word) => valueAt(schema, word) === undefined)
      ? schema
      : undefined;
  }
}

function readOnly(schema: object, dialect: Dialect): object {
  const { $ref } = schema as { readonly $ref?: unknown };
  return $ref !== undefined && dialect !== 'json-schema' ? { allOf: [schema], readOnly: true } : { ...schema, readOnly: true };
}

const isSamePlace = (a: Violation['promisedAt'], b: Violation['promisedAt']): boolean =>
  a.file === b.file && a.line === b.line && a.column === b.column;

const MOST_NAMED = 3;
