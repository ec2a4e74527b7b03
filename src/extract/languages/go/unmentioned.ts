import type { Unmentioned } from '../../../facts/fact.js';
import { thatAct } from '../../../facts/references/unmentioned.js';
import { isExported, MENTIONED, PACKAGE_USED, SAME_PACKAGE } from './names.js';
import type { FunctionDeclaration, Source } from './source.js';
import { placeOf } from './syntax/text.js';

const WORD = /[\p{L}_][\p{L}\p{Nd}_]*/gu;
/** Directives through which the linker, or C, calls a function by name. */
const DIRECTIVE = /^\/\/(?:go:linkname|export)[ \t]([^\n]{1,300})/gm;
/** A package that the go command builds as a program. */
const PROGRAM = /^package[ \t]+main\b/m;
/** Functions that the Go runtime calls. */
const STARTS = new Set(['main', 'init']);

/**
 * Functions and methods that the file mentions nowhere else: those that only their own package can call, and those that create a
 * service. All of its functions, for a package that no other imports.
 */
export function unmentionedIn({ functions, text, facts }: Source): readonly Unmentioned[] {
  if (text.broken !== undefined) return [];
  const own = functions.filter(({ name }) => !STARTS.has(name));
  if (own.length === 0) return [];
  const byName = new Map<string, FunctionDeclaration | 'several'>();
  for (const node of own) byName.set(node.name, byName.has(node.name) ? 'several' : node);
  const mentioned = new Set<string>();
  for (const [, line = ''] of text.text.matchAll(DIRECTIVE)) for (const [word] of line.matchAll(WORD)) mentioned.add(word);
  for (const { 0: word, index } of text.bare.matchAll(WORD)) {
    const node = byName.get(word);
    if (node !== undefined && (node === 'several' || index < node.start || index >= node.end)) mentioned.add(word);
  }
  const found = own.flatMap(({ name, start, end }): readonly Unmentioned[] => {
    if (mentioned.has(name)) return [];
    const places = { at: placeOf(text, start), end: placeOf(text, end) };
    const exported = isExported(name) && { exported: true };
    return [{ kind: 'unmentioned', name, ...exported, specifier: `${SAME_PACKAGE}#${MENTIONED}${name}`, ...places }];
  });
  const stated = new Set(found.flatMap(({ exported, at }) => (exported === true ? [] : [at.line])));
  const unused = own.flatMap(({ name, start, end }): readonly Unmentioned[] => {
    const places = { at: placeOf(text, start), end: placeOf(text, end) };
    return stated.has(places.at.line) ? [] : [{ kind: 'unmentioned', name, specifier: PACKAGE_USED, ...places }];
  });
  const services = facts.filter((fact) => fact.kind === 'router' && fact.root);
  return [
    ...found.filter(({ exported }) => exported !== true),
    ...(PROGRAM.test(text.bare) ? [] : unused),
    ...thatAct(
      found.filter(({ exported }) => exported === true),
      { facts: services, gaps: [] },
    ),
  ];
}
