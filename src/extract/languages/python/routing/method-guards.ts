import type { Condition, Response } from '../../../../facts/fact.js';
import { type MethodCondition, methodsLeft } from '../../../../facts/responses/method-condition.js';
import { ofPassed } from '../passed.js';
import { type FunctionDefinition, type Guard, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { parse } from '../syntax/parse.js';
import { readValue } from '../values.js';

/**
 * The conditions of one result of a function: requests with some methods (`if request.method == 'POST':`), or calls with some
 * values.
 */
export function whenReturned(source: Source, definition: FunctionDefinition, index: number): Pick<Response, 'when'> {
  const when: Condition[] = (definition.ways[index] ?? []).flatMap((guard) => [
    ...methodsOf(source, guard),
    ...knownElsewhere(source, definition.inside, guard),
    ...ofPassed(source.masked, definition, guard),
  ]);
  const result = definition.results[index];
  if (result !== undefined && isAfterFailure(source, definition.start, result.start)) when.push(FAILED);
  return when.length > 0 ? { when } : {};
}

const FAILED: Condition = { failed: true, holds: true };
/** Limit of characters searched before a result. */
const MAX_BEFORE = 8_000;

/** Whether an offset is in an `except` block of a function. */
function isAfterFailure({ masked: { bare } }: Source, from: number, at: number): boolean {
  if (at - from > MAX_BEFORE) return false;
  const lines = bare.slice(bare.lastIndexOf('\n', from) + 1, at).split('\n');
  const widthOf = (line: string): number => line.length - line.trimStart().length;
  let width = widthOf(`${lines.at(-1) ?? ''}x`);
  for (const line of lines.toReversed()) {
    const code = line.trim();
    if (code === '' || widthOf(line) >= width) continue;
    if (/^except\b/.test(code)) return true;
    width = widthOf(line);
  }
  return false;
}

/** `if is_write(request):`, with a function of another file. */
function knownElsewhere(
  source: Source,
  scope: Scope,
  { start, end, holds: isTrue, subject, after }: Guard,
): readonly Condition[] {
  if (subject !== undefined || after !== undefined) return [];
  if (!HELPER.test(textAt(source, { start, end }))) return [];
  const [not] = /^\s*not\b|/.exec(source.masked.bare.slice(start, end)) ?? [''];
  const call = parse(source.masked, start + not.length, end);
  if (call.kind !== 'call' || originOf(scope, call.of) === undefined) return [];
  return [{ asks: readValue(source, scope, call.of), holds: isTrue === (not === '') }];
}

/** Whether a function only tests the method of its request. */
export function knownByMethod(source: Source, { results }: FunctionDefinition): MethodCondition | undefined {
  const [result, ...others] = results;
  const text = result === undefined || others.length > 0 ? '' : textAt(source, result);
  return TEST.test(text) ? methodsLeft((method) => holds(source, text, method) === false)[0] : undefined;
}

/** A result for some methods only that is unresolved. */
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

function judged(source: Source, { start, end, subject }: Guard, method: string): boolean | undefined {
  const test = textAt(source, { start, end });
  if (subject === undefined) return holds(source, test, method);
  if (test === '_') return true;
  const items = test.split('|').map((one) => one.trim());
  return items.every((one) => ONE.test(one))
    ? holds(source, `${textAt(source, subject)} in (${items.join()})`, method)
    : undefined;
}

/** A condition in one line, including its texts. */
const textAt = ({ masked }: Source, { start, end }: Pick<Guard, 'start' | 'end'>): string =>
  masked.code
    .slice(start, Math.min(end, start + 400))
    .replace(/\s+/g, ' ')
    .trim();

const TEST =
  /^(not )?(?:self\.|\w{1,40}\.current_)?_?req(?:uest)?\.method(?:\.upper\(\)|\.lower\(\))? ?(==|!=|in|not in) ?([^=].{0,200})$/;
/** `is_write(request)`, a function of the file. */
const HELPER = /^(not )?([\w.]{1,100})\( ?_?req(?:uest)? ?\)$/;
const ONE = /^['"](\w+)['"]$/;

/**
 * Whether a condition is true for a method; undefined: it depends on something else. Conditions with brackets are not analysed.
 */
function holds(source: Source, text: string, method: string): boolean | undefined {
  for (const [word, decisive] of WORDS) {
    const parts = text.split(word);
    if (parts.length === 1) continue;
    const sides = parts.map((part) => holds(source, part.trim(), method));
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }
  const [, not, helper = ''] = HELPER.exec(text) ?? [];
  const called = helper === '' ? undefined : source.definitions.functions.find(({ fact }) => fact === helper);
  const [result, ...others] = called?.results ?? [];
  if (result !== undefined && others.length === 0) {
    const is = TEST.test(textAt(source, result)) ? holds(source, textAt(source, result), method) : undefined;
    return is === undefined || not === undefined ? is : !is;
  }
  const [, negated, operator = '', written = ''] = TEST.exec(text) ?? [];
  const isOne = operator === '==' || operator === '!=';
  const given = isOne ? written : listNamed(source, written);
  const items = isOne ? [given] : /^[([{].*[)\]}]$/.test(given) ? given.slice(1, -1).split(',') : [];
  const named = items.map((item) => item.trim()).filter((item) => item !== '');
  if (named.length === 0 || !named.every((item) => ONE.test(item))) return undefined;
  const isNamed = named.some((item) => item.slice(1, -1).toUpperCase() === method);
  return (isNamed === (operator === '==' || operator === 'in')) === (negated === undefined);
}

/** `WRITES = ('POST', 'PUT')` of the file, `SAFE_METHODS` of REST framework, or the list itself. */
function listNamed(source: Source, written: string): string {
  const binding = source.definitions.module.bindings.get(written);
  if (binding?.kind === 'import') return written === 'SAFE_METHODS' ? "('GET', 'HEAD', 'OPTIONS')" : written;
  const [value, ...others] = binding?.kind === 'variable' ? binding.values : [];
  return value === undefined || others.length > 0 ? written : textAt(source, value);
}

const WORDS = [
  [' or ', true],
  [' and ', false],
] as const;
