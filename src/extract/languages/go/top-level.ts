import type { FunctionDeclaration, Stored, TypeDeclaration } from './source.js';
import { readNode, readParameters, resultsAt } from './syntax/expressions.js';
import { stringValue } from './syntax/literals.js';
import { localName } from './syntax/local-types.js';
import type { Span } from './syntax/node.js';
import { Reader } from './syntax/reader.js';
import { simpleEnd, skipBlank } from './syntax/statement-ends.js';
import { specification } from './syntax/statements.js';
import type { SourceText } from './syntax/text.js';

/** Top-level declarations of a file. */
export interface TopLevel {
  readonly packages: ReadonlyMap<string, string>;
  /** Paths of packages that are imported with `.`: their exported names count as the file's own. */
  readonly dots: readonly string[];
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  readonly functions: readonly FunctionDeclaration[];
  readonly stored: ReadonlyMap<string, Stored>;
}

interface Found {
  readonly packages: Map<string, string>;
  readonly dots: string[];
  readonly types: Map<string, TypeDeclaration>;
  readonly functions: FunctionDeclaration[];
  readonly stored: Map<string, Stored>;
}

const WORD = /(?:import|func|type|var|const)(?![\p{L}\p{Nd}_])/uy;

/** Reads one declaration after the other: the top level of a file contains nothing else. */
export function topLevel(text: SourceText): TopLevel {
  const found: Found = { packages: new Map(), dots: [], types: new Map(), functions: [], stored: new Map() };
  const end = text.bare.length;
  for (let at = skipBlank(text, 0, end); at < end; ) {
    WORD.lastIndex = at;
    const word = WORD.exec(text.bare)?.[0];
    const start = at + (word?.length ?? 0);
    const last = word === 'func' ? addFunction(found, text, start, end) : simpleEnd(text, start, end);
    if (word !== undefined && word !== 'func') for (const one of parts(text, start, last)) add(found, text, word, one);
    at = skipBlank(text, Math.max(last, at + 1), end);
  }
  for (const { declared, force } of [...text.locals.values()].flat())
    addType(found, text, { start: declared, end: simpleEnd(text, declared, force.end) });
  return found;
}

/** The lines of `import ( … )`, or the one after the word. */
function parts(text: SourceText, start: number, end: number): readonly Span[] {
  const from = skipBlank(text, start, end);
  if (text.bare.charAt(from) !== '(') return [{ start: from, end }];
  const close = text.partners.get(from) ?? end;
  const lines: Span[] = [];
  for (let at = skipBlank(text, from + 1, close); at < close; ) {
    const last = simpleEnd(text, at, close);
    lines.push({ start: at, end: last });
    at = skipBlank(text, Math.max(last, at + 1), close);
  }
  return lines;
}

function add(found: Found, text: SourceText, word: string, span: Span): void {
  if (word === 'import') addImport(found, text, span);
  else if (word === 'type') addType(found, text, span);
  else addStored(found, text, span);
}

const IMPORT = /(?:([\p{L}_.][\p{L}\p{Nd}_]*)[ \t]+)?(["`])/uy;

function addImport({ packages, dots }: Found, text: SourceText, { start, end }: Span): void {
  IMPORT.lastIndex = start;
  const found = IMPORT.exec(text.bare);
  if (found === null) return;
  const opening = start + found[0].length - 1;
  const path = stringValue(text.text.slice(opening, Math.min(text.bare.indexOf(found[2] ?? '"', opening + 1) + 1, end)));
  const [, given] = found;
  if (given !== undefined) {
    if (given === '.') dots.push(path);
    else if (given !== '_') packages.set(given, path);
    return;
  }
  for (const name of packageNames(path)) if (!packages.has(name)) packages.set(name, path);
}

/**
 * The likely names of a package: the last part of its path without prefixes and suffixes such as `go-`. `v2` and later may be a
 * module version (https://go.dev/ref/mod#major-version-suffixes) or the package name, `v1` only a folder's.
 */
function packageNames(path: string): readonly string[] {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  const isVersion = /^v\d+$/.test(last);
  const plain = ((isVersion ? parts.at(-2) : last) ?? '').replace(/\.v\d+$/, '');
  const name = plain.replace(/^go[-.]|[-.]go$/g, '').replace(/^.*[-.]/, '');
  // `handlers/userNotes`, `handlers/user_notes` with `package usernotes`
  const joined = plain.replace(/[-_.]/g, '').toLowerCase();
  return [...new Set(isVersion ? [name, last, joined] : [name, joined])];
}

const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

function addType({ types }: Found, text: SourceText, { start, end }: Span): void {
  NAME.lastIndex = start;
  const written = NAME.exec(text.bare)?.[0];
  const name = written && localName(text.locals, written, start);
  if (written === undefined || name === undefined) return;
  let from = start + written.length;
  const close = text.bare.charAt(from) === '[' ? text.partners.get(from) : undefined;
  const inner = close === undefined ? '' : text.bare.slice(from + 1, Math.min(close, from + 2000)).trim();
  const isGeneric = close !== undefined && close < end && /^[\p{L}_][\p{L}\p{Nd}_]*[ \t,]/u.test(inner);
  const parameters = isGeneric ? readParameters(text, { start: from + 1, end: close }) : [];
  if (isGeneric) from = close + 1;
  const typed = skipBlank(text, from, end);
  const isAlias = text.bare.charAt(typed) === '=';
  types.set(name, {
    name,
    parameters,
    type: readNode(text, { start: isAlias ? typed + 1 : typed, end }),
    isAlias,
    start,
    end,
  });
}

function addStored({ stored }: Found, text: SourceText, span: Span): void {
  for (const { names, type, values } of specification(text, span)) {
    for (const [index, { name, at }] of names.entries()) {
      const several = names.length > 1 && values.length === 1;
      const value = several ? values[0] : values[index];
      stored.set(name, { name, ...(type && { type }), ...(value && { value }), ...(several && { result: index }), at });
    }
  }
}

/** `func (h *Handler) list[T any](c *gin.Context) error { … }`. Returns the offset of its end. */
function addFunction({ functions }: Found, text: SourceText, start: number, end: number): number {
  const reader = new Reader(text, start, end);
  const receiver = reader.sees('(') ? reader.bracket() : undefined;
  const name = reader.name();
  if (name === undefined) return simpleEnd(text, start, end);
  const generic = reader.sees('[') ? reader.bracket() : undefined;
  const given = reader.sees('(') ? reader.bracket() : undefined;
  if (given === undefined) return simpleEnd(text, start, end);
  const results = endsLine(text, reader.at) ? [] : resultsAt(reader);
  const body = !endsLine(text, reader.at) && reader.sees('{') ? reader.bracket() : undefined;
  const [on] = receiver === undefined ? [] : readParameters(text, receiver);
  functions.push({
    kind: 'function',
    name,
    parameters: readParameters(text, given),
    results,
    typeParameters: generic === undefined ? [] : readParameters(text, generic),
    ...(on && { receiver: on }),
    ...(body && { body }),
    start,
    end: reader.at,
  });
  return reader.at;
}

/** A function without a body ends with its line. */
function endsLine({ bare }: SourceText, at: number): boolean {
  for (let index = at; index < bare.length; index++) {
    const char = bare.charAt(index);
    if (char === '\n') return true;
    if (char !== ' ' && char !== '\t' && char !== '\r') return false;
  }
  return true;
}
