import type { Fact, Setting } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import { inclusionSetting, moduleOf, namingSetting } from '../../naming-settings.js';
import { at, type Source, unknown } from '../../source.js';
import { closingOf, tokenAt } from '../../tokens.js';
import { datesAsNumbers, typesWritten } from '../../type-serializers.js';
import type { Range } from '../../unit.js';
import { ktorProfile } from './profile.js';

/**
 * How a Ktor service writes JSON: the settings of `ContentNegotiation`, and plugins that change bodies.
 * https://ktor.io/docs/server-serialization.html
 */
export function mappers(source: Source): readonly Fact[] {
  const { tokens, imports } = source.unit;
  const uses = (name: RegExp): boolean => imports.some(({ path }) => name.test(path));
  // the JSON of a client is not what this service sends
  const isClient = uses(/^io\.ktor\.client\./) && !uses(/^io\.ktor\.server\./);
  if (isClient) return [];
  return tokens.list.flatMap((token, index): readonly Fact[] => {
    if (token.kind !== 'word') return [];
    const block = blockAfter(source, index);
    if (token.text === 'json' && block !== undefined) return kotlinx(source, index, block);
    if (token.text === 'Json' && block !== undefined && !isInJson(source, index)) return settingsOf(source, block);
    if (token.text === 'gson' && uses(/^io\.ktor\.(?:serialization\.)?gson\b/)) return gson(source, index, block);
    if (token.text === 'jackson' && uses(/^io\.ktor\.(?:serialization\.)?jackson\b/)) return jackson(source, index, block);
    return token.text === 'transformBody' || token.text === 'ApplicationSendPipeline' ? changed(source, index) : [];
  });
}

/** The range in the parentheses and braces of a call. */
function blockAfter({ unit: { tokens } }: Source, index: number): Range | undefined {
  const open = index + 1;
  if (!/^[({]$/.test(tokenAt(tokens, open).text)) return undefined;
  const close = closingOf(tokens, open);
  const next = close + 1;
  const to = tokenAt(tokens, open).text === '(' && tokenAt(tokens, next).text === '{' ? closingOf(tokens, next) : close;
  return close <= open ? undefined : { from: open, to };
}

const MAX_BLOCK = 400;

function wordsIn({ unit: { tokens } }: Source, { from, to }: Range): readonly string[] {
  return tokens.list.slice(from, Math.min(to, from + MAX_BLOCK)).map(({ text }) => text);
}

const isInJson = ({ unit: { tokens } }: Source, index: number): boolean =>
  tokenAt(tokens, index - 1).text === '(' && tokenAt(tokens, index - 2).text === 'json';

/**
 * `json(Json { … })` omits values that equal their default, unless it sets `encodeDefaults`; `json()` alone writes everything.
 * For a `Json` from another file this is unknown.
 */
function kotlinx(source: Source, index: number, block: Range): readonly Fact[] {
  const named = namedJson(source, block);
  const words = wordsIn(source, named ?? block);
  const isPlain = /^(?:[)}]|contentType)?$/.test(words[1] ?? '') || words.includes('DefaultJson');
  const isEncoded = words[words.indexOf('encodeDefaults') + 2];
  if (isPlain || (words.includes('encodeDefaults') && isEncoded !== 'false')) return settingsOf(source, block);
  const value = named === undefined && words[1] !== 'Json' ? 'unsure' : 'omitted';
  const defaults: Setting = {
    ...{ kind: 'setting', key: 'defaults', scope: moduleOf(source.path), value, at: at(source, index) },
  };
  return [...settingsOf(source, block), defaults];
}

/** `json(compact)` with `val compact = Json { … }` in the same file: the content of its braces. */
function namedJson(source: Source, { from, to }: Range): Range | undefined {
  const { list } = source.unit.tokens;
  if (to !== from + 2) return undefined;
  for (const [at, { text }] of list.entries()) {
    if (text !== list[from + 1]?.text) continue;
    const equals = list[at + 1]?.text === ':' ? at + 3 : at + 1;
    if (list[equals]?.text === '=' && list[equals + 1]?.text === 'Json') return blockAfter(source, equals + 1);
  }
  return undefined;
}

/** https://github.com/Kotlin/kotlinx.serialization/blob/master/docs/json.md */
function settingsOf(source: Source, block: Range): readonly Fact[] {
  const words = wordsIn(source, block);
  const place = at(source, block.from);
  const nulls = words.indexOf('explicitNulls');
  const naming = words.indexOf('namingStrategy');
  const strategy = words.slice(naming + 2).find((word, index, all) => all[index + 1] !== '.' && word !== '.') ?? '';
  return [
    ...(nulls >= 0 && words[nulls + 2] === 'false' ? [inclusionSetting(source.path, place, 'NON_NULL')] : []),
    ...(naming >= 0 && strategy !== 'null' ? [namingSetting(source.path, strategy, place)] : []),
  ];
}

/** Gson omits nulls and keeps member names. https://github.com/google/gson/blob/main/UserGuide.md */
function gson(source: Source, index: number, block: Range | undefined): readonly Fact[] {
  const words = block === undefined ? [] : wordsIn(source, block);
  const place = at(source, index);
  if (block === undefined) return [];
  const nulls = words.includes('serializeNulls') ? [] : [inclusionSetting(source.path, place, 'NON_NULL')];
  const policy = words.indexOf('setFieldNamingPolicy');
  const named = policy < 0 ? undefined : words.slice(policy + 2, policy + 6).find((word) => /^[A-Z_]+$/.test(word));
  const byCode = words.includes('setFieldNamingStrategy') || (policy >= 0 && named === undefined);
  const naming = byCode ? [namingSetting(source.path, '', place)] : named === undefined ? [] : policyOf(source, named, index);
  const adapters = words.flatMap((word, at) =>
    /^registerType(?:Hierarchy)?Adapter$/.test(word) ? typesWritten(source.path, words[at + 2] ?? '', place) : [],
  );
  return [...nulls, ...naming, ...adapters, ...datesAsNumbers(source.path, place)];
}

const POLICIES: Readonly<Record<string, string>> = {
  LOWER_CASE_WITH_UNDERSCORES: 'SNAKE_CASE',
  LOWER_CASE_WITH_DASHES: 'KEBAB_CASE',
  UPPER_CAMEL_CASE: 'UPPER_CAMEL_CASE',
  UPPER_CASE_WITH_UNDERSCORES: 'UPPER_SNAKE_CASE',
};

function policyOf(source: Source, name: string, index: number): readonly Fact[] {
  if (name === 'IDENTITY') return [];
  return [namingSetting(source.path, Object.hasOwn(POLICIES, name) ? (POLICIES[name] ?? '') : '', at(source, index))];
}

/** Jackson writes dates as numbers by default; another reader handles `WRITE_DATES_AS_TIMESTAMPS`. */
function jackson(source: Source, index: number, block: Range | undefined): readonly Fact[] {
  if (block === undefined || wordsIn(source, block).includes('WRITE_DATES_AS_TIMESTAMPS')) return [];
  return datesAsNumbers(source.path, at(source, index));
}

function changed(source: Source, index: number): readonly Fact[] {
  const { tokens } = source.unit;
  const isPlugin = tokenAt(tokens, index).text === 'transformBody' && tokenAt(tokens, index + 1).text === '{';
  const proceeds = tokens.list.slice(index, index + MAX_BLOCK).some(({ text }) => text === 'proceedWith');
  if (!isPlugin && !proceeds) return [];
  const through = unknown(REWRITES.plugin);
  return [{ kind: 'wrap', by: ktorProfile.id, scope: moduleOf(source.path), through, at: at(source, index) }];
}
