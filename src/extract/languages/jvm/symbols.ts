import { type Definition, symbolsFrom } from '../../symbol-texts.js';
import { callsIn, wordsIn } from '../../symbol-words.js';
import type { SourceSymbols, SymbolImport, SymbolKind } from '../../symbols.js';
import { type Dialect, mask } from './mask.js';
import { openSource } from './source.js';
import { closingOf, type Tokens, tokenAt } from './tokens.js';
import type { Field, ImportDecl, Method, TypeDecl } from './unit.js';

/** Words before a parenthesis that are not calls. */
const KEYWORDS = new Set(
  'if for while switch when catch synchronized return throw try do else assert new super this in is as fun val var constructor init get set by where yield case'.split(
    ' ',
  ),
);

/** The definitions, imports and references of a Java or Kotlin file. */
export function symbolsOf(path: string, text: string): SourceSymbols {
  const { unit } = openSource(path, text);
  const dialect: Dialect = path.endsWith('.java') ? 'java' : 'kotlin';
  const masked = mask(text, dialect);
  const { tokens } = unit;
  const definitions: readonly Definition[] = [
    ...unit.types.flatMap((type) => [ofType(tokens, type), ...membersOf(tokens, type, dialect)]),
    ...unit.functions.map((each) => ofMethod(tokens, each, undefined, dialect)),
    ...unit.properties.map((each) => ofField(tokens, each, undefined)),
  ];
  const defined = new Set(definitions.map(({ at }) => at));
  return symbolsFrom({
    text,
    definitions,
    imports: unit.imports.map(importOf),
    calls: callsIn(masked.bare, KEYWORDS, defined),
    words: wordsIn(masked.code),
    namespace: unit.package,
  });
}

/** `a.b.C` is the name `C` in the package `a.b`; a static import `a.b.C.of` counts as an import of its class. */
function importOf({ path, all, static: isStatic, alias }: ImportDecl): SymbolImport {
  const parts = path.split('.');
  if (all && !isStatic) return { specifier: path, names: [{ imported: '*', local: '*' }] };
  const ofClass = isStatic && !all ? parts.slice(0, -1) : parts;
  const imported = ofClass.at(-1) ?? '';
  return { specifier: ofClass.slice(0, -1).join('.'), names: [{ imported, local: isStatic ? imported : (alias ?? imported) }] };
}

const KINDS: Readonly<Record<TypeDecl['form'], SymbolKind>> = {
  class: 'class',
  record: 'record',
  interface: 'interface',
  enum: 'enum',
  annotation: 'interface',
  object: 'object',
  alias: 'type',
};

const isSeen = (modifiers: ReadonlySet<string>): boolean => !modifiers.has('private') && !modifiers.has('protected');

function ofType(tokens: Tokens, type: TypeDecl): Definition {
  const body = bodyOf(tokens, type.index);
  const end = tokenAt(tokens, body).text === '{' ? closingOf(tokens, body) : body - 1;
  return {
    name: type.name,
    ...(type.outer === undefined ? {} : { owner: type.outer }),
    kind: KINDS[type.form],
    exported: isSeen(type.modifiers),
    retained: type.annotations.length > 0 || type.extends.length > 0 || type.form === 'annotation',
    at: startOf(tokens, type.index),
    headEnd: endOf(tokens, body - 1),
    end: endOf(tokens, end),
  };
}

/** Index of the opening brace of the body, or of the token after the header of a type without a body. */
function bodyOf(tokens: Tokens, from: number): number {
  for (let at = from + 1; at < tokens.list.length; at++) {
    const { text, first } = tokenAt(tokens, at);
    if (text === '{' || text === ';') return at;
    if (text === '(' || text === '[') at = closingOf(tokens, at);
    else if (first && STARTS.has(text)) return at;
  }
  return tokens.list.length;
}
const STARTS = new Set([
  'class',
  'data',
  'fun',
  'val',
  'var',
  'object',
  'interface',
  'private',
  'internal',
  'public',
  'typealias',
  '@',
  '}',
]);

function membersOf(tokens: Tokens, type: TypeDecl, dialect: Dialect): readonly Definition[] {
  const inherits = type.annotations.length > 0 || type.extends.length > 0 || type.form === 'interface';
  return [
    ...type.methods.map((each) => ofMethod(tokens, each, type, dialect, inherits)),
    ...type.fields.map((each) => ofField(tokens, each, type)),
  ];
}

/** Names that the platform, serializers or the language call by convention. */
const BY_RULE =
  /^(?:(?:get|set|is|with|component)\p{Lu}\w{0,100}|main|toString|equals|hashCode|compareTo|compare|close|run|call|invoke|iterator|clone|finalize|readObject|writeObject|valueOf|of|from|builder|build)$/u;

function ofMethod(tokens: Tokens, each: Method, type: TypeDecl | undefined, dialect: Dialect, inherits = false): Definition {
  const { name, index, modifiers, annotations, body, expression } = each;
  const inner = body ?? expression;
  const isOverriding =
    modifiers.has('override') || modifiers.has('abstract') || modifiers.has('operator') || modifiers.has('native');
  const isConstructor = name === type?.name;
  return {
    name,
    ...(type === undefined ? {} : { owner: type.qualified }),
    kind: type === undefined ? 'function' : 'method',
    exported: isSeen(modifiers) && (dialect === 'kotlin' || type !== undefined),
    retained: inherits || isConstructor || isOverriding || annotations.length > 0 || BY_RULE.test(name),
    at: startOf(tokens, index),
    ...(inner === undefined ? {} : { headEnd: startOf(tokens, inner.from - 1), end: startOf(tokens, inner.to) }),
  };
}

function ofField(tokens: Tokens, { name, index, modifiers, value }: Field, type: TypeDecl | undefined): Definition {
  return {
    name,
    ...(type === undefined ? {} : { owner: type.qualified }),
    kind: 'property',
    exported: isSeen(modifiers),
    retained: true,
    at: startOf(tokens, index),
    ...(value === undefined ? {} : { end: startOf(tokens, value.to) }),
  };
}

function endOf(tokens: Tokens, index: number): number {
  return startOf(tokens, index) + tokenAt(tokens, index).text.length;
}

function startOf(tokens: Tokens, index: number): number {
  const { start } = tokenAt(tokens, index);
  return Math.min(start, tokens.original.length);
}
