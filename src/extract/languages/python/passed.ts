import type { Expression } from '../../../facts/expression.js';
import type { ValueCondition } from '../../../facts/values/when.js';
import { presentWhere } from './presence.js';
import type { FunctionDefinition, Guard } from './scope.js';
import type { MaskedText } from './syntax/mask.js';

const ASKS = /^\s*(not )?(\w{1,100})(?: (is|==|is not|!=) None)?\s*$/;

/** `if value is None:`, `if not value:` on a parameter: the argument decides. */
export function ofPassed(
  masked: MaskedText,
  { parameters, inside, fact, owner }: FunctionDefinition,
  { start, end, holds, after, subject }: Guard,
): readonly ValueCondition[] {
  const [, not, name = '', is] = end - start > 200 ? [] : (ASKS.exec(masked.bare.slice(start, end)) ?? []);
  const place = parameters.findIndex((one) => one.name === name && one.star === 0);
  const bound = inside.bindings.get(name);
  const isPassed = bound?.kind === 'parameter' || (bound?.kind === 'variable' && bound.start > start);
  if (after !== undefined || subject !== undefined || place < 0 || !isPassed) return [];
  const at = bound.kind === 'parameter' ? bound.index : place - (owner === undefined ? 0 : 1);
  const isTrue = holds === (not === undefined);
  const value: Expression = { kind: 'parameter', callable: fact, index: at };
  if (is === undefined) return [{ value, holds: isTrue }];
  return [{ value, equals: null, holds: isTrue === (is === 'is' || is === '==') }];
}

/** A test of the class of an argument. */
const ASKS_CLASS = /\b(?:isinstance|type)\(\s{0,9}(\w{1,100})\s{0,9}[,)]/g;

/**
 * `if isinstance(rows, list):` on a parameter: the argument decides, as far as its form is known. Undefined: it tests a class
 * that JSON does not show.
 */
export function formsPassed(
  masked: MaskedText,
  { parameters, inside, fact }: FunctionDefinition,
  { start, end, holds, after, subject }: Guard,
): readonly ValueCondition[] | undefined {
  const asked = [...masked.bare.slice(start, Math.min(end, start + 400)).matchAll(ASKS_CLASS)];
  const named = new Set(asked.flatMap(([, name]) => (parameters.some((one) => one.name === name) ? (name ?? []) : [])));
  if (named.size === 0) return [];
  const shown = presentWhere(masked, { start, end }, holds).filter(({ path, kind }) => kind !== undefined && named.has(path));
  const conditions = shown.flatMap(({ path, kind }): readonly ValueCondition[] => {
    const bound = inside.bindings.get(path);
    const is = FORMS[kind?.classes.replaceAll(' ', '') ?? ''];
    if (bound?.kind !== 'parameter' || kind === undefined || is === undefined) return [];
    return [{ value: { kind: 'parameter', callable: fact, index: bound.index }, is, holds: kind.holds }];
  });
  return after === undefined && subject === undefined && conditions.length === asked.length ? conditions : undefined;
}

/** Classes that have a form of their own in JSON. */
const FORMS: Readonly<Record<string, 'list' | 'map'>> = {
  list: 'list',
  '(list,tuple)': 'list',
  '(tuple,list)': 'list',
  dict: 'map',
};
