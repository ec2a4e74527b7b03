import { endOfString, withoutComments } from './json-comments.js';

/** The format that a text seems to have, by its top-level keys. */
export type DetectedFormat = 'openapi' | 'asyncapi' | 'json-schema';

const YAML_KEY = /^["']?(openapi|swagger|asyncapi)["']?[ \t]*:[ \t]*["']?\d/m;
const YAML_SCHEMA = /^["']?\$schema["']?[ \t]*:[^\r\n\u2028\u2029]*json-schema\.org/m;
const JSON_SCHEMA = /^\s*\{\s*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//;
const VERSION = /^\s*:\s*"?\d/;
/** Each contract of operations or events has one of these keys. */
export const FORMAT_KEYS: readonly string[] = ['openapi', 'swagger', 'asyncapi'];

/** Distinguishes contracts from other YAML and JSON files by the whole text or its first kilobytes, without parsing. */
export function detectFormat(text: string): DetectedFormat | undefined {
  const plain = /^\s*[{/]/.test(text) ? withoutComments(text) : text;
  if (/^\s*\{/.test(plain)) return kindOfKey(versionKey(plain)) ?? (JSON_SCHEMA.test(plain) ? 'json-schema' : undefined);
  return kindOfKey(YAML_KEY.exec(plain)?.[1]) ?? (YAML_SCHEMA.test(plain) ? 'json-schema' : undefined);
}

function kindOfKey(key: string | undefined): DetectedFormat | undefined {
  if (key === 'asyncapi') return 'asyncapi';
  return key === 'openapi' || key === 'swagger' ? 'openapi' : undefined;
}

/** The first key of the outermost JSON object that gives a contract's version, if the text contains it. One pass. */
function versionKey(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === '"') {
      const end = endOfString(text, at);
      const key = text.slice(at + 1, Math.min(end, at + 10));
      if (depth === 1 && FORMAT_KEYS.includes(key) && VERSION.test(text.slice(end + 1, end + 20))) return key;
      at = end;
    }
  }
  return undefined;
}
