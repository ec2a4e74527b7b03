import type { ErrorObject, SchemaValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isMapping } from '../../../../contracts/place.js';
import { CallError } from '../../../call-failure.js';
import { boundedPattern } from './patterns.js';
import { DEFS, type WrittenSchema } from './schema-writer.js';

/** Returns how a value differs from a schema; empty: it fits. */
export type Validator = (value: unknown) => readonly ErrorObject[];

type Compile = (written: WrittenSchema) => Validator;
let loading: Promise<Compile> | undefined;

/** Compiles JSON Schema 2020-12, with the formats of JSON Schema and OpenAPI. Loaded on demand. */
export function validators(): Promise<Compile> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Compile> {
  const [ajvs, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const regExp = Object.assign(boundedPattern, { code: 'new RegExp' });
  return ({ schema, defs }) => {
    // One instance per schema, because it caches what it compiles.
    const ajv = new ajvs.default.Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      logger: false,
      // Inherited properties such as `constructor` do not count.
      ownProperties: true,
      code: { regExp },
    });
    formats.default.default(ajv);
    // The library refuses `http://localhost:3000/`; no specification defines `url`.
    ajv.addFormat('url', (text: string) => URL.canParse(text));
    tellEqual(ajv);
    // Custom keywords hide from the library which properties an option has checked.
    if (!JSON.stringify([schema, defs]).includes('"unevaluated'))
      for (const word of ['anyOf', 'oneOf'] as const) tellNearest(ajv, word);
    ajv.addSchema({ $defs: defs }, DEFS);
    const errors = bounded(() => errorsBy(ajv, schema), 'The schema cannot be used');
    return (value) => bounded(() => errors(value), 'The value cannot be compared');
  };
}

/** Turns errors of hostile documents or bodies into a CallError: endless nesting, or keywords that validators refuse. */
function bounded<Result>(work: () => Result, what: string): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof CallError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CallError('tool-error', `${what}: ${why.slice(0, 200)}.`, { cause: error });
  }
}

/** The library overwrites parts of a custom keyword's error, so the original is carried along. */
const packed = (error: ErrorObject): ErrorObject => ({ ...error, params: { [CARRIED]: error } });
const unpacked = (error: ErrorObject): ErrorObject => (error.params[CARRIED] as ErrorObject | undefined) ?? error;
const CARRIED = 'carried by a word of ours';

/** Finds equal items in linear time; the library compares all pairs. */
function tellEqual(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, items: readonly unknown[]) =>
      !isAsked || new Set(items.map((item) => JSON.stringify(sorted(item)))).size === items.length,
  });
}

/** The same value with sorted fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMapping(value)) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // Not an object: numeric names would move to the front, and `__proto__` would be lost.
  return { fields: fields.map(([name, inner]) => [name, sorted(inner)]) };
}

/** When no option fits, the library reports the errors of all; this reports those of the nearest. */
function tellNearest(ajv: Ajv2020, keyword: 'anyOf' | 'oneOf'): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    schemaType: 'array',
    errors: 'full',
    compile: (options: readonly (object | boolean)[], parentSchema) => {
      const compiled: (((value: unknown) => readonly ErrorObject[]) | undefined)[] = options.map(() => undefined);
      // An option may be recursive, so each is compiled on demand.
      const errorsOf = (index: number, value: unknown): readonly ErrorObject[] => {
        const validate = compiled[index] ?? errorsBy(ajv, options[index] ?? true);
        compiled[index] = validate;
        return validate(value);
      };
      const check: SchemaValidateFunction = (value: unknown, at) => {
        const found = options.map((_, index) => errorsOf(index, value));
        const fitting = found.filter((errors) => errors.length === 0).length;
        if (fitting === 1 || (fitting > 1 && keyword === 'anyOf')) return true;
        const path = at?.instancePath ?? '';
        const own = {
          keyword,
          instancePath: path,
          schemaPath: keyword,
          params: { fitting },
          schema: options,
          parentSchema,
          data: value,
        };
        check.errors = (fitting > 1 ? [own] : chosenErrors(own, found)).map(packed);
        return false;
      };
      return check;
    },
  });
}

function errorsBy(ajv: Ajv2020, option: object | boolean): (value: unknown) => readonly ErrorObject[] {
  const validate = ajv.compile(option);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(unpacked));
}

/** Keywords whose errors mean another kind of value: another type or constant. */
const KINDS = ['type', 'const', 'enum'];

/**
 * The errors to report for a value that fits no option: those of the nearest option, below the place of the value; without an
 * option of its kind, the error that none fits.
 *
 * @param own the error that no option fits
 * @param found the errors of each option, at places below the value
 */
function chosenErrors(own: ErrorObject, found: readonly (readonly ErrorObject[])[]): ErrorObject[] {
  const near = found.filter((errors) => !errors.some((error) => error.instancePath === '' && KINDS.includes(error.keyword)));
  const ranked = near.map((errors) => ({ errors, strange: errors.filter(isOfAnother).length }));
  ranked.sort((one, other) => one.strange - other.strange || one.errors.length - other.errors.length);
  const [nearest, next] = ranked;
  if (nearest === undefined) return [own];
  const isTie = next !== undefined && next.strange === nearest.strange && next.errors.length === nearest.errors.length;
  // Two options are equally near: reporting the errors of one would be a guess.
  if (isTie && JSON.stringify(placesOf(next.errors)) !== JSON.stringify(placesOf(nearest.errors))) return [own];
  return nearest.errors.map((error) => ({ ...error, instancePath: `${own.instancePath}${error.instancePath}` }));
}

/** A constant right below indicates another option: `kind: "cat"`. */
const isOfAnother = ({ instancePath, keyword }: ErrorObject): boolean =>
  ['const', 'enum'].includes(keyword) && instancePath.lastIndexOf('/') === 0;

const placesOf = (errors: readonly ErrorObject[]): readonly unknown[] =>
  errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params]);
