import type { Condition, Response } from '../../../facts/fact.js';
import { methodsLeft } from '../../../facts/method-condition.js';
import type { FunctionDefinition, Guard } from './scope.js';
import { literal, type Source, unknown } from './source.js';

/** The methods of requests that come to one of the results of a function: `if request.method == 'POST':`. */
export function whenReturned(source: Source, { ways }: FunctionDefinition, index: number): Pick<Response, 'when'> {
  const when = (ways[index] ?? []).flatMap((guard) => methodsOf(source, guard));
  return when.length > 0 ? { when } : {};
}

/** What is returned to some methods alone, and what of could not be read. */
export const unreadFor = (when: Response['when'], at: Response['at']): Response => ({
  status: literal(200),
  body: unknown('what it returns is not read'),
  unread: 'not all that it returns is understood',
  ...(when && { when }),
  at,
});

function methodsOf(source: Source, guard: Guard): readonly Condition[] {
  const isOut = (method: string): boolean =>
    judged(source, guard, method) === !guard.holds &&
    (guard.after ?? []).every((one) => judged(source, one, method) === one.holds);
  return methodsLeft(isOut);
}

function judged({ masked }: Source, { start, end }: Guard, method: string): boolean | undefined {
  const text = masked.code.slice(start, Math.min(end, start + 400));
  return text.includes('.method') ? holds(text.replace(/\s+/g, ' ').trim(), method) : undefined;
}

const TEST = /^(not )?(?:self\.)?_?req(?:uest)?\.method(?:\.upper\(\)|\.lower\(\))? ?(==|!=|in|not in) ?([^=].{0,200})$/;
const ONE = /^['"](\w+)['"]$/;

/** Whether a condition holds for a method; undefined: it depends on something else. What is in brackets matches none of this. */
function holds(text: string, method: string): boolean | undefined {
  for (const [word, decisive] of WORDS) {
    const parts = text.split(word);
    if (parts.length === 1) continue;
    const sides = parts.map((part) => holds(part.trim(), method));
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }
  const [, negated, operator = '', given = ''] = TEST.exec(text) ?? [];
  const isOne = operator === '==' || operator === '!=';
  const items = isOne ? [given] : /^[([{].*[)\]}]$/.test(given) ? given.slice(1, -1).split(',') : [];
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0 || !named.every((item) => ONE.test(item))) return undefined;
  const isNamed = named.some((item) => item.slice(1, -1).toUpperCase() === method);
  return (isNamed === (operator === '==' || operator === 'in')) === (negated === undefined);
}

const WORDS = [
  [' or ', true],
  [' and ', false],
] as const;
