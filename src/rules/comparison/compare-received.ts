import type { Field, Shape } from '../../model/shape.js';
import { compareShapes } from './compare-shapes.js';
import type { Comparison, Difference, Side } from './comparison.js';
import { shapeMapper } from './map-shape.js';

type Places = Parameters<typeof compareShapes>[2];

/**
 * Compares the type that a handler expects of an event with what the contract allows. The sides are exchanged, because the code
 * must accept whatever the contract allows. A field that the handler does not know is harmless; a field that it needs and that
 * the contract does not require is a finding.
 */
export function compareReceived(expected: Side, taken: Side, { promisedAt, codeAt }: NonNullable<Places> = {}): Comparison {
  const places = {
    ...(codeAt === undefined ? {} : { promisedAt: codeAt }),
    ...(promisedAt === undefined ? {} : { codeAt: promisedAt }),
  };
  const { compared, unknown, differences } = compareShapes(forgiving(taken), closed(expected), places);
  return {
    compared,
    // the contract's open string says nothing about the handler's values
    byType: new Set(),
    unknown: new Map([...unknown].filter(([, why]) => why !== ANYTHING)),
    differences: differences.map(turned).filter((one) => !isEvenedOut(one)),
  };
}

/** Why nothing is reported where a contract allows any value: the handler may expect what it likes there. */
const ANYTHING = 'the contract allows any value here';

/** A field that may be null may also be left out: parsers fill it in, and the handler accepts a missing value. */
const forgiving = shapeMapper({
  field: ({ access: _, ...field }) => {
    const copes = field.shape.kind === 'union' && field.shape.options.some(isNull);
    return copes || !isNeeded(field) ? { ...field, required: false } : field;
  },
});

const isNull = (shape: Shape): boolean => shape.kind === 'scalar' && shape.type === 'null';

/** The difference with its sides and its problem exchanged. */
function turned(difference: Difference): Difference {
  const { problem, expected, actual, promisedAt, codeAt, suggestion: _, ...rest } = difference;
  const sides = { expected: actual, actual: expected, promisedAt: codeAt, codeAt: promisedAt };
  switch (problem) {
    case 'missing':
      return {
        ...rest,
        ...sides,
        expected: 'not in the contract',
        problem: 'extra',
        weight: difference.weight === 'broken' ? 'broken' : 'beside',
      };
    case 'extra':
      return { ...rest, ...sides, actual: 'not read', problem: 'missing', weight: 'beside' };
    case 'case':
      // The finding names the field as the contract does.
      return { ...rest, ...sides, problem, path: `${rest.path.slice(0, rest.path.lastIndexOf('.') + 1)}${actual}` };
    case 'enum':
      return { ...rest, ...sides, problem, weight: 'weak' };
    default:
      return { ...rest, ...sides, problem };
  }
}

/** The contract's shape without its permission for additional fields: a handler cannot rely on those. */
const closed = shapeMapper({ rest: ({ rest, fields }) => (rest === true ? fields.length === 0 : rest) });

/**
 * How a language's decoders treat a missing field, or null. Go's `encoding/json`, Java's Jackson and C#'s serializers leave the
 * field at its initial value: zero, null or what the type sets. Kotlin's Jackson does so only for numbers and booleans
 * (`FAIL_ON_NULL_FOR_PRIMITIVES` is off) and rejects other fields without a default. In TypeScript the code relies on the
 * declared type, whatever the decoder does; pydantic rejects. A file in no known language counts as declared.
 */
type Language = 'go' | 'java' | 'kotlin' | 'csharp' | 'other';

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.go$/, 'go'],
  [/\.java$/, 'java'],
  [/\.kts?$/, 'kotlin'],
  [/\.cs$/, 'csharp'],
];

const languageOf = (file: string | undefined): Language =>
  LANGUAGES.find(([pattern]) => pattern.test(file ?? ''))?.[1] ?? 'other';

/** Whether a handler fails if a field that its type names is missing. */
function isNeeded({ shape, at, defaulted, access }: Field): boolean {
  if (defaulted === true || access === 'read') return false;
  const language = languageOf(at?.file);
  return language === 'other' || (language === 'kotlin' && !isPrimitive(shape));
}

/** Whether the decoder removes the difference: null becomes a default, or a name matches in another case. */
function isEvenedOut({ problem, path, expected, actual, codeAt }: Difference): boolean {
  const language = languageOf(codeAt?.file);
  if (problem === 'case') {
    const last = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    // `encoding/json` and Json.NET match names in any case, and so does System.Text.Json with its web defaults.
    return (language === 'go' || language === 'csharp') && expected.toLowerCase() === last && actual.toLowerCase() === last;
  }
  if (problem !== 'nullability') return false;
  if (language === 'kotlin') return PRIMITIVE.test(actual);
  // A number or boolean of C# rejects null; a reference accepts it, whatever its annotation says.
  return language === 'csharp' ? !PRIMITIVE.test(actual) : language !== 'other';
}

const PRIMITIVE = /^(?:integer|number|boolean)\b/;

const isPrimitive = (shape: Shape): boolean =>
  shape.kind === 'scalar' && (shape.type === 'integer' || shape.type === 'number' || shape.type === 'boolean');
