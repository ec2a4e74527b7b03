import type { Expression } from '../../../../../facts/expression.js';
import { type Source, value } from '../../source.js';
import { type Tokens, tokenAt } from '../../tokens.js';

/** Names of apps in a file, with their routers. */
export type Names = ReadonlyMap<string, Expression>;

/** Name of the router for apps that another file creates. */
export const GIVEN = 'javalin';

/** Does the code create an app here: `Javalin.create(…)`? */
export function rootAt(tokens: Tokens, index: number): boolean {
  const isNamed = tokenAt(tokens, index).text === 'Javalin' && tokenAt(tokens, index + 1).text === '.';
  return isNamed && /^(?:create|createStandalone|createAndStart|start)$/.test(tokenAt(tokens, index + 2).text);
}

/** Variables, fields and constructor parameters. */
export function javalinNames({ unit: { tokens } }: Source): Names {
  const names = new Map<string, Expression>();
  for (const [index, { kind, text }] of tokens.list.entries()) {
    if (kind !== 'word' || text !== 'Javalin') continue;
    const before = tokenAt(tokens, index - 1).text;
    const next = tokenAt(tokens, index + 1);
    // `app = Javalin.create()`, `app: Javalin`, `Javalin app`
    const named = rootAt(tokens, index)
      ? before === '='
        ? nameBefore(tokens, index - 2)
        : undefined
      : before === ':'
        ? tokenAt(tokens, index - 2).text
        : undefined;
    if (rootAt(tokens, index) && named !== undefined) names.set(named, value(`javalin@${index}`));
    else if (named !== undefined && !names.has(named)) names.set(named, value(GIVEN));
    else if (next.kind === 'word' && tokens.dialect === 'java' && !names.has(next.text)) names.set(next.text, value(GIVEN));
  }
  return names;
}

/** The name in `val app: Javalin = …` and `Javalin app = …`. */
function nameBefore(tokens: Tokens, index: number): string {
  return tokenAt(tokens, index - 1).text === ':' ? tokenAt(tokens, index - 2).text : tokenAt(tokens, index).text;
}
