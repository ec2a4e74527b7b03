import { type Definition, symbolsFrom } from '../../symbol-texts.js';
import { callsIn, wordsIn } from '../../symbol-words.js';
import type { SourceSymbols, SymbolImport } from '../../symbols.js';
import { openSource, type Source } from './source.js';
import type { Member, TypeNode, Using } from './syntax/syntax.js';
import { afterBracket, textAt } from './syntax/tokens.js';

/** Words before a parenthesis that are not calls. */
const KEYWORDS = new Set(
  'if for foreach while switch catch using lock fixed return throw await typeof sizeof nameof default checked unchecked new base this when in is as and or not var get set init add remove stackalloc yield else do case where select from orderby'.split(
    ' ',
  ),
);

/** The definitions, imports and references of a C# file. */
export function symbolsOf(path: string, text: string): SourceSymbols {
  const source = openSource(path, text);
  const { masked } = source.tokens;
  const definitions = source.tree.types.flatMap((type) => [ofType(source, type), ...membersOf(source, type)]);
  const defined = new Set(definitions.map(({ at }) => at));
  return symbolsFrom({
    text,
    definitions,
    imports: source.tree.usings.map(importOf),
    calls: callsIn(masked.bare, KEYWORDS, defined),
    words: wordsIn(masked.code),
    namespace: source.tree.types[0]?.namespace ?? '',
  });
}

/** The `local` name of a global using is `global`, because all files of the project see it. */
function importOf({ name, alias, isStatic, isGlobal }: Using): SymbolImport {
  if (!isStatic && alias === undefined) return { specifier: name, names: [{ imported: '*', local: isGlobal ? 'global' : '*' }] };
  const dot = name.lastIndexOf('.');
  const imported = name.slice(dot + 1);
  return { specifier: name.slice(0, Math.max(dot, 0)), names: [{ imported, local: alias ?? imported }] };
}

/** Is it visible outside its project? Without a modifier a member is internal, which all files of the project see. */
const isSeen = (modifiers: ReadonlySet<string>): boolean => !modifiers.has('private') && !modifiers.has('protected');

function ofType(source: Source, type: TypeNode): Definition {
  const { tokens } = source;
  let body = type.at;
  while (body < tokens.list.length && textAt(tokens, body) !== '{' && textAt(tokens, body) !== ';') {
    body = textAt(tokens, body) === '(' ? afterBracket(tokens, body, tokens.list.length) : body + 1;
  }
  const end = textAt(tokens, body) === '{' ? afterBracket(tokens, body, tokens.list.length) : body;
  return {
    name: type.name,
    ...(type.outer === undefined ? {} : { owner: type.outer.path }),
    kind: type.form,
    exported: isSeen(type.modifiers),
    // Other code may find a class through its interface; a partial class has other parts, and a static class may only contain
    // extension methods.
    retained:
      type.attributes.length > 0 ||
      type.bases.length > 0 ||
      type.modifiers.has('partial') ||
      type.modifiers.has('static') ||
      type.name === 'Program',
    at: startOf(source, type.at),
    headEnd: endOf(source, body - 1),
    end: endOf(source, end - 1),
  };
}

function membersOf(source: Source, type: TypeNode): readonly Definition[] {
  return type.members
    .filter(({ kind }) => kind === 'method' || kind === 'property' || kind === 'field')
    .map((member) => ofMember(source, type, member));
}

const KINDS = { method: 'method', property: 'property', field: 'property', constructor: 'method', value: 'property' } as const;
/** Modifiers of a member that other code may call without naming it. */
const OVERRIDING = ['override', 'virtual', 'abstract', 'partial', 'extern'];

/** Names that the platform, serializers or the language call by convention (`ShouldSerializeTotal`, `Deconstruct`). */
const BY_RULE =
  /^(?:(?:ShouldSerialize|Reset|Configure|Invoke|Handle|Consume|Map|Add|Create)(?:\p{Lu}\w{0,100})?|Main|Dispose|DisposeAsync|Deconstruct|GetEnumerator|GetAwaiter|ToString|Equals|GetHashCode|CompareTo|Up|Down)$/u;

function ofMember(source: Source, type: TypeNode, member: Member): Definition {
  const { body, expression, initial, modifiers } = member;
  const after = body?.from ?? expression?.from ?? initial?.from;
  const to = body?.to ?? expression?.to ?? initial?.to;
  const isWire = member.kind !== 'method' || type.attributes.length > 0 || type.bases.length > 0 || type.form === 'interface';
  return {
    name: member.name,
    owner: type.path,
    kind: KINDS[member.kind],
    exported: isSeen(modifiers),
    retained: isWire || member.attributes.length > 0 || OVERRIDING.some((one) => modifiers.has(one)) || BY_RULE.test(member.name),
    at: startOf(source, member.at),
    ...(after === undefined ? {} : { headEnd: Math.max(startOf(source, after - 1), startOf(source, member.at)) }),
    ...(to === undefined ? {} : { end: endOf(source, to) }),
  };
}

function endOf({ tokens }: Source, index: number): number {
  return tokens.list[index]?.end ?? tokens.masked.text.length;
}

function startOf({ tokens }: Source, index: number): number {
  return tokens.list[index]?.start ?? tokens.masked.text.length;
}
