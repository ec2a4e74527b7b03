import type { Setting } from '../../../facts/fact.js';
import { bodyNamed } from './method-groups.js';
import type { Source } from './source.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { simpleName } from './syntax/type-syntax.js';

/**
 * Naming policies of a service: https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/configure-options,
 * https://www.newtonsoft.com/json/help/html/NamingStrategySerialization.htm
 */
const POLICIES: ReadonlyMap<string, string> = new Map([
  ['CamelCase', 'dotnet-camel'],
  ['SnakeCaseLower', 'dotnet-snake'],
  ['SnakeCaseUpper', 'dotnet-upper-snake'],
  ['KebabCaseLower', 'dotnet-kebab'],
  ['null', 'kept'],
]);

/** Naming strategies and contract resolvers of Newtonsoft.Json. */
const STRATEGIES: ReadonlyMap<string, string> = new Map([
  ['CamelCaseNamingStrategy', 'dotnet-camel'],
  ['SnakeCaseNamingStrategy', 'dotnet-snake'],
  ['KebabCaseNamingStrategy', 'dotnet-kebab'],
  ['DefaultNamingStrategy', 'kept'],
  ['CamelCasePropertyNamesContractResolver', 'dotnet-camel'],
]);

/** The two writers of bodies, each with options of its own: controllers and minimal APIs. */
export const MVC = 'mvc';
export const MINIMAL = 'minimal';

/** Calls that receive the options of the serializer that writes bodies; other options have other uses. */
const SETTERS = /^(?:AddJsonOptions|AddNewtonsoftJson|ConfigureHttpJsonOptions|UseFastEndpoints)$/;
const OPTIONS = /^(?:JsonOptions|MvcNewtonsoftJsonOptions)$/;

/** The folder of the service that a file configures: the parent of its project folder, where its libraries also are. */
export function serviceFolder(path: string): string {
  return path.split('/').slice(0, -2).join('/');
}

/** The serializer options in a service's startup code: names, enums, nulls. They apply to the parent of its project folder. */
export function jsonOptions(source: Source): readonly Setting[] {
  const { tokens, path } = source;
  const scope = serviceFolder(path);
  const options = [...optionRanges(source), ...optionFunctions(source)].flatMap(({ from, to, taker, ...where }): Setting[] => {
    const found: Setting[] = [];
    for (let index = from; index < to; index++) {
      if (tokens.list[index]?.kind !== 'word') continue;
      const setting = settingAt(source, textAt(tokens, index), index);
      if (setting !== undefined) found.push({ kind: 'setting', ...setting, scope, ...where, at: tokens.at(index) });
    }
    return [...found, ...setElsewhere(source, { from, to }, { scope, ...where }, taker)];
  });
  const written = tokens.list.findIndex(({ kind, text }, index) => kind === 'word' && writesNothing(tokens, text, index));
  return written < 0 ? options : [...options, { kind: 'setting', key: 'nothing', value: 'null', scope, at: tokens.at(written) }];
}

/** Maximum number of tokens of a call that names a formatter. */
const MOST_TOKENS = 40;

/**
 * Does the service write null as JSON? It does if it removes the formatter that sends no body for null, or turns that behaviour
 * off. https://learn.microsoft.com/aspnet/core/web-api/advanced/formatting#special-case-formatters
 */
function writesNothing(tokens: Tokens, word: string, index: number): boolean {
  if (word === 'TreatNullValueAsNoContent') return textAt(tokens, index + 1) === '=' && textAt(tokens, index + 2) === 'false';
  if (word !== 'OutputFormatters' || textAt(tokens, index + 1) !== '.') return false;
  const method = textAt(tokens, index + 2);
  if (method === 'Clear') return true;
  if (!/^Remove(?:Type|All)?$/.test(method)) return false;
  for (let at = index; at < index + MOST_TOKENS && textAt(tokens, at) !== ';'; at++)
    if (textAt(tokens, at) === 'HttpNoContentOutputFormatter') return true;
  return false;
}

/** A range that sets options, with the writer they apply to, if that is known. */
export interface OptionRange extends Range {
  readonly writer?: string;
  /**
   * The function whose body the range is, and its options parameter: it sets the options for its callers. See `Setting.within`.
   */
  readonly within?: string;
  readonly taker?: string;
}

const TAKES_OPTIONS = /^(?:JsonSerializer(?:Options|Settings)|JsonOptions|MvcNewtonsoftJsonOptions)$/;

/** Methods with an options parameter, under each name by which other code calls them. */
export function optionFunctions({ tree }: Source): readonly OptionRange[] {
  return tree.types.flatMap(({ name: type, members }) =>
    members.flatMap(({ kind, name, parameters, body, expression }): OptionRange[] => {
      const range = body ?? expression;
      const taker = parameters.find((one) => one.type !== undefined && TAKES_OPTIONS.test(simpleName(one.type)));
      if (kind !== 'method' || range === undefined || taker === undefined) return [];
      const names = taker.isThis ? [`${type}.${name}`, `.${name}`] : [`${type}.${name}`];
      return names.map((within) => ({ ...range, within, taker: taker.name }));
    }),
  );
}

/** The argument of `AddJsonOptions(…)` or `Configure<JsonOptions>(…)`, or the body of the function of this file that it names. */
export function optionRanges(source: Source): readonly OptionRange[] {
  const { tokens } = source;
  return tokens.list.flatMap(({ kind, text }, index): OptionRange[] => {
    if (kind !== 'word') return [];
    const isGeneric = /^(?:Post)?Configure$/.test(text) && textAt(tokens, index + 1) === '<';
    const isSetter =
      SETTERS.test(text) || (isGeneric && [2, 4, 6, 8, 10].some((next) => OPTIONS.test(textAt(tokens, index + next))));
    if (!isSetter) return [];
    let open = index + 1;
    while (textAt(tokens, open) !== '(' && open < index + 16) open += 1;
    const range = { from: open + 1, to: afterBracket(tokens, open, tokens.list.length) - 1 };
    if (textAt(tokens, open) !== '(') return [];
    const body = bodyNamed(source, range) ?? range;
    const callee = passedTo(source, body);
    const inside = callee === undefined ? undefined : bodyNamed(source, { from: callee, to: callee + 1 });
    const writer = writerSet(source, index, open);
    return (inside === undefined ? [body] : [body, inside]).map((one) => ({ ...one, ...(writer !== undefined && { writer }) }));
  });
}

/**
 * The writer that the options belong to: several packages have a type `JsonOptions`, so the namespace in the call or in the
 * file's usings decides.
 */
function writerSet({ tokens, tree }: Source, index: number, open: number): string | undefined {
  const name = textAt(tokens, index);
  if (/^Add(?:Json|Newtonsoft)/.test(name)) return MVC;
  if (name === 'ConfigureHttpJsonOptions') return MINIMAL;
  const written = new Set(tokens.list.slice(index, open).map(({ text }) => text));
  if (written.has('MvcNewtonsoftJsonOptions') || written.has('Mvc')) return MVC;
  if (written.has('Http')) return MINIMAL;
  if (!written.has('JsonOptions')) return undefined;
  const uses = tree.usings.flatMap(
    (one) => WRITERS.get(one.alias === undefined ? one.name : one.name.replace(/\.JsonOptions$/, '')) ?? [],
  );
  return new Set(uses).size === 1 ? uses[0] : undefined;
}
const WRITERS: ReadonlyMap<string, string> = new Map([
  ['Microsoft.AspNetCore.Mvc', MVC],
  ['Microsoft.AspNetCore.Http.Json', MINIMAL],
]);

/** Uses of the options by packages that change neither names nor enums. */
const HARMLESS = /NodaTime|TypeInfo|^(?:Add|Insert|nameof)$/;

/** The name token of the function that receives the options of a range: `Json.Apply(options.JsonSerializerOptions)`. */
function passedTo({ tokens }: Source, { from, to }: Range, taker = ''): number | undefined {
  const isLambda = textAt(tokens, from + 1) === '=>' || textAt(tokens, from + 3) === '=>';
  const parameter = isLambda ? textAt(tokens, textAt(tokens, from) === '(' ? from + 1 : from) : taker;
  for (let at = isLambda ? from + 2 : from; at < to; at++) {
    const isOptions = /^(?:Json)?Serializer(?:Options|Settings)$/.test(textAt(tokens, at)) && textAt(tokens, at - 1) === '.';
    const isParameter = parameter !== '' && textAt(tokens, at) === parameter;
    if (!isOptions && !isParameter) continue;
    const start = isOptions ? at - 2 : at;
    const isGiven = /^[(,]$/.test(textAt(tokens, start - 1)) && /^[),]$/.test(textAt(tokens, at + 1));
    const called = isGiven ? start - 2 : at + 2;
    const isCalled = isGiven || (textAt(tokens, at + 1) === '.' && textAt(tokens, at + 3) === '(');
    if (isCalled && isWord(tokens, called) && !HARMLESS.test(textAt(tokens, called))) return called;
  }
  return undefined;
}

/** Options that a function of another file sets. */
function setElsewhere(
  source: Source,
  range: Range,
  where: Pick<Setting, 'scope' | 'writer' | 'within'>,
  taker: string | undefined,
): readonly Setting[] {
  const { tokens } = source;
  const start = tokens.at(range.from);
  const own: readonly Setting[] =
    where.within === undefined ? [] : [{ kind: 'setting', key: 'options', value: '', ...where, at: start }];
  // `Apply`, `Json.Apply`
  const isNamed = isWord(tokens, range.from) && (range.to === range.from + 1 || isTypeMember(source, range));
  const callee = isNamed ? range.to - 1 : passedTo(source, range, taker);
  if (callee === undefined) return own;
  const isHere = bodyNamed(source, { from: callee, to: callee + 1 }) !== undefined;
  // the startup code passes the options to a function of this file, whose body is read too
  if (isHere && where.within === undefined) return own;
  const at = tokens.at(callee);
  const written = new Set(tokens.list.slice(range.from, range.to).map(({ text }) => text));
  const unread = [
    ...(written.has('PropertyNamingPolicy') || written.has('ContractResolver') ? [] : ['naming']),
    ...(written.has('JsonStringEnumConverter') || written.has('StringEnumConverter') ? [] : ['enums']),
  ];
  const name = textAt(tokens, callee);
  const isOfType = isTypeMember(source, { from: callee - 2, to: callee + 1 });
  const declared = source.tree.types.find(({ members }) => isHere && members.some((member) => member.name === name))?.name;
  const calls = `${isOfType ? textAt(tokens, callee - 2) : (declared ?? '')}.${name}`;
  return [...own, { kind: 'setting', key: 'options', calls, value: { unread }, ...where, at }];
}

/** `Json.Apply`. */
function isTypeMember({ tokens }: Source, { from, to }: Range): boolean {
  return (
    to === from + 3 &&
    textAt(tokens, from + 1) === '.' &&
    /^\p{Lu}/u.test(textAt(tokens, from)) &&
    !/^\.$/.test(textAt(tokens, from - 1))
  );
}

function settingAt(source: Source, word: string, index: number): Pick<Setting, 'key' | 'value'> | undefined {
  const { tokens } = source;
  const isAssigned = textAt(tokens, index + 1) === '=';
  if (word === 'PropertyNamingPolicy' && isAssigned) {
    const policy = policyAt(tokens, index + 2) ?? 'unread';
    return policy === 'dotnet-camel' ? undefined : { key: 'naming', value: policy };
  }
  if (word === 'ContractResolver' && isAssigned) return resolver(source, index + 2);
  if (word === 'DefaultIgnoreCondition' && isAssigned)
    return last(source, index + 2) === 'WhenWritingNull' ? { key: 'nulls', value: 'omitted' } : undefined;
  if (word === 'NullValueHandling' && isAssigned)
    return last(source, index + 2) === 'Ignore' ? { key: 'nulls', value: 'omitted' } : undefined;
  if (word === 'IgnoreNullValues' && textAt(tokens, index + 2) === 'true') return { key: 'nulls', value: 'omitted' };
  if (/^(?:Json)?StringEnum(?:Member)?Converter$/.test(word) && isAdded(tokens, index)) {
    const policy = policyAt(tokens, index + 2);
    const isCamel = /^CamelCaseNamingStrategy$/.test(textAt(tokens, index + 3));
    return { key: 'enums', value: policy ?? (isCamel ? 'dotnet-camel' : 'names') };
  }
  // a call may return an enum converter
  if (word === 'Converters' && /^\.Add\($/.test([1, 2, 3].map((ahead) => textAt(tokens, index + ahead)).join('')))
    return textAt(tokens, index + 4) === 'new' ? undefined : { key: 'enums', value: 'unread' };
  return undefined;
}

/** `new SnakeCaseNamingPolicy()`, `SnakeCaseNamingPolicy.Instance`: a class of the service or a package. */
const SNAKE = /^(?:Json)?SnakeCase(?:Json)?(?:Naming)?(?:Policy|Strategy)$/;

/** `JsonNamingPolicy.CamelCase`, with or without its namespace; `null`. */
function policyAt(tokens: Tokens, from: number): string | undefined {
  if (SNAKE.test(textAt(tokens, textAt(tokens, from) === 'new' ? from + 1 : from))) return 'some-snake';
  const at = endOfName(tokens, from);
  const isKnown = at === from ? textAt(tokens, at) === 'null' : textAt(tokens, at - 2) === 'JsonNamingPolicy';
  return isKnown ? POLICIES.get(textAt(tokens, at)) : undefined;
}

/** `JsonIgnoreCondition.WhenWritingNull`, with or without its namespace. */
const last = ({ tokens }: Source, from: number): string => textAt(tokens, endOfName(tokens, from));

/** The last word of a name with dots. */
function endOfName(tokens: Tokens, from: number): number {
  let at = from;
  while (textAt(tokens, at + 1) === '.') at += 2;
  return at;
}

/**
 * `new DefaultContractResolver { NamingStrategy = new SnakeCaseNamingStrategy() }`; without a strategy, names stay as declared.
 */
function resolver({ tokens }: Source, from: number): Pick<Setting, 'key' | 'value'> | undefined {
  for (let at = from; at < from + 30 && textAt(tokens, at) !== ';'; at++) {
    const policy = STRATEGIES.get(textAt(tokens, at));
    if (policy !== undefined) return policy === 'dotnet-camel' ? undefined : { key: 'naming', value: policy };
  }
  const isDefault = textAt(tokens, from) === 'new' && textAt(tokens, from + 1) === 'DefaultContractResolver';
  return { key: 'naming', value: isDefault ? 'kept' : 'unread' };
}

/** `Converters.Add(new JsonStringEnumConverter())`, `Converters = { new … }`, with or without the namespace. */
function isAdded(tokens: Source['tokens'], index: number): boolean {
  let start = index;
  while (textAt(tokens, start - 1) === '.') start -= 2;
  if (textAt(tokens, start - 1) !== 'new') return false;
  for (let at = start - 2; at > start - 12; at--) if (textAt(tokens, at) === 'Converters') return true;
  return false;
}
