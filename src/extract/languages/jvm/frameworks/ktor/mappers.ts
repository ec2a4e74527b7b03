import type { Fact, Setting } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import { inclusionSetting, moduleOf, namingSetting } from '../../naming-settings.js';
import { at, type Source, unknown } from '../../source.js';
import { closingOf, tokenAt } from '../../tokens.js';
import { datesAsNumbers, typesWritten } from '../../type-serializers.js';
import type { Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

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
  const clients = tokens.list.flatMap(({ text }, index) => (text === 'HttpClient' ? (blockAfter(source, index) ?? []) : []));
  return tokens.list.flatMap((token, index): readonly Fact[] => {
    if (token.kind !== 'word' || clients.some(({ from, to }) => from < index && index < to)) return [];
    const block = blockAfter(source, index);
    if (token.text === 'json' && block !== undefined) return kotlinx(source, index, block);
    if (token.text === 'Json' && block !== undefined && !isInJson(source, index))
      return isOnlyCalled(source, index) ? [] : settingsOf(source, block);
    if (token.text === 'gson' && uses(/^io\.ktor\.(?:serialization\.)?gson\b/)) return gson(source, index, block);
    if (token.text === 'jackson' && uses(/^io\.ktor\.(?:serialization\.)?jackson\b/)) return jackson(source, index, block);
    return token.text === 'transformBody' || token.text === 'ApplicationSendPipeline' ? changed(source, index) : [];
  });
}

/** `private val json = Json { … }` that the file only calls (`json.decodeFromString(…)`): it is not given to the server. */
function isOnlyCalled({ unit: { tokens } }: Source, index: number): boolean {
  const name = tokenAt(tokens, index - 2).text;
  if (tokenAt(tokens, index - 1).text !== '=' || tokenAt(tokens, index - 3).text !== 'val') return false;
  if (tokenAt(tokens, index - 4).text !== 'private') return false;
  const uses = tokens.list.flatMap(({ text }, at) => (text === name && at !== index - 2 ? [tokenAt(tokens, at + 1).text] : []));
  return uses.length > 0 && uses.every((next) => next === '.');
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

/** `json(Json { … })` omits values that equal their default, unless it sets `encodeDefaults`; `json()` alone writes everything. */
function kotlinx(source: Source, index: number, block: Range): readonly Fact[] {
  const isWritten = writesDefaults(source, block.from + 1);
  if (isWritten === true) return settingsOf(source, block);
  const value = isWritten === undefined ? 'unsure' : 'omitted';
  const defaults: Setting = {
    ...{ kind: 'setting', key: 'defaults', scope: moduleOf(source.path), value, at: at(source, index) },
  };
  return [...settingsOf(source, block), defaults];
}

const MAX_BASES = 5;

/** Whether the `Json` that begins at a token writes values that equal their default; undefined: this is unknown. */
function writesDefaults(source: Source, index: number, fuel = MAX_BASES): boolean | undefined {
  const { tokens } = source.unit;
  const { text } = tokenAt(tokens, index);
  const next = tokenAt(tokens, index + 1);
  if (/^(?:[)}]|contentType|DefaultJson)$/.test(text)) return true;
  if (fuel === 0) return undefined;
  // `from = base`
  if (next.text === '=') return writesDefaults(source, index + 2, fuel - 1);
  const block = blockAfter(source, index);
  if (text === 'Json' && block !== undefined) {
    const words = wordsIn(source, block);
    const known = words[words.indexOf('encodeDefaults') + 2];
    if (words.includes('encodeDefaults')) return known === 'true' || (known === 'false' ? false : undefined);
    // `Json(base) { … }` begins with the settings of its base
    return words[0] === '(' && writesDefaults(source, block.from + 1, fuel - 1);
  }
  if (block !== undefined && !next.first) return undefined;
  if (next.text === '.') return text === 'Json' && tokenAt(tokens, index + 2).text === 'Default' ? false : undefined;
  if (text === 'Json') return false;
  const made = initializerOf(source, index);
  return made === undefined ? undefined : writesDefaults(source, made, fuel - 1);
}

/** A variable or parameter of a file. */
interface Declared {
  /** The brace of the innermost block around it; undefined: the file. */
  readonly block: number | undefined;
  readonly depth: number;
  /** The first token of the value of a `val`. */
  readonly value?: number;
}

const MAX_DECLARED = 20;
const declaredIn = new WeakMap<Source, ReadonlyMap<string, readonly Declared[]>>();

/** The first token of the value of the only declaration that a name refers to; undefined: it is none, or not the only one. */
function initializerOf(source: Source, index: number): number | undefined {
  const { tokens } = source.unit;
  const known = declaredIn.get(source) ?? declarations(source);
  declaredIn.set(source, known);
  const all = known.get(tokenAt(tokens, index).text) ?? [];
  if (all.length > MAX_DECLARED) return undefined;
  const seen = all.filter(({ block }) => block === undefined || (block < index && closingOf(tokens, block) > index));
  const deepest = Math.max(...seen.map(({ depth }) => depth));
  const [only, ...others] = seen.filter(({ depth }) => depth === deepest);
  return others.length === 0 ? only?.value : undefined;
}

function declarations({ unit: { tokens } }: Source): ReadonlyMap<string, readonly Declared[]> {
  const all = new Map<string, Declared[]>();
  const blocks: number[] = [];
  for (const [index, { text, kind }] of tokens.list.entries()) {
    if (text === '{') blocks.push(index);
    if (text === '}') blocks.pop();
    const before = tokenAt(tokens, index - 1).text;
    const after = tokenAt(tokens, index + 1).text;
    const isVariable = before === 'val' || before === 'var';
    if (kind !== 'word' || !(isVariable || after === ':' || after === '->')) continue;
    // members of a companion are seen in its class, and a parameter may be seen anywhere
    const open = blocks.at(-1) ?? -1;
    const isCompanion = tokenAt(tokens, open - 1).text === 'object' && tokenAt(tokens, open - 2).text === 'companion';
    const around = isVariable ? (isCompanion ? blocks.slice(0, -1) : blocks) : [];
    let equals = after === ':' ? index + 3 : index + 1;
    while (tokenAt(tokens, equals).text === '.') equals += 2;
    const isKnown = before === 'val' && tokenAt(tokens, equals).text === '=';
    const one: Declared = {
      block: around.at(-1),
      depth: isVariable ? around.length : Number.POSITIVE_INFINITY,
      ...(isKnown && { value: equals + 1 }),
    };
    all.set(text, [...(all.get(text) ?? []), one].slice(0, MAX_DECLARED + 1));
  }
  return all;
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
  return [{ kind: 'wrap', by: frameworkProfiles.ktor.id, scope: moduleOf(source.path), through, at: at(source, index) }];
}
