import type { Expression } from '../../../facts/expression.js';
import type { Binding, Scope, Variable } from './scope.js';
import { type Source, unknown } from './source.js';
import { isData, wayBetween } from './syntax/blocks.js';
import type { Node } from './syntax/syntax.js';
import { saysNoMembers, typeOf } from './types.js';

/** Limits for the values of one variable, and for the characters between them. */
const MAX_VALUES = 8;
const MAX_DISTANCE = 4_000;

/** The name of the fact for one of several values of a variable. */
export const valueFact = (fact: string, index: number): string => `${fact}|${index}`;

/** The values of a variable that are distinguished by the place of use. */
export function knownApart(scope: Scope, name: string, variable: Variable): readonly Node[] {
  const { values, added, tidied, annotation, given } = variable;
  const count = values.length + (given === undefined ? 0 : 1);
  if (scope.form !== 'function' || count < 2 || count > MAX_VALUES || annotation !== undefined) return [];
  const { changed, replaced, looped, sets, indexed, appended, extended } = scope;
  const isChanged = [changed, replaced, looped, sets, indexed, appended, extended].some((one) => one.has(name));
  if (isChanged || added.length > 0 || tidied.length > 0) return [];
  const read = values.filter((one) => one !== undefined);
  return read.length === values.length ? read : [];
}

/** The value of a variable at a place, if a single assignment determines it; undefined: it may be any of its values. */
export function storedAt(
  source: Source,
  scope: Scope,
  name: string,
  { variable, fact, start }: { readonly variable: Variable; readonly fact: string; readonly start: number },
): Expression | undefined {
  const otherwise = variable.wrapped ? unknown(`what ${name} holds here is not followed`) : undefined;
  const { bare } = source.masked;
  const all = knownApart(scope, name, variable);
  for (const [index, value] of [...all.entries()].toReversed()) {
    if (value.start > start || start < value.end) continue;
    const line = bare.lastIndexOf('\n', value.start) + 1;
    const from = line + bare.slice(line, value.start).search(/\S/);
    const way = start - from > MAX_DISTANCE ? 'unsure' : wayBetween(bare, from, start);
    if (way === 'left') continue;
    const isTraced = isData(value) || !MAY_ROUTE.test(name);
    if (way === 'unsure' || !isTraced || hasLoop(bare, from, start)) return otherwise;
    return { kind: 'name', name: valueFact(fact, index), space: 'value' };
  }
  const { given } = variable;
  const isGiven = all.length > 0 && given !== undefined && given.index >= 0 && start - given.of.start <= MAX_DISTANCE;
  return isGiven && !hasLoop(bare, given.of.start, start) ? givenValue(source, given) : otherwise;
}

/** Variables that may hold a router or a list of routes, which their names identify. */
const MAY_ROUTE =
  /(?:^|_)(?:app|application|api|router|route|url|urlpattern|pattern|blueprint|bp|ns|namespace|server|group|rule|handler|resource)s?$/i;

/** The argument that a caller passes for a parameter. */
export function givenValue(source: Source, { of, index, parameter }: Extract<Binding, { kind: 'parameter' }>): Expression {
  const isKnown = parameter.annotation !== undefined && !saysNoMembers(parameter.annotation);
  const type = isKnown ? typeOf(source, of.inside, parameter.annotation) : source.record.routed.get(parameter);
  return { kind: 'parameter', callable: of.fact, index, ...(type === undefined ? {} : { type }) };
}

/** In a loop, a later assignment takes effect in the next iteration. */
const hasLoop = (bare: string, from: number, to: number): boolean =>
  /\n[ \t]*(?:async )?(?:for|while)\b/.test(bare.slice(from, to));
