import type { Unmentioned } from '../../../facts/fact.js';
import type { FunctionDefinition } from './scope.js';
import type { Source } from './source.js';

/** Specifier prefix for another file that mentions a name: `|mentions _add_routes`. See `resolve.ts`. */
export const MENTIONS = '|mentions ';

const WORD = /\w+/g;

/** Private functions of a module that it mentions nowhere, not even in a text. */
export function unmentionedIn({ masked: { text }, definitions, at }: Source): readonly Unmentioned[] {
  const own = new Map<string, FunctionDefinition>();
  for (const [name, binding] of definitions.module.bindings) {
    const isPlain = binding.kind === 'function' && binding.definition.decorators.length === 0;
    if (isPlain && /^_[^\W_]/.test(name)) own.set(name, binding.definition);
  }
  if (own.size === 0) return [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const definition = own.get(word);
    if (definition !== undefined && (index < definition.start || index >= definition.end)) own.delete(word);
  }
  return [...own].map(([name, { start, end }]) => ({
    kind: 'unmentioned',
    name,
    specifier: `${MENTIONS}${name}`,
    at: at(start),
    end: at(end),
  }));
}
