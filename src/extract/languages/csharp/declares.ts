import { globalUsing } from './projects.js';
import { ofArity } from './syntax/type-syntax.js';

/**
 * The names that a file declares for other files, found by a cheap test of its text: types by name and by qualified name, and
 * extension methods as `.Name` and together with the type that they extend. Nested types are found through their outer types;
 * generic types also by the number of their type parameters.
 */
export function declares(text: string): readonly string[] {
  const names: string[] = [];
  let namespace = '';
  const aliases = new Map<string, string>();
  for (const [, everywhere, alias = '', of = ''] of text.matchAll(ALIAS)) {
    aliases.set(alias, of);
    // any file may implement the type by this name
    if (everywhere !== undefined) names.push(`${EXTENDS}${of}`);
  }
  DECLARED.lastIndex = 0;
  for (let found = DECLARED.exec(text); found !== null; found = DECLARED.exec(text)) {
    const [, space, type, method, of = ''] = found;
    if (space !== undefined) namespace = space;
    else if (type !== undefined) {
      names.push(type, `${namespace}.${type}`, ...basesAfter(text, DECLARED.lastIndex, aliases));
      const arity = arityAfter(text, DECLARED.lastIndex);
      if (arity > 0) names.push(ofArity(type, arity), ofArity(`${namespace}.${type}`, arity));
      if (isRoutedPart(text, found.index)) names.push(`${ROUTED}${type}`);
    } else if (method !== undefined) names.push(`.${method}`, ...(of === '' ? [] : [`${extending(of)}${method}`]));
  }
  for (const [, request = ''] of text.matchAll(HANDLED)) names.push(`${HANDLES}${request.slice(request.lastIndexOf('.') + 1)}`);
  for (const [, using = ''] of text.matchAll(GLOBAL)) names.push(...globalUsing(using));
  return names;
}

function arityAfter(text: string, from: number): number {
  const [, parameters] = /^\s{0,20}<([^<>]{0,500})>/.exec(text.slice(from, from + MAX_HEADER)) ?? [];
  return parameters === undefined ? 0 : parameters.split(',').length;
}

/** Prefix of an entry that names a class whose part in this file has the class's route. */
export const ROUTED = 'route of ';

/** Does `partial class` at this position have a route among its attributes, which stand in the lines above? */
function isRoutedPart(text: string, at: number): boolean {
  if (
    !text
      .slice(Math.max(0, at - MAX_MODIFIERS), at)
      .trimEnd()
      .endsWith('partial')
  )
    return false;
  const lines = text.slice(Math.max(0, at - MAX_HEADER), at).split('\n');
  const own = lines.findLastIndex((line, index) => index < lines.length - 1 && !/^\s*(?:\[|\/\/|$)/.test(line));
  return lines.slice(own + 1).some((line) => ROUTE.test(line));
}
const MAX_MODIFIERS = 40;
const ROUTE = /^\s*\[[^\]\n]{0,200}\bRoute\b/;

/** Prefix of an entry that names an extension method, by the simple name of the type that it extends. */
export const EXTENDING = 'extension of ';
export const extending = (type: string): string => `${EXTENDING}${type}#`;

/** Prefix of an entry that names a base type or interface of one of the file's types, by simple name. */
export const EXTENDS = 'extends ';
/** Prefix of an entry that names the request of a mediator that a class of the file handles, by simple name. */
export const HANDLES = 'handles ';
export const HANDLER = /^I(?:Request|Query|Command)Handler$/;
const HANDLED = /\bI(?:Request|Query|Command)Handler<[ \t]{0,9}([\w.]{1,200})[ \t]{0,9},/g;

const MAX_HEADER = 1000;
const BASE = /(?:^|,)\s{0,40}(?:\w{1,100}\.){0,9}(\w{1,100})/g;

/** The base types and interfaces in the text between a type's name and its body. */
function basesAfter(text: string, from: number, aliases: ReadonlyMap<string, string>): readonly string[] {
  const rest = text.slice(from, from + MAX_HEADER);
  const header = withoutBrackets(rest.slice(0, Math.max(0, rest.search(/[{;]/))));
  const [, bases = ''] = header.split(/:|\bwhere\b/, 2);
  return [...bases.matchAll(BASE)].map(([, name = '']) => `${EXTENDS}${aliases.get(name) ?? name}`);
}

/** `using Handler = Shop.IHandler;` */
const ALIAS =
  /^[ \t\uFEFF]{0,20}(global[ \t]{1,9})?using[ \t]{1,9}(\w{1,100})[ \t]{0,9}=[ \t]{0,9}(?:\w{1,100}(?:\.|::)){0,9}(\w{1,100})/gm;

/** A type header without its type arguments and its constructor parameters. */
function withoutBrackets(text: string): string {
  let depth = 0;
  let plain = '';
  for (const char of text) {
    if (char === '(' || char === '<') depth += 1;
    else if (char === ')' || char === '>') depth -= 1;
    else if (depth === 0) plain += char;
  }
  return plain;
}

const GLOBAL = /^[ \t\uFEFF]{0,20}global[ \t]{1,9}using[ \t]{1,9}([\w.]{1,300})[ \t]{0,9};/gm;

const DECLARED =
  /\bnamespace[ \t]{1,20}([\w.]{1,300})|\b(?:class|struct|interface|enum|record)[ \t]{1,20}(?!class\b|struct\b)(\w{1,200})|\b(\w{1,200})(?:<[\w, ]{0,60}>)?\(\s{0,40}this[ \t]{1,20}(?:(?:in|ref)[ \t]{1,20})?(?:\w{1,100}\.){0,9}(?:(\w{1,100})[ ?])?/g;
