/** What a text seems to be, by the keys at its top level. */
export type Sniffed = 'openapi' | 'asyncapi' | 'json-schema';

const YAML_KEY = /^["']?(openapi|swagger|asyncapi)["']?[ \t]*:/m;
const YAML_SCHEMA = /^["']?\$schema["']?[ \t]*:[^\r\n\u2028\u2029]*json-schema\.org/m;
const JSON_SCHEMA = /^\s*\{\s*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//;
const LAST_KEY = /"(openapi|swagger|asyncapi)"\s*:\s*"[\d.]+"\s*[,}]/;

/**
 * Tells contracts from other YAML and JSON files by their first and last kilobytes, without parsing them. A tool that sorts the keys
 * of a JSON document writes `swagger` at its end.
 */
export function kindOfText(head: string, tail: string): Sniffed | undefined {
  const text = head.replace(/^\uFEFF/, '');
  if (/^\s*\{/.test(text)) {
    const key = topLevelKeys(text).find((name) => kindOfKey(name) !== undefined) ?? LAST_KEY.exec(tail)?.[1];
    return kindOfKey(key) ?? (JSON_SCHEMA.test(text) ? 'json-schema' : undefined);
  }
  return kindOfKey(YAML_KEY.exec(text)?.[1]) ?? (YAML_SCHEMA.test(text) ? 'json-schema' : undefined);
}

function kindOfKey(key: string | undefined): Sniffed | undefined {
  if (key === 'asyncapi') return 'asyncapi';
  return key === 'openapi' || key === 'swagger' ? 'openapi' : undefined;
}

/** Keys of the outermost JSON object, as far as the text goes. One pass. */
function topLevelKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && /^\s*:/.test(text.slice(end + 1, end + 20))) keys.push(text.slice(at + 1, end));
      at = end;
    }
  }
  return keys;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
