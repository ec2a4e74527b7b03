import type { Field, Shape } from '../model/shape.js';
import type { Difference } from './comparison.js';

/**
 * What decoders of a language make of a field that is left out, or null. Go's `encoding/json`, Java's Jackson and C#'s serializers
 * leave the field as the type was made: zero, null or its initial value. Kotlin's Jackson does so for numbers and flags alone
 * (`FAIL_ON_NULL_FOR_PRIMITIVES` is off), and refuses other fields without a default. What TypeScript declares is what its code relies
 * on, whatever decodes; pydantic refuses. A file of no language that is known here is taken at its word.
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

/** Whether a handler fails without a field that its type names. */
export function isNeeded({ shape, at, defaulted, access }: Field): boolean {
  if (defaulted === true || access === 'read') return false;
  const language = languageOf(at?.file);
  return language === 'other' || (language === 'kotlin' && !isPrimitive(shape));
}

/** Whether what a handler takes differs in a way that its decoder evens out: a null that becomes a default, a name in another case. */
export function isEvenedOut({ problem, path, promised, actual, codeAt }: Difference): boolean {
  const language = languageOf(codeAt?.file);
  if (problem === 'case') {
    const last = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    // `encoding/json` and Json.NET match names in any case, as System.Text.Json does for the web.
    return (language === 'go' || language === 'csharp') && promised.toLowerCase() === last && actual.toLowerCase() === last;
  }
  if (problem !== 'nullability') return false;
  if (language === 'kotlin') return PRIMITIVE.test(actual);
  // A number or flag of C# refuses null; a reference takes it, whatever its annotation says.
  return language === 'csharp' ? !PRIMITIVE.test(actual) : language !== 'other';
}

const PRIMITIVE = /^(?:integer|number|boolean)\b/;

const isPrimitive = (shape: Shape): boolean =>
  shape.kind === 'scalar' && (shape.type === 'integer' || shape.type === 'number' || shape.type === 'boolean');
