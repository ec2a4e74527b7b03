import type { Branch, Callable } from '../../../facts/fact.js';
import { isMethod, packageMember } from './routing/hints.js';
import { finish, type Sent } from './sends/sends.js';
import { markOf, type Place } from './source.js';
import type { CallNode, Node } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { placeOf } from './syntax/text.js';
import { readValue } from './values.js';
import { type ParameterValue, pathParameterOf } from './variables.js';

/** The requests that a branch handles. */
export interface Known {
  readonly methods?: readonly string[];
  /** See `Methods`. */
  readonly partly?: boolean | undefined;
  readonly parameter?: ParameterValue;
}

/** What a function does only for some requests. */
interface Part extends Known {
  readonly sent: Sent;
  /** The number of sends and forwards before this branch. */
  readonly from: { readonly sends: number; readonly forwards: number };
  /** Control continues after the branch, so later sends belong to it too. */
  readonly goesOn: boolean;
  after?: Part['from'];
  /** The function refused all other requests before this branch. */
  readonly alone?: boolean;
  readonly at: number;
}

/** The branches of one function, in source order. */
export type Parts = Part[];

/** The methods that a condition on the request names; `but`: all methods except these. */
export interface Methods {
  readonly methods: readonly string[];
  readonly but: boolean;
  /** Another condition decides as well: some requests with these methods take the other path. */
  readonly partly?: boolean;
}

/** The constant texts of the nodes; undefined: one node is not a constant text. */
function textsOf(place: Place, nodes: readonly Node[]): readonly string[] | undefined {
  const values = nodes.map((node) => readValue(place, node));
  const texts = values.flatMap((value) => (value.kind === 'literal' && typeof value.value === 'string' ? [value.value] : []));
  return texts.length === nodes.length && texts.length > 0 ? texts : undefined;
}

/** `r.Method == "GET"`, also joined by `||`, `r.Method != "GET"`, also joined by `&&`, `slices.Contains(reads, r.Method)`. */
export function methodTest(place: Place, head: readonly Statement[]): Methods | undefined {
  const last = head.at(-1);
  return last?.kind === 'expression' ? methodsOf(place, last.node, 0) : undefined;
}

function methodsOf(place: Place, node: Node, depth: number): Methods | undefined {
  if (depth > 10) return undefined;
  if (node.kind === 'unary') {
    const inner = node.operator === '!' ? methodsOf(place, node.of, depth + 1) : undefined;
    return inner === undefined || inner.partly === true ? undefined : { ...inner, but: !inner.but };
  }
  if (node.kind === 'call') return listedIn(place, node);
  if (node.kind !== 'binary') return undefined;
  const { operator, left, right } = node;
  if (operator === '||' || operator === '&&') {
    const but = operator === '&&';
    const both = [methodsOf(place, left, depth + 1), methodsOf(place, right, depth + 1)];
    const methods = both.flatMap((one) => (one?.but === but ? one.methods : []));
    if (both.every((one) => one?.but === but)) return { methods, but };
    const [one, ...more] = both.filter((side) => side?.but === false);
    return but && one !== undefined && more.length === 0 ? { ...one, partly: true } : undefined;
  }
  if (operator !== '==' && operator !== '!=') return undefined;
  const other = isMethod(place, left) ? right : isMethod(place, right) ? left : undefined;
  const texts = other && textsOf(place, [other]);
  return texts && { methods: texts.map((text) => text.toUpperCase()), but: operator === '!=' };
}

/** `slices.Contains([]string{"GET", "HEAD"}, r.Method)`. */
function listedIn(place: Place, { of, given: [list, method] }: CallNode): Methods | undefined {
  const called = packageMember(place, of);
  if (called?.path !== 'slices' || called.name !== 'Contains' || method === undefined || !isMethod(place, method))
    return undefined;
  const texts =
    list?.kind === 'composite'
      ? textsOf(
          place,
          list.elements.map(({ value }) => value),
        )
      : undefined;
  return texts && { methods: texts.map((text) => text.toUpperCase()), but: false };
}

/** `slug == "feed"` on a path parameter. */
export function parameterTest(place: Place, head: readonly Statement[]): ParameterValue | undefined {
  const last = head.at(-1);
  const node = last?.kind === 'expression' ? last.node : undefined;
  if (node?.kind !== 'binary' || node.operator !== '==' || node.right.kind !== 'string' || node.right.value === '')
    return undefined;
  const name = pathParameterOf(place, node.left);
  return name === undefined ? undefined : { name, value: node.right.value };
}

/** A copy of what has been sent so far, as the start of a branch. */
export const branchOf = (sent: Sent): Sent => ({ ...sent, sends: [...sent.sends], forwards: [...sent.forwards] });

/** The numbers of sends and forwards so far. */
export const countsOf = ({ sends, forwards }: Sent): Part['from'] => ({ sends: sends.length, forwards: forwards.length });

/** Writes the branches as functions of their own. */
export function branchesOf(place: Place, parts: Parts, whole: Sent, callable: Callable): Pick<Callable, 'branches' | 'others'> {
  if (parts.length === 0) return {};
  const { source } = place;
  const branches = parts.map(({ methods, parameter, sent, from, after = from, goesOn, at }): Branch => {
    finish(sent);
    const more = goesOn
      ? { sends: whole.sends.slice(after.sends), forwards: whole.forwards.slice(after.forwards), incomplete: whole.incomplete }
      : { sends: [], forwards: [], incomplete: undefined };
    const name = `${callable.name}|${markOf(source, at)}${methods === undefined ? '' : ` ${methods.join(',')}`}`;
    const forwards = [...sent.forwards, ...more.forwards];
    const incomplete = sent.incomplete ?? more.incomplete;
    source.callables.set(name, {
      kind: 'callable',
      name,
      returns: callable.returns ?? { kind: 'absent' },
      sends: [...sent.sends, ...more.sends],
      ...(forwards.length > 0 && { forwards }),
      ...(incomplete !== undefined && { incomplete }),
      at: placeOf(source.text, at),
    });
    const handler = { kind: 'name', name, space: 'value' } as const;
    return { ...(methods && { methods }), ...(parameter && { parameter }), handler, at: placeOf(source.text, at) };
  });
  const first = parts.find(({ methods }) => methods !== undefined);
  const others = first !== undefined && first.alone !== true && !isRefusal(whole, first.from);
  return { branches, ...(others && { others }) };
}

/** Whether everything sent since `from` is a failure. */
export function isRefusal({ sends, forwards }: Sent, from: Part['from']): boolean {
  const isFailure = (status: unknown): boolean => Number(status) >= 400;
  return (
    forwards.slice(from.forwards).every(({ lenient }) => lenient === true) &&
    sends.slice(from.sends).every(({ status }) => status?.kind === 'literal' && isFailure(status.value))
  );
}

/** A function that wraps another one and always calls it has no branches of its own. */
export function settle(parts: Parts, whole: Sent): void {
  const isAround = [...parts.map(({ sent }) => sent), whole].some(({ forwards }) =>
    forwards.some(({ call }) => call.of.kind === 'parameter'),
  );
  if (!isAround) return;
  for (const { sent, from } of parts.splice(0)) {
    finish(sent);
    whole.sends.push(...sent.sends.slice(from.sends));
    whole.forwards.push(...sent.forwards.slice(from.forwards));
    whole.incomplete ??= sent.incomplete;
  }
}

/**
 * The requests that a case selects: `switch r.Method { case "GET": … }`, `switch { case r.Method == "GET": … }`, `switch slug { …
 * }`.
 */
export function knownBy(place: Place, head: readonly Statement[], values: readonly Node[]): readonly Known[] {
  const last = head.at(-1);
  const on = last?.kind === 'expression' ? last.node : undefined;
  if (on === undefined) {
    const [only] = values;
    const test =
      only && values.length === 1 ? methodTest(place, [{ kind: 'expression', node: only, at: only.start }]) : undefined;
    return test?.but === false ? [{ methods: test.methods, partly: test.partly }] : [];
  }
  const texts = textsOf(place, values);
  if (texts === undefined) return [];
  if (isMethod(place, on)) return [{ methods: texts.map((text) => text.toUpperCase()) }];
  const name = pathParameterOf(place, on);
  return name === undefined ? [] : texts.map((value) => ({ parameter: { name, value } }));
}
