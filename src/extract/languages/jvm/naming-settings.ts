import type { At, Expression } from '../../../facts/expression.js';
import type { Fact, ResponseTransform, Setting } from '../../../facts/fact.js';
import { jaxrsProfile } from './frameworks/jaxrs/profile.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { isPrivateMapper } from './mapper-owner.js';
import { at, type Source, unknown } from './source.js';
import { tokenAt } from './tokens.js';
import { strategyOf } from './wire-names.js';

/** The naming strategy of a whole service, from its configuration or code. */
export function namingSetting(path: string, strategy: string, place: At): Setting {
  return { kind: 'setting', key: 'naming', scope: moduleOf(path), value: strategyOf(strategy), at: place };
}

/** What a service leaves out, by the name of an inclusion: nulls, or empty values as well. */
export function inclusionSetting(path: string, place: At, inclusion: string): Setting {
  const how = inclusion.toLowerCase().replace(/[_-]/g, '');
  const value =
    how === 'nonempty' || how === 'nondefault'
      ? 'empty omitted'
      : how === 'nonnull' || how === 'nonabsent'
        ? 'omitted'
        : 'written';
  return { kind: 'setting', key: 'nulls', scope: moduleOf(path), value, at: place };
}

/** The service writes JSON with a library other than Jackson. */
export function otherMapper(path: string, place: At): ResponseTransform {
  const through = unknown('a JSON library that was not read writes it');
  return { kind: 'wrap', by: frameworkProfiles.spring.id, scope: moduleOf(path), through, at: place };
}

/** The folder of a source's module. */
export function moduleOf(path: string): string {
  const source = path.indexOf('src/');
  return source <= 0 ? '' : path.slice(0, source - 1);
}

/**
 * `mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)`, `builder.propertyNamingStrategy(…)`, or Kotlin's
 * property.
 */
export function namingSettings(source: Source): readonly Fact[] {
  const { tokens } = source.unit;
  return tokens.list.flatMap((token, index): readonly Fact[] => {
    if (token.kind !== 'word' || !SETS.has(token.text) || isPrivateMapper(source, index)) return [];
    if (token.text === 'WRAP_ROOT_VALUE') return isOn(source, index) ? rootsWrapped(source.path, at(source, index)) : [];
    const next = tokenAt(tokens, index + 1).text;
    if (INCLUDES.has(token.text)) return inclusionOf(source, index);
    if (next !== '(' && next !== '=') return [];
    let end = index + 2;
    while (tokenAt(tokens, end + 1).text === '.') end += 2;
    return [namingSetting(source.path, tokenAt(tokens, end).text, at(source, index))];
  });
}

const INCLUDES = new Set([
  'setSerializationInclusion',
  'serializationInclusion',
  'setDefaultPropertyInclusion',
  'defaultPropertyInclusion',
]);
const SETS = new Set([...INCLUDES, 'setPropertyNamingStrategy', 'propertyNamingStrategy', 'WRAP_ROOT_VALUE']);
/** Maximum number of words of an argument. */
const MAX_ARGUMENT = 12;

/** `setSerializationInclusion(JsonInclude.Include.NON_NULL)` */
function inclusionOf(source: Source, index: number): readonly Fact[] {
  const { tokens } = source.unit;
  if (!/^[(=]$/.test(tokenAt(tokens, index + 1).text)) return [];
  const words = tokens.list.slice(index + 2, index + 2 + MAX_ARGUMENT).map(({ text }) => text);
  const how = words.find((word) => /^(?:NON_(?:NULL|ABSENT|EMPTY|DEFAULT)|ALWAYS)$/.test(word));
  return how === undefined ? [] : [inclusionSetting(source.path, at(source, index), how)];
}

/** `enable(SerializationFeature.WRAP_ROOT_VALUE)`, `configure(…, true)` */
export function isOn({ unit: { tokens } }: Source, index: number): boolean {
  const next = [1, 2].map((ahead) => tokenAt(tokens, index + ahead).text).join('');
  const before = [1, 2, 3, 4].map((back) => tokenAt(tokens, index - back).text);
  return next !== ',false' && !before.some((word) => /disable|without/i.test(word));
}

const WRAPPING = 'root value';

/**
 * The service wraps its bodies in a member with the class name.
 * https://github.com/FasterXML/jackson-databind/wiki/Serialization-Features
 */
export function rootsWrapped(path: string, place: At): readonly Fact[] {
  const given: Expression = { kind: 'parameter', callable: WRAPPING, index: 0 };
  const inferred: Expression = { kind: 'operator', operator: 'rooted', of: given };
  const through: Expression = { kind: 'name', name: WRAPPING, space: 'value' };
  const kinds = [frameworkProfiles.spring.id, jaxrsProfile.id, frameworkProfiles.micronaut.id];
  return [
    { kind: 'callable', name: WRAPPING, inferred, at: place },
    ...kinds.map((by): ResponseTransform => ({ kind: 'wrap', by, scope: moduleOf(path), through, at: place })),
  ];
}
