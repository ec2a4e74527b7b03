import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { chosen, type Verdict, type Way, waysOf } from '../branches.js';
import { type ClassDefinition, type FunctionDefinition, lookup, onlyValue } from '../scope.js';
import { type Source, unknown } from '../source.js';
import { argument, keyword, lastName, type Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { importsFrom } from './field-types.js';
import { isLibrary } from './pagination.js';

/** Index of the argument with the renderer itself. */
const SELF = 9;

export function isRenderer(source: Source, { arguments: given }: ClassDefinition): boolean {
  const named = (form: RegExp): boolean =>
    given.some(({ name, value: base }) => name === undefined && form.test(lastName(base) ?? ''));
  return (
    (named(/Renderer$/) && importsFrom(source, /^rest_framework\b|render/)) ||
    (named(/JSONResponse$/) && importsFrom(source, /^(?:fastapi|starlette)\b|response/))
  );
}

/**
 * `|rendered`: the data as a renderer, or a FastAPI response class, writes it
 * (https://www.django-rest-framework.org/api-guide/renderers/#custom-renderers).
 */
export function rendererMembers(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const render = definition.methods.find(({ name }) => name === 'render');
  const at = source.at(definition.start);
  if (render === undefined) return [];
  source.record.selves.set(render.fact, SELF);
  source.record.given.set(render.fact, () => renderedBy(source, definition, render));
  return [{ kind: 'method', name: '|rendered', callable: render.fact, at }];
}

function renderedBy(source: Source, definition: ClassDefinition, render: FunctionDefinition): Expression {
  const ways: readonly Way[] = waysOf(render, (index) => dataOf(source, definition, render, render.results[index], 0));
  const data = render.parameters[1]?.name;
  return data === undefined
    ? unknown('it renders nothing')
    : chosen(source, ways, (test) => judge(source, render, data, test, 0));
}

/** The data that a returned text encodes. */
function dataOf(
  source: Source,
  definition: ClassDefinition,
  render: FunctionDefinition,
  node: Node | undefined,
  depth: number,
): Expression | undefined {
  const { inside } = render;
  if (node?.kind === 'name' && depth < 5) {
    const binding = lookup(inside, node.name)?.binding;
    const stored = onlyValue(binding);
    if (stored?.kind === 'call') return dataOf(source, definition, render, stored, depth + 1);
  }
  if (node?.kind !== 'call') return unknown('what it renders is not read');
  const name = lastName(node.of);
  const given = argument(node, 0, name === 'render' ? 'data' : 'obj') ?? keyword(node, 'content');
  // `.encode()` on a text
  if (name === 'encode' && node.of.kind === 'attribute') return dataOf(source, definition, render, node.of.of, depth + 1);
  if (given === undefined) return unknown('what it renders is not read');
  if (name === 'dumps') return readValue(source, inside, given);
  if (name !== 'render' || node.of.kind !== 'attribute') return unknown('what it renders is not read');
  const plain = readValue(source, inside, given);
  const [base] = definition.arguments.filter((one) => one.name === undefined);
  if (base === undefined || isLibrary(definition.outside, base.value)) return plain;
  const of: Expression = {
    kind: 'member',
    of: { kind: 'instance', of: readValue(source, definition.outside, base.value) },
    name: '|rendered',
  };
  return rendered(of, plain, { kind: 'parameter', callable: render.fact, index: SELF });
}

/** The data after a renderer: `of` is its `|rendered`. */
export function rendered(of: Expression, data: Expression, self: Expression): Expression {
  const between = Array.from({ length: SELF - 1 }, (): Expression => ({ kind: 'absent' }));
  return { kind: 'returns', of, values: [data, ...between, self, data] };
}

const IS_ERROR = /\.exception\b|>= ?400\b|> ?399\b|\bis_(?:client_|server_)?error\b|\berrors?\b/;
const IS_FINE = /\bis_success\b|< ?(?:400|300)\b|\.startswith\(['"]2['"]\)|== ?20[01]\b/;

/** The result of a renderer's condition on the data for a response that is no error. */
function judge(source: Source, render: FunctionDefinition, data: string, test: string, depth: number): Verdict {
  const negated = /^not (.*)$/.exec(test)?.[1];
  if (negated !== undefined && !/ (?:and|or) /.test(test) && !negated.startsWith('in ')) {
    const verdict = judge(source, render, data, negated, depth);
    return typeof verdict === 'boolean' ? !verdict : verdict && { ...verdict, holds: !verdict.holds };
  }
  const parts = test.split(' and ');
  if (parts.length > 1) return conjunction(parts.map((part) => judge(source, render, data, part.trim(), depth)));
  if (/ or /.test(test)) return undefined;
  const of: Expression = { kind: 'parameter', callable: render.fact, index: 0 };
  const got = /^(\w+)(?:\.get\( ?['"]([\w-]+)['"](?:, ?None)? ?\)|\[['"]([\w-]+)['"]\])( is (?:not )?None)?$/.exec(test);
  if (got !== null && got[1] === data) {
    const key = got[2] ?? got[3] ?? '';
    return /^errors?$/.test(key) ? got[4] === ' is None' : { of, has: key, holds: got[4] !== ' is None' };
  }
  const within = /^['"]([\w-]+)['"] (not )?in (\w+)(?:\.keys\(\))?$/.exec(test);
  if (within !== null && within[3] === data)
    return /^errors?$/.test(within[1] ?? '')
      ? within[2] !== undefined
      : { of, has: within[1] ?? '', holds: within[2] === undefined };
  const kind = /^isinstance\((\w+), ?\(?([\w., ]+)\)?\)$/.exec(test);
  if (kind !== null && kind[1] === data)
    return /[Ll]ist/.test(kind[2] ?? '')
      ? { of, has: '[]', holds: true }
      : /[Dd]ict/.test(kind[2] ?? '')
        ? { of, has: '[]', holds: false }
        : undefined;
  if (test === data || test === `${data} is not None`) return true;
  if (test === `${data} is None`) return false;
  const named = /^(\w+)( is (?:not )?None)?$/.exec(test);
  const binding = named?.[1] === undefined ? undefined : lookup(render.inside, named[1])?.binding;
  const stored = onlyValue(binding);
  if (stored !== undefined && depth < 3) {
    const text = source.masked.code.slice(stored.start, Math.min(stored.end, stored.start + 200)).replace(/\s+/g, ' ');
    const verdict = judge(source, render, data, `${text}${named?.[2] ?? ''}`, depth + 1);
    if (verdict !== undefined) return verdict;
  }
  if (IS_ERROR.test(test)) return false;
  return IS_FINE.test(test) ? true : undefined;
}

function conjunction(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  const open = verdicts.filter((verdict) => verdict !== true);
  const [only] = open;
  return open.length === 0 ? true : open.length === 1 ? only : undefined;
}
