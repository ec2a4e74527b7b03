import type { Setting } from '../../../facts/fact.js';
import { bodyNamed } from './method-groups.js';
import type { Source } from './source.js';
import { afterBracket, type Range, textAt } from './tokens.js';

/**
 * What is set for a whole service: https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/configure-options,
 * https://www.newtonsoft.com/json/help/html/NamingStrategySerialization.htm
 */
const POLICIES: ReadonlyMap<string, string> = new Map([
  ['CamelCase', 'camel'],
  ['SnakeCaseLower', 'snake'],
  ['SnakeCaseUpper', 'upper-snake'],
  ['KebabCaseLower', 'kebab'],
  ['null', 'kept'],
]);

/** Strategies and resolvers of Newtonsoft.Json. */
const STRATEGIES: ReadonlyMap<string, string> = new Map([
  ['CamelCaseNamingStrategy', 'camel'],
  ['SnakeCaseNamingStrategy', 'snake'],
  ['KebabCaseNamingStrategy', 'kebab'],
  ['DefaultNamingStrategy', 'kept'],
  ['CamelCasePropertyNamesContractResolver', 'camel'],
]);

/** What is given the options of the serializer that writes bodies; other options are of other uses. */
const SETTERS = /^(?:AddJsonOptions|AddNewtonsoftJson|ConfigureHttpJsonOptions|UseFastEndpoints)$/;
const OPTIONS = /^(?:JsonOptions|MvcNewtonsoftJsonOptions)$/;

/** The folder of the service that a file sets up: that above its project, whose libraries stand beside it. */
export function serviceFolder(path: string): string {
  return path.split('/').slice(0, -2).join('/');
}

/** Options of the serializer that a service's set-up gives: names, enums, nulls. They hold for the folder above that of its project. */
export function jsonOptions(source: Source): readonly Setting[] {
  const { tokens, path } = source;
  const scope = serviceFolder(path);
  return optionRanges(source).flatMap(({ from, to }): Setting[] => {
    const found: Setting[] = [];
    for (let index = from; index < to; index++) {
      if (tokens.list[index]?.kind !== 'word') continue;
      const setting = settingAt(source, textAt(tokens, index), index);
      if (setting !== undefined) found.push({ kind: 'setting', ...setting, scope, at: tokens.at(index) });
    }
    return found;
  });
}

/** `AddJsonOptions(…)`, `Configure<JsonOptions>(…)`: what is given to it, or the body of the function of this file that is. */
export function optionRanges(source: Source): readonly Range[] {
  const { tokens } = source;
  return tokens.list.flatMap(({ kind, text }, index): Range[] => {
    if (kind !== 'word') return [];
    const isGeneric = /^(?:Post)?Configure$/.test(text) && textAt(tokens, index + 1) === '<';
    const isSetter =
      SETTERS.test(text) || (isGeneric && [2, 4, 6, 8, 10].some((next) => OPTIONS.test(textAt(tokens, index + next))));
    if (!isSetter) return [];
    let open = index + 1;
    while (textAt(tokens, open) !== '(' && open < index + 16) open += 1;
    const range = { from: open + 1, to: afterBracket(tokens, open, tokens.list.length) - 1 };
    return textAt(tokens, open) === '(' ? [bodyNamed(source, range) ?? range] : [];
  });
}

function settingAt(source: Source, word: string, index: number): Pick<Setting, 'key' | 'value'> | undefined {
  const { tokens } = source;
  const isAssigned = textAt(tokens, index + 1) === '=';
  if (word === 'PropertyNamingPolicy' && isAssigned) {
    const isKnown = textAt(tokens, index + 2) === 'JsonNamingPolicy';
    const policy = POLICIES.get(textAt(tokens, isKnown ? index + 4 : index + 2)) ?? 'unread';
    return policy === 'camel' ? undefined : { key: 'naming', value: policy };
  }
  if (word === 'ContractResolver' && isAssigned) return resolver(source, index + 2);
  if (word === 'DefaultIgnoreCondition' && isAssigned)
    return last(source, index + 2) === 'WhenWritingNull' ? { key: 'nulls', value: 'omitted' } : undefined;
  if (word === 'NullValueHandling' && isAssigned)
    return last(source, index + 2) === 'Ignore' ? { key: 'nulls', value: 'omitted' } : undefined;
  if (word === 'IgnoreNullValues' && textAt(tokens, index + 2) === 'true') return { key: 'nulls', value: 'omitted' };
  if (/^(?:Json)?StringEnum(?:Member)?Converter$/.test(word) && isAdded(tokens, index)) {
    const policy = textAt(tokens, index + 2) === 'JsonNamingPolicy' ? POLICIES.get(textAt(tokens, index + 4)) : undefined;
    const isCamel = /^CamelCaseNamingStrategy$/.test(textAt(tokens, index + 3));
    return { key: 'enums', value: policy ?? (isCamel ? 'camel' : 'names') };
  }
  return undefined;
}

/** `JsonIgnoreCondition.WhenWritingNull`, with or without its namespace. */
function last({ tokens }: Source, from: number): string {
  let at = from;
  while (textAt(tokens, at + 1) === '.') at += 2;
  return textAt(tokens, at);
}

/** `new DefaultContractResolver { NamingStrategy = new SnakeCaseNamingStrategy() }`: without a strategy names are written as they are. */
function resolver({ tokens }: Source, from: number): Pick<Setting, 'key' | 'value'> | undefined {
  for (let at = from; at < from + 30 && textAt(tokens, at) !== ';'; at++) {
    const policy = STRATEGIES.get(textAt(tokens, at));
    if (policy !== undefined) return policy === 'camel' ? undefined : { key: 'naming', value: policy };
  }
  const isDefault = textAt(tokens, from) === 'new' && textAt(tokens, from + 1) === 'DefaultContractResolver';
  return { key: 'naming', value: isDefault ? 'kept' : 'unread' };
}

/** `Converters.Add(new JsonStringEnumConverter())`, `Converters = { new … }`. */
function isAdded(tokens: Source['tokens'], index: number): boolean {
  if (textAt(tokens, index - 1) !== 'new') return false;
  for (let at = index - 2; at > index - 12; at--) if (textAt(tokens, at) === 'Converters') return true;
  return false;
}
