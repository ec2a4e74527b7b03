import type { Field, Shape } from '../../model/shape.js';
import type { Difference } from './comparison.js';

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
export function isNeeded({ shape, at, defaulted, access }: Field): boolean {
  if (defaulted === true || access === 'read') return false;
  const language = languageOf(at?.file);
  return language === 'other' || (language === 'kotlin' && !isPrimitive(shape));
}

/** Whether the decoder removes the difference: null becomes a default, or a name matches in another case. */
export function isEvenedOut({ problem, path, expected, actual, codeAt }: Difference): boolean {
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
