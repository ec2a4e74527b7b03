import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Field, ImportDecl, Range, TypeDecl, TypeRef, Unit } from '../unit.js';
import {
  type Before,
  type Body,
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
import { fields, parametersAt, readBefore, skipToEnd } from './java-members.js';

/** No real code nests classes more deeply. */
const MAX_NESTED = 30;

/** Reads the declarations of a Java source. Grammar: https://docs.oracle.com/javase/specs/jls/se21/html/jls-19.html */
export function readJava(tokens: Tokens): Unit {
  const cursor: Cursor = { tokens, at: 0 };
  const imports: ImportDecl[] = [];
  const types: TypeDecl[] = [];
  let name = '';
  while (cursor.at < tokens.list.length) {
    const start = cursor.at;
    if (isAt(cursor, 'package')) {
      cursor.at += 1;
      name = dotted(cursor);
    } else if (isAt(cursor, 'import')) imports.push(readImport(cursor));
    else {
      const before = readBefore(cursor);
      const type = typeDecl(cursor, before, undefined, types);
      if (type === undefined && isAt(cursor, '{')) skipBracket(cursor);
    }
    if (cursor.at === start) cursor.at += 1;
  }
  return { tokens, package: name, imports, types, functions: [], properties: [] };
}

function readImport(cursor: Cursor): ImportDecl {
  const index = cursor.at;
  cursor.at += 1;
  const isStatic = take(cursor, 'static');
  const path = dotted(cursor);
  const all = isAt(cursor, '.') && isAt(cursor, '*', 1);
  if (all) cursor.at += 2;
  return { path, all, static: isStatic, index };
}

const FORMS: Readonly<Record<string, TypeDecl['form']>> = {
  class: 'class',
  interface: 'interface',
  enum: 'enum',
  record: 'record',
};

/** Reads a type declaration, if there is one at the cursor; adds it and its nested types to `all`. */
function typeDecl(cursor: Cursor, before: Before, outer: TypeDeclHead | undefined, all: TypeDecl[]): TypeDecl | undefined {
  const isAnnotation = isAt(cursor, '@') && isAt(cursor, 'interface', 1);
  const form = isAnnotation ? 'annotation' : FORMS[peek(cursor).text];
  if (form === undefined || peek(cursor).kind !== 'word') if (!isAnnotation) return undefined;
  const ahead = isAnnotation ? 2 : 1;
  if (form === undefined || peek(cursor, ahead).kind !== 'word') return undefined;
  if (form === 'record' && !isAt(cursor, '(', 2) && !isAt(cursor, '<', 2)) return undefined;
  const index = cursor.at + ahead;
  const name = tokenAt(cursor.tokens, index).text;
  cursor.at = index + 1;
  const qualified = outer === undefined ? name : `${outer.qualified}.${name}`;
  const parameters = typeParameters(cursor);
  const components = form === 'record' && isAt(cursor, '(') ? parametersAt(cursor) : [];
  const bases = clauses(cursor);
  const head: TypeDeclHead = { qualified, depth: (outer?.depth ?? 0) + 1 };
  const body: Body = { fields: [], methods: [], constructors: [], initializers: [], nested: [] };
  const constants: Field[] = [];
  if (isAt(cursor, '{')) {
    const to = closingOf(cursor.tokens, cursor.at);
    cursor.at += 1;
    if (form === 'enum') constants.push(...enumConstants(cursor, to));
    if (head.depth <= MAX_NESTED) members(cursor, to, head, name, body, all);
    cursor.at = to + 1;
  }
  const decl: TypeDecl = {
    name,
    qualified,
    form,
    ...before,
    index,
    typeParameters: parameters,
    extends: bases,
    components,
    constants,
    ...body,
    ...(outer !== undefined && { outer: outer.qualified }),
  };
  all.push(decl);
  return decl;
}

interface TypeDeclHead {
  readonly qualified: string;
  readonly depth: number;
}

/** The types that `extends A implements B, C permits D` extends and implements. */
function clauses(cursor: Cursor): readonly TypeRef[] {
  const bases: TypeRef[] = [];
  while (peek(cursor).kind !== 'end' && !isAt(cursor, '{') && !isAt(cursor, ';')) {
    const isBase = !isAt(cursor, 'permits');
    const isInterface = isAt(cursor, 'implements');
    cursor.at += 1;
    for (;;) {
      const one = typeRef(cursor);
      if (one === undefined) break;
      if (isBase) bases.push(isInterface ? { ...one, interface: true } : one);
      if (!take(cursor, ',')) break;
    }
  }
  return bases;
}

function members(cursor: Cursor, to: number, owner: TypeDeclHead, ownName: string, body: Body, all: TypeDecl[]): void {
  while (cursor.at < to) {
    const start = cursor.at;
    const before = readBefore(cursor);
    const nested = typeDecl(cursor, before, owner, all);
    if (nested !== undefined) body.nested.push(nested);
    else if (isAt(cursor, '{')) skipBracket(cursor);
    else if (!take(cursor, ';')) member(cursor, to, before, ownName, body);
    if (cursor.at === start) cursor.at += 1;
  }
}

function member(cursor: Cursor, to: number, before: Before, ownName: string, body: Body): void {
  const parameters = typeParameters(cursor);
  if (isAt(cursor, ownName) && (isAt(cursor, '(', 1) || isAt(cursor, '{', 1))) {
    cursor.at += 1;
    const given = isAt(cursor, '(') ? parametersAt(cursor) : undefined;
    const from = cursor.at;
    skipToEnd(cursor, to);
    const own: Range = { from, to: cursor.at };
    if (given === undefined) body.initializers.push(own);
    else body.constructors.push({ parameters: given, body: own });
    return;
  }
  const type = typeRef(cursor);
  const index = cursor.at;
  if (type === undefined || peek(cursor).kind !== 'word') {
    skipToEnd(cursor, to);
    return;
  }
  const name = peek(cursor).text;
  cursor.at += 1;
  if (!isAt(cursor, '(')) {
    fields(cursor, to, { ...before, name, index, type }, body);
    return;
  }
  const given = parametersAt(cursor);
  while (cursor.at < to && !isAt(cursor, '{') && !isAt(cursor, ';')) cursor.at += 1;
  const open = cursor.at;
  const hasBody = isAt(cursor, '{');
  if (hasBody) skipBracket(cursor);
  const range = hasBody ? { body: { from: open + 1, to: closingOf(cursor.tokens, open) } } : {};
  const { annotations, modifiers } = before;
  body.methods.push({ name, index, annotations, modifiers, type, typeParameters: parameters, parameters: given, ...range });
}
