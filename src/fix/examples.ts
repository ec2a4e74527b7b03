import { isDeepStrictEqual } from 'node:util';
import { child, entries, isMapping, items, type Place, textAt, textsAt, valueAt } from '../contracts/place.js';
import type { Documents } from './documents.js';
import type { Edit, FileEdit, Path } from './edits.js';

/** An example in a document, with the use of its schema. */
interface Example {
  readonly file: string;
  readonly path: Path;
  readonly schema: Place;
  readonly value: unknown;
}

/** Keys whose values are mappings with names chosen by the author. */
const NAMED = new Set([
  ...['paths', 'webhooks', 'pathItems', 'callbacks', 'responses', 'content', 'headers', 'requestBodies', 'parameters', 'schemas'],
  ...['properties', 'patternProperties', 'dependentSchemas', 'definitions', '$defs'],
]);
/** Keys whose values are data. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'required', 'security']);
const MAX_DEPTH = 30;

/**
 * Edits that adapt examples to changed schemas: fields are renamed and removed as in the schema, and an example that still does
 * not fit is removed, unless it never did.
 *
 * @param renamed former names of fields -> their names now
 */
export function exampleEdits(
  before: Documents,
  now: Documents,
  contract: string,
  renamed: ReadonlyMap<string, string>,
): readonly FileEdit[] {
  const former = examplesIn(before, contract);
  const examples = examplesIn(now, contract);
  const known = new Map(former.map((one) => [keyOf(one), one]));
  const here = new Set(examples.map(keyOf));
  const moved = former.filter((one) => !here.has(keyOf(one)));
  return examples.flatMap((one): readonly FileEdit[] => {
    const old =
      known.get(keyOf(one)) ??
      moved.find(({ path, value }) => isRenamed(path, one.path) && isDeepStrictEqual(value, one.value)) ??
      // A copy of a schema has its example.
      former.find(({ value }) => isDeepStrictEqual(value, one.value));
    if (old === undefined || !isDeepStrictEqual(old.value, one.value)) return [];
    if (fits(one.schema, one.value, now, 0)) return [];
    const edits: Edit[] = [];
    const adapted = follow({ renamed, before, now, edits }, [old.schema, one.schema], one.value, one.path, 0);
    const isRight = fits(one.schema, adapted, now, 0) || !fits(old.schema, old.value, before, 0);
    const whole = one.path.at(-3) === 'examples' ? one.path.slice(0, -1) : one.path;
    const chosen: readonly Edit[] = isRight ? edits : [{ do: 'delete', path: whole }];
    return chosen.map((edit) => ({ file: one.file, edit }));
  });
}

const keyOf = ({ file, path }: Example): string => JSON.stringify([file, path]);

/** Whether a path, a method or a status on the way to a place was renamed. */
const isRenamed = (former: Path, path: Path): boolean =>
  former.length === path.length &&
  path.every((key, index) => {
    const isName = path[0] === 'paths' && (index === 1 || index === 2 || path[index - 1] === 'responses');
    return key === former[index] || isName;
  });

/** The examples of bodies and schemas in the document of a contract. */
function examplesIn(documents: Documents, contract: string): readonly Example[] {
  const root = documents.root(contract);
  const found: Example[] = [];
  const waiting: { readonly place: Place; readonly path: Path; readonly isNamed: boolean }[] =
    root === undefined ? [] : [{ place: root, path: [], isNamed: false }];
  const seen = new Set<object>();
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { place, path, isNamed } = one;
    const { value } = place;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const note = (schema: Place, example: Place | undefined, ...keys: Path): void => {
      if (example !== undefined) found.push({ file: contract, path: [...path, ...keys], schema, value: example.value });
    };
    if (!isNamed && isMapping(value)) {
      const schema = child(place, 'schema');
      note(schema ?? place, child(place, 'example'), 'example');
      // OpenAPI 2 has the value itself.
      for (const [name, example] of schema === undefined ? [] : entries(child(place, 'examples')))
        if (isMapping(example.value) && 'value' in example.value)
          note(schema ?? place, child(example, 'value'), 'examples', name, 'value');
        else if (!isMapping(example.value) || !('$ref' in example.value)) note(schema ?? place, example, 'examples', name);
    }
    const inner = Array.isArray(value) ? items(place).map((at, index) => [index, at] as const) : entries(place);
    for (const [key, at] of inner)
      if (isNamed || !DATA.has(String(key)))
        waiting.push({ place: at, path: [...path, key], isNamed: !isNamed && NAMED.has(String(key)) && isMapping(at.value) });
  }
  return found;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  array: Array.isArray,
  object: isMapping,
  null: (value) => value === null,
};

/** Whether a value fits a schema and has no field that the schema does not mention. */
function fits(use: Place, value: unknown, documents: Documents, depth: number): boolean {
  const schema = documents.resolve(use);
  if (schema === undefined || depth > MAX_DEPTH) return true;
  const isNullable = valueAt(schema, 'nullable') === true || valueAt(schema, 'x-nullable') === true;
  if (value === null && isNullable) return true;
  const types = [textAt(schema, 'type') ?? [], textsAt(schema, 'type')].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value) !== false)) return false;
  const values = valueAt(schema, 'enum');
  if (Array.isArray(values) && !values.some((one) => isDeepStrictEqual(one, value))) return false;
  const isFitting = (part: Place): boolean => fits(part, value, documents, depth + 1);
  for (const word of ['oneOf', 'anyOf']) {
    const options = items(child(schema, word));
    if (options.length > 0 && !options.some(isFitting)) return false;
  }
  if (Array.isArray(value)) {
    const item = child(schema, 'items');
    return item === undefined || value.every((one) => fits(item, one, documents, depth + 1));
  }
  if (!isMapping(value)) return items(child(schema, 'allOf')).every(isFitting);
  const { fields, required, isOpen } = objectOf(schema, documents, 0);
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, one]) => {
      const field = fields.get(name);
      return field === undefined ? isOpen : fits(field, one, documents, depth + 1);
    })
  );
}

interface ObjectSchema {
  readonly fields: ReadonlyMap<string, Place>;
  readonly required: readonly string[];
  /** It may have other fields. */
  readonly isOpen: boolean;
}

/** What a schema and all of its parts say about an object. */
function objectOf(schema: Place, documents: Documents, depth: number): ObjectSchema {
  const parts = depth > MAX_DEPTH ? [] : items(child(schema, 'allOf'));
  const inner = parts.flatMap((part) => {
    const resolved = documents.resolve(part);
    return resolved === undefined ? [] : [objectOf(resolved, documents, depth + 1)];
  });
  const fields = new Map([...inner.flatMap((part) => [...part.fields]), ...entries(child(schema, 'properties'))]);
  const required = [...inner.flatMap((part) => part.required), ...textsAt(schema, 'required')];
  const additional = valueAt(schema, 'additionalProperties');
  const isMap = additional !== undefined && additional !== false;
  const isChoice = ['oneOf', 'anyOf', 'patternProperties'].some((word) => valueAt(schema, word) !== undefined);
  return {
    fields,
    required,
    isOpen: fields.size === 0 || isMap || isChoice || inner.some((part) => part.isOpen && part.fields.size > 0),
  };
}

interface Following {
  readonly renamed: ReadonlyMap<string, string>;
  readonly before: Documents;
  readonly now: Documents;
  readonly edits: Edit[];
}

/** A schema before and after the changes. */
type Versions = readonly [Place | undefined, Place];

/** The value without the fields that its schema lost, and with renamed fields; records the edits for that. */
function follow(given: Following, [oldUse, use]: Versions, value: unknown, path: Path, depth: number): unknown {
  const schema = given.now.resolve(use);
  const old = oldUse && given.before.resolve(oldUse);
  if (schema === undefined || old === undefined || depth > MAX_DEPTH) return value;
  const item = child(schema, 'items');
  if (Array.isArray(value)) {
    const versions: Versions | undefined = item && [child(old, 'items'), item];
    return versions ? value.map((one, index) => follow(given, versions, one, [...path, index], depth + 1)) : value;
  }
  if (!isMapping(value)) return value;
  const { fields } = objectOf(schema, given.now, 0);
  const { fields: former } = objectOf(old, given.before, 0);
  const retained = Object.entries(value).flatMap(([name, one]): readonly (readonly [string, unknown])[] => {
    const field = fields.get(name);
    if (field !== undefined) return [[name, follow(given, [former.get(name), field], one, [...path, name], depth + 1)]];
    if (!former.has(name)) return [[name, one]];
    const to = given.renamed.get(name);
    const isRenamed = to !== undefined && fields.has(to) && !Object.hasOwn(value, to);
    given.edits.push(isRenamed ? { do: 'rename', path: [...path, name], to } : { do: 'delete', path: [...path, name] });
    return isRenamed ? [[to, one]] : [];
  });
  return Object.fromEntries(retained);
}
