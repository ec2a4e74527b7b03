import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { at, type Source } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { tokenAt } from '../../tokens.js';

/** Common names of handler classes; filters, mappers and features are registered in the same way. */
const OF_HANDLERS = /(?:Api|Resource|Service|Endpoint|Controller)(?:V\d{1,3})?$/;

/**
 * `environment.jersey().register(new ToolsApi())`, `config.register(ToolsApi.class)`: if no source declares the class, for
 * instance because a build generates it, its routes are unknown. A declared class is served by its own annotations.
 * https://eclipse-ee4j.github.io/jersey.github.io/documentation/latest/deployment.html#deployment.resource_config
 * @param handlers returns the handlers of a class by its name
 */
export function registeredClasses(
  source: Source,
  by: string,
  handlers: (name: string) => Expression | undefined,
): readonly Fact[] {
  const { tokens, imports } = source.unit;
  const isConfig = imports.some(({ path }) => path === 'org.glassfish.jersey.server.ResourceConfig');
  const word = (index: number): string => tokenAt(tokens, index).text;
  const made = new Map<string, string>();
  const facts: Fact[] = [];
  // most files only declare resources
  if (!tokens.list.some(({ text }) => text === 'register')) return facts;
  for (const [index, { kind, text }] of tokens.list.entries()) {
    if (kind !== 'word') continue;
    if (word(index + 1) === '=' && word(index + 2) === 'new') made.set(text, qualifiedAt(word, index + 3));
    const isRegistering = text === 'register' && word(index + 1) === '(' && word(index - 1) === '.';
    if (!isRegistering || !(isConfig || (word(index - 2) === ')' && word(index - 4) === 'jersey'))) continue;
    const [first] = argumentsOf(tokens, index + 1);
    if (first === undefined) continue;
    const isClass = /^(?:class|java)$/.test(word(first.to - 1));
    const isName = first.to === first.from + 1;
    const from = word(first.from) === 'new' ? first.from + 1 : first.from;
    const name = isName ? made.get(word(from)) : from > first.from || isClass ? qualifiedAt(word, from) : undefined;
    const child = name === undefined || !OF_HANDLERS.test(name) ? undefined : handlers(name);
    if (child !== undefined) facts.push({ kind: 'mount', by, child, certainty: 'router', unseen: true, at: at(source, index) });
  }
  return facts;
}

/** `io.shop.ToolsApi`, without `.class`. */
function qualifiedAt(word: (index: number) => string, from: number): string {
  let name = word(from);
  for (let next = from + 1; word(next) === '.' && !/^(?:class|java)$/.test(word(next + 1)); next += 2)
    name += `.${word(next + 1)}`;
  return name;
}
