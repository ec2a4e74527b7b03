import type { At } from '../../../facts/expression.js';
import type { Setting } from '../../../facts/fact.js';
import { at, type Source } from './source.js';
import { tokenAt } from './tokens.js';
import { strategyOf } from './wire-names.js';

/** How all of a service names its members: a strategy that its configuration or its code sets. */
export function namingSetting(path: string, strategy: string, place: At): Setting {
  const source = path.indexOf('src/');
  const scope = source <= 0 ? '' : path.slice(0, source - 1);
  return { kind: 'setting', key: 'naming', scope, value: strategyOf(strategy), at: place };
}

const SETS = /\b(?:setPropertyNamingStrategy|propertyNamingStrategy)\b/;

/** Does the code set a strategy? */
export const setsNaming = (text: string): boolean => SETS.test(text);

/** `mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)`, `builder.propertyNamingStrategy(…)`, Kotlin's property. */
export function namingSettings(source: Source): readonly Setting[] {
  const { tokens } = source.unit;
  return tokens.list.flatMap((token, index): Setting[] => {
    if (token.kind !== 'word' || !SETS.test(token.text)) return [];
    const next = tokenAt(tokens, index + 1).text;
    if (next !== '(' && next !== '=') return [];
    let end = index + 2;
    while (tokenAt(tokens, end + 1).text === '.') end += 2;
    return [namingSetting(source.path, tokenAt(tokens, end).text, at(source, index))];
  });
}
