import type { Setting } from '../../../facts/fact.js';
import type { Source } from './source.js';
import { textAt } from './tokens.js';

/** What is set for a whole service: https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/configure-options */
const POLICIES: ReadonlyMap<string, string> = new Map([
  ['CamelCase', 'camel'],
  ['SnakeCaseLower', 'snake'],
  ['SnakeCaseUpper', 'upper-snake'],
  ['KebabCaseLower', 'kebab'],
  ['null', 'pascal'],
]);

const WORDS = /\b(?:Json|Serializer)Options\b|\bAddJsonOptions\b|\bConfigureHttpJsonOptions\b/;

/** The folder of the service that a file sets up: that above its project, whose libraries stand beside it. */
export function serviceFolder(path: string): string {
  return path.split('/').slice(0, -2).join('/');
}

/** Options of System.Text.Json that a service's set-up gives: names, enums, nulls. They hold for the folder above that of its project. */
export function jsonOptions(source: Source): readonly Setting[] {
  const { tokens, path } = source;
  if (!WORDS.test(tokens.masked.blank)) return [];
  const scope = serviceFolder(path);
  return tokens.list.flatMap(({ kind, text }, index): Setting[] => {
    if (kind !== 'word') return [];
    const found = settingAt(source, text, index);
    return found === undefined ? [] : [{ kind: 'setting', ...found, scope, at: tokens.at(index) }];
  });
}

function settingAt({ tokens }: Source, word: string, index: number): Pick<Setting, 'key' | 'value'> | undefined {
  const isAssigned = textAt(tokens, index + 1) === '=';
  if (word === 'PropertyNamingPolicy' && isAssigned) {
    const isKnown = textAt(tokens, index + 2) === 'JsonNamingPolicy';
    const policy = POLICIES.get(textAt(tokens, isKnown ? index + 4 : index + 2)) ?? 'unread';
    return policy === 'camel' ? undefined : { key: 'naming', value: policy };
  }
  if (word === 'DefaultIgnoreCondition' && isAssigned) {
    // `JsonIgnoreCondition.WhenWritingNull`, with or without its namespace
    let last = index + 2;
    while (textAt(tokens, last + 1) === '.') last += 2;
    return textAt(tokens, last) === 'WhenWritingNull' ? { key: 'nulls', value: 'omitted' } : undefined;
  }
  if (word === 'IgnoreNullValues' && textAt(tokens, index + 2) === 'true') return { key: 'nulls', value: 'omitted' };
  if (/^(?:Json)?StringEnum(?:Member)?Converter$/.test(word) && isAdded(tokens, index)) {
    const policy = textAt(tokens, index + 2) === 'JsonNamingPolicy' ? POLICIES.get(textAt(tokens, index + 4)) : undefined;
    return { key: 'enums', value: policy ?? 'names' };
  }
  return undefined;
}

/** `Converters.Add(new JsonStringEnumConverter())`, `Converters = { new … }`. */
function isAdded(tokens: Source['tokens'], index: number): boolean {
  if (textAt(tokens, index - 1) !== 'new') return false;
  for (let at = index - 2; at > index - 12; at--) if (textAt(tokens, at) === 'Converters') return true;
  return false;
}
