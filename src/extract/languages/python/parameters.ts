import type { Parameter } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import { parse } from './syntax/parse.js';
import { topLevel } from './syntax/statements.js';

/** Parses the parameters of a `def`; `/` and a lone `*` are no parameters. */
export function parametersOf(masked: MaskedText, start: number, end: number): readonly Parameter[] {
  const all: Parameter[] = [];
  let at = start;
  while (at < end) {
    const comma = topLevel(masked.bare, at, end, ',');
    const stop = comma < 0 ? end : comma;
    const one = parameterOf(masked, at, stop);
    if (one !== undefined) all.push(one);
    at = stop + 1;
  }
  return all;
}

function parameterOf(masked: MaskedText, start: number, end: number): Parameter | undefined {
  const { bare } = masked;
  const name = /^(\*{0,2}) ?(\w+)/.exec(bare.slice(start, Math.min(end, start + 300)).trimStart());
  if (name?.[2] === undefined) return undefined;
  const star = (name[1]?.length ?? 0) as Parameter['star'];
  const equals = defaultAt(bare, start, end);
  const colon = topLevel(bare, start, equals < 0 ? end : equals, ':');
  return {
    name: name[2],
    star,
    ...(colon < 0 ? {} : { annotation: parse(masked, colon + 1, equals < 0 ? end : equals) }),
    ...(equals < 0 ? {} : { default: parse(masked, equals + 1, end) }),
  };
}

function defaultAt(bare: string, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const one = bare[at] ?? '';
    if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    else if (depth === 0 && one === '=' && !'=<>!:'.includes(bare[at - 1] ?? '') && bare[at + 1] !== '=') return at;
  }
  return -1;
}
