import type { Expression } from '../../../../facts/expression.js';
import { argumentsOf } from '../syntax/cursor.js';
import { openingOf, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import { valueStart } from './lambdas.js';
import { withSet } from './setters.js';
import { type Body, changesOf, readIn, variableAt } from './variables.js';

/** Functions that encode their argument as text. */
const ENCODERS = new Set(['writeValueAsString', 'writeValueAsBytes', 'toJson', 'encodeToString', 'toJSONString']);
const MAX_HOPS = 5;

/** The value whose JSON a text is; undefined for any other text. */
export function jsonAt(body: Body, range: Range): Expression | undefined {
  const value = encodedAt(body, range);
  return value && writtenBy(tokenAt(body.source.unit.tokens, value.from - 2).text, withSet(body, readIn(body, value), value));
}

/** What an encoder of this name writes: `toJson` is Gson's. */
export const writtenBy = (encoder: string, of: Expression): Expression =>
  encoder === 'toJson' ? { kind: 'operator', operator: 'fields-written', of } : of;

/** The value that a text was encoded from. */
export function encodedAt(body: Body, { from, to }: Range, hops = 0): Range | undefined {
  const { tokens } = body.source.unit;
  if (hops > MAX_HOPS) return undefined;
  const first = tokenAt(tokens, from);
  if (to === from + 1 && first.kind === 'word') {
    const variable = variableAt(body, first.text, from);
    if (variable?.value === undefined || changesOf(body, variable, from).length > 0) return undefined;
    return encodedAt(body, variable.value, hops + 1);
  }
  const open = tokenAt(tokens, to - 1).text === ')' ? openingOf(tokens, to - 1) : from;
  const { text: name } = tokenAt(tokens, open - 1);
  const start = valueStart(tokens, open - 1);
  // `"[" + mapper.writeValueAsString(x)` is another text
  const isWhole = start === from || (start === from + 1 && first.text === 'new');
  if (open <= from || !isWhole || !ENCODERS.has(name)) return undefined;
  // `gson.toJson(notes, type)`
  return argumentsOf(tokens, open).at(name === 'toJson' ? 0 : -1);
}
