import type { Fact } from '../../../../../facts/fact.js';
import type { Source } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument } from '../../syntax/syntax.js';
import { afterBracket, find, isWord, textAt } from '../../syntax/tokens.js';

/** Maximum number of middleware calls that are examined in one file. */
const MAX_MIDDLEWARE = 50;
const ARROW = new Set(['=>']);

/**
 * Marks the routers of a service as blocked where a middleware ends the pipeline: `app.Run(…)`, or `app.Use(…)` with a function
 * that never calls the next one. Endpoints run at the end of the pipeline, wherever the code maps them, unless it calls
 * `UseEndpoints` earlier. https://learn.microsoft.com/aspnet/core/fundamentals/minimal-apis/middleware
 */
export function behindPipeline(source: Source, facts: readonly Fact[]): readonly Fact[] {
  if (!facts.some((fact) => fact.kind === 'router' && fact.root)) return facts;
  const place = endOfPipeline(source);
  if (place === undefined) return facts;
  const blocked = `a middleware answers every request before it (line ${source.tokens.at(place).line})`;
  return facts.map((fact) => (fact.kind === 'router' && fact.root ? { ...fact, blocked } : fact));
}

function endOfPipeline(source: Source): number | undefined {
  const { tokens } = source;
  let looked = 0;
  for (const [index, { kind, text }] of tokens.list.entries()) {
    if (kind !== 'word' || textAt(tokens, index - 1) !== '.' || looked > MAX_MIDDLEWARE) continue;
    if (/^Use(?:Endpoints|Mvc\w{0,40})$/.test(text)) return undefined;
    if (!/^(?:Use|Run)$/.test(text) || textAt(tokens, index + 1) !== '(') continue;
    looked += 1;
    const given = readGiven(tokens, { from: index + 2, to: afterBracket(tokens, index + 1, tokens.list.length) - 1 });
    if (given.length === 1 && given[0] !== undefined && isLast(source, text, given[0]) && isUnconditional(source, index))
      return index;
  }
  return undefined;
}

/** Does the function write a response, and never call the next middleware? */
function isLast({ tokens }: Source, method: string, { from, to }: Argument): boolean {
  const arrow = find(tokens, { from, to }, ARROW);
  const last = textAt(tokens, arrow - 1) === ')' ? arrow - 2 : arrow - 1;
  if (arrow < 0 || !isWord(tokens, last)) return false;
  const written = new Set(tokens.list.slice(arrow + 1, to).map(({ text }) => text));
  return written.has('Response') && (method === 'Run' || !written.has(textAt(tokens, last)));
}

/** Is the call a statement of a method or of the program, outside any inner block? */
function isUnconditional({ tokens, tree }: Source, index: number): boolean {
  let open = index - 1;
  while (open >= 0 && !'({['.includes(textAt(tokens, open) || '-'))
    open = ')}]'.includes(textAt(tokens, open) || '-') ? (tokens.mates[open] ?? 0) - 1 : open - 1;
  // a condition may have a single statement without a block
  for (let at = index; at > open && !/^[;{}]$/.test(textAt(tokens, at)); at--)
    if (/^(?:if|else)$/.test(textAt(tokens, at))) return false;
  return open < 0 || tree.types.some(({ members }) => members.some(({ body }) => body?.from === open + 1));
}
