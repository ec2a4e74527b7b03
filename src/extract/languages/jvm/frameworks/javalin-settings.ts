import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { REWRITES } from '../../../../model/rewrites.js';
import { endOf } from '../bodies/reading.js';
import { type Body, readIn } from '../bodies/variables.js';
import { inclusionSetting, moduleOf } from '../naming-settings.js';
import { at, literal, type Source, unknown } from '../source.js';
import { closingOf, tokenAt } from '../tokens.js';
import { javalinPath } from './javalin-paths.js';
import { javalinProfile } from './javalin-profile.js';

/** Where all of a service answers: `config.router.contextPath = "/api"`. */
export function contextPath(body: Body): Expression {
  const { tokens } = body.source.unit;
  const found = tokens.list.findIndex(({ text }, index) => text === 'contextPath' && tokenAt(tokens, index + 1).text === '=');
  if (found < 0) return literal('');
  const range = { from: found + 2, to: endOf(tokens, found + 2, tokens.list.length) };
  return javalinPath(readIn(body, range));
}

/** How a service writes JSON, where it is not Jackson's way, and handlers that change what others sent. */
export function javalinSettings(source: Source): readonly Fact[] {
  const { tokens } = source.unit;
  return tokens.list.flatMap(({ kind, text }, index): readonly Fact[] => {
    const open = index + 1;
    if (kind !== 'word' || !/^(?:jsonMapper|toJsonMapper|after|afterMatched)$/.test(text)) return [];
    if (!/^[(={]$/.test(tokenAt(tokens, open).text)) return [];
    const end = tokenAt(tokens, open).text === '=' ? open + MAX_WORDS : closingOf(tokens, open);
    const block = tokenAt(tokens, end + 1).text === '{' ? closingOf(tokens, end + 1) : end;
    const words = new Set(tokens.list.slice(open, Math.min(block, open + MAX_WORDS)).map((one) => one.text));
    if (text.startsWith('after')) return words.has('json') || words.has('result') ? [rewriting(source, index)] : [];
    if (words.has('JavalinJackson') || words.size <= 2) return [];
    return words.has('JavalinGson') ? [inclusionSetting(source.path, at(source, index), 'NON_NULL')] : [rewriting(source, index)];
  });
}
const MAX_WORDS = 400;

const rewriting = (source: Source, index: number): Fact => ({
  ...{
    kind: 'wrap',
    by: javalinProfile.id,
    scope: moduleOf(source.path),
    through: unknown(REWRITES.plugin),
    at: at(source, index),
  },
});
