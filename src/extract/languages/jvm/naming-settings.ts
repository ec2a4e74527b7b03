import type { At } from '../../../facts/expression.js';
import type { Setting, Wrap } from '../../../facts/fact.js';
import { springProfile } from './frameworks/spring-profile.js';
import { setsNaming } from './sets-naming.js';
import { at, type Source, unknown } from './source.js';
import { tokenAt } from './tokens.js';
import { strategyOf } from './wire-names.js';

/** How all of a service names its members: a strategy that its configuration or its code sets. */
export function namingSetting(path: string, strategy: string, place: At): Setting {
  return { kind: 'setting', key: 'naming', scope: moduleOf(path), value: strategyOf(strategy), at: place };
}

/** A service leaves out what is null. */
export function omittedNulls(path: string, place: At): Setting {
  return { kind: 'setting', key: 'nulls', scope: moduleOf(path), value: 'omitted', at: place };
}

/** A service has another library than Jackson write JSON. */
export function otherMapper(path: string, place: At): Wrap {
  const through = unknown('a JSON library that was not read writes it');
  return { kind: 'wrap', by: springProfile.id, scope: moduleOf(path), through, at: place };
}

/** The folder of the module that a source is of. */
export function moduleOf(path: string): string {
  const source = path.indexOf('src/');
  return source <= 0 ? '' : path.slice(0, source - 1);
}

/** `mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)`, `builder.propertyNamingStrategy(…)`, Kotlin's property. */
export function namingSettings(source: Source): readonly Setting[] {
  const { tokens } = source.unit;
  return tokens.list.flatMap((token, index): Setting[] => {
    if (token.kind !== 'word' || !setsNaming(token.text)) return [];
    const next = tokenAt(tokens, index + 1).text;
    if (next !== '(' && next !== '=') return [];
    let end = index + 2;
    while (tokenAt(tokens, end + 1).text === '.') end += 2;
    return [namingSetting(source.path, tokenAt(tokens, end).text, at(source, index))];
  });
}
