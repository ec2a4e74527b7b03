import { closingOf, type Tokens } from '../tokens.js';
import type { Field, ImportDecl, TypeDecl, TypeRef, Unit } from '../unit.js';
import {
  type Before,
  type Body,
  before,
  type Cursor,
  dotted,
  enumConstants,
  isAt,
  peek,
  skipBracket,
  take,
  typeParameters,
  typeRef,
} from './cursor.js';
import { functionAt, propertyAt } from './kotlin-members.js';
import { expressionEnd, kotlinParameters } from './kotlin-parameters.js';

const MODIFIERS = new Set(
  (
    'public private protected internal open abstract final sealed data inner annotation value inline companion override lateinit ' +
    'const suspend operator infix tailrec external noinline crossinline expect actual enum fun'
  ).split(' '),
);
/** Words that begin a member behind the constants of an enum. */
const OTHER_MEMBERS = new Set(['fun', 'val', 'var', 'companion', 'override', 'abstract']);
/** No real code nests classes more deeply. */
const MAX_NESTED = 30;

interface Owner {
  readonly qualified: string;
  readonly depth: number;
}

/** Reads the declarations of a Kotlin source. Grammar: https://kotlinlang.org/grammar/ */
export function readKotlin(tokens: Tokens): Unit {
  const cursor: Cursor = { tokens, at: 0 };
  const imports: ImportDecl[] = [];
  const types: TypeDecl[] = [];
  const body: Body = { fields: [], methods: [], constructors: [], initializers: [], nested: [] };
  let name = '';
  while (cursor.at < tokens.list.length) {
    const start = cursor.at;
    if (isAt(cursor, 'package') && peek(cursor).first) {
      cursor.at += 1;
      name = dotted(cursor);
    } else if (isAt(cursor, 'import') && peek(cursor).first) imports.push(readImport(cursor));
    else if (isAt(cursor, '{')) skipBracket(cursor);
    else member(cursor, tokens.list.length, undefined, body, types);
    if (cursor.at === start) cursor.at += 1;
  }
  return { tokens, package: name, imports, types, functions: body.methods, properties: body.fields };
}

function readImport(cursor: Cursor): ImportDecl {
  const index = cursor.at;
  cursor.at += 1;
  const path = dotted(cursor);
  const all = isAt(cursor, '.') && isAt(cursor, '*', 1);
  if (all) cursor.at += 2;
  const hasAlias = take(cursor, 'as');
  const alias = hasAlias ? peek(cursor).text : undefined;
  if (hasAlias) cursor.at += 1;
  return { path, all, static: false, index, ...(alias !== undefined && { alias }) };
}

const readBefore = (cursor: Cursor): Before =>
  // a function, unless it is a `fun interface`
  before(cursor, (text) => MODIFIERS.has(text) && (text !== 'fun' || isAt(cursor, 'interface', 1)));

function member(cursor: Cursor, to: number, owner: Owner | undefined, body: Body, all: TypeDecl[]): void {
  const before = readBefore(cursor);
  if (isAt(cursor, 'class') || isAt(cursor, 'interface') || isAt(cursor, 'object')) {
    const nested = typeDecl(cursor, before, owner, all);
    if (nested !== undefined) body.nested.push(nested);
  } else if (isAt(cursor, 'typealias')) alias(cursor, before, all);
  else if (isAt(cursor, 'fun')) {
    const one = functionAt(cursor, to, before);
    if (one !== undefined) body.methods.push(one);
  } else if (isAt(cursor, 'val') || isAt(cursor, 'var')) {
    const one = propertyAt(cursor, to, before);
    if (one !== undefined) body.fields.push(one);
  } else if (isAt(cursor, 'constructor')) {
    cursor.at += 1;
    const parameters = isAt(cursor, '(') ? kotlinParameters(cursor.tokens, cursor.at) : undefined;
    if (parameters !== undefined) skipBracket(cursor);
    if (take(cursor, ':')) cursor.at = expressionEnd(cursor.tokens, cursor.at, to);
    const from = cursor.at;
    if (isAt(cursor, '{')) skipBracket(cursor);
    if (parameters !== undefined) body.constructors.push({ parameters, body: { from, to: cursor.at } });
  } else if (isAt(cursor, 'init') && isAt(cursor, '{', 1)) {
    cursor.at += 1;
    body.initializers.push({ from: cursor.at, to: closingOf(cursor.tokens, cursor.at) });
    skipBracket(cursor);
  } else if (isAt(cursor, '{') || isAt(cursor, '(')) skipBracket(cursor);
}

function alias(cursor: Cursor, before: Before, all: TypeDecl[]): void {
  cursor.at += 1;
  const index = cursor.at;
  const name = peek(cursor).text;
  cursor.at += 1;
  const parameters = typeParameters(cursor);
  const of = take(cursor, '=') ? typeRef(cursor) : undefined;
  if (of === undefined) return;
  all.push({
    ...before,
    ...{ name, qualified: name, form: 'alias', index, typeParameters: parameters, extends: [of], components: [] },
    ...{ fields: [], methods: [], constants: [], nested: [] },
  });
}

function formOf(word: string, { modifiers }: Before): TypeDecl['form'] {
  if (word === 'interface' || word === 'object') return word;
  return modifiers.has('enum') ? 'enum' : modifiers.has('annotation') ? 'annotation' : 'class';
}

function typeDecl(cursor: Cursor, before: Before, owner: Owner | undefined, all: TypeDecl[]): TypeDecl | undefined {
  const form = formOf(peek(cursor).text, before);
  cursor.at += 1;
  const index = cursor.at;
  const isNamed = peek(cursor).kind === 'word' && !(form === 'object' && peek(cursor).first);
  if (!isNamed && !before.modifiers.has('companion')) return undefined;
  const name = isNamed ? peek(cursor).text : 'Companion';
  if (isNamed) cursor.at += 1;
  const qualified = owner === undefined ? name : `${owner.qualified}.${name}`;
  const parameters = typeParameters(cursor);
  const components = primaryConstructor(cursor);
  const bases = take(cursor, ':') ? supertypes(cursor) : [];
  if (isAt(cursor, 'where')) while (peek(cursor).kind !== 'end' && !isAt(cursor, '{') && !startsNext(cursor)) cursor.at += 1;
  const body: Body = { fields: [], methods: [], constructors: [], initializers: [], nested: [] };
  const constants: Field[] = [];
  if (isAt(cursor, '{')) {
    const to = closingOf(cursor.tokens, cursor.at);
    const own: Owner = { qualified, depth: (owner?.depth ?? 0) + 1 };
    cursor.at += 1;
    if (form === 'enum') {
      constants.push(...enumConstants(cursor, to, OTHER_MEMBERS));
      take(cursor, ';');
    }
    while (cursor.at < to && own.depth <= MAX_NESTED) {
      const start = cursor.at;
      member(cursor, to, own, body, all);
      if (cursor.at === start) cursor.at += 1;
    }
    cursor.at = to + 1;
  }
  const outer = owner === undefined ? {} : { outer: owner.qualified };
  const decl: TypeDecl = {
    ...{ name, qualified, form, ...before, index, typeParameters: parameters, extends: bases, components, constants },
    ...body,
    ...outer,
  };
  all.push(decl);
  return decl;
}

/** A `where` clause without a body ends at the next declaration. */
const startsNext = (cursor: Cursor): boolean =>
  peek(cursor).first &&
  (isAt(cursor, '@') || MODIFIERS.has(peek(cursor).text) || /^(?:class|interface|object|val|var)$/.test(peek(cursor).text));

function primaryConstructor(cursor: Cursor): readonly Field[] {
  const start = cursor.at;
  readBefore(cursor);
  const isWritten = take(cursor, 'constructor');
  if (!isWritten) cursor.at = start;
  if (!isAt(cursor, '(')) {
    cursor.at = start;
    return [];
  }
  const all = kotlinParameters(cursor.tokens, cursor.at);
  skipBracket(cursor);
  return all;
}

function supertypes(cursor: Cursor): readonly TypeRef[] {
  const bases: TypeRef[] = [];
  for (;;) {
    const one = typeRef(cursor);
    if (one === undefined) return bases;
    const isClass = isAt(cursor, '(') && !peek(cursor).first;
    bases.push(isClass ? one : { ...one, interface: true });
    if (isClass) skipBracket(cursor);
    if (take(cursor, 'by')) {
      while (peek(cursor).kind === 'word' || isAt(cursor, '.')) cursor.at += 1;
      if (isAt(cursor, '(')) skipBracket(cursor);
    }
    if (!take(cursor, ',')) return bases;
  }
}
