import type { Expression } from '../../../facts/expression.js';
import type { Condition } from '../../../facts/fact.js';
import { packageMember } from './hints.js';
import { bindingOf, type FunctionDeclaration, functionsBefore, type Place, type Source, unknown } from './source.js';
import type { Node } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';

/** What is known where something is sent. See `Sent`. */
interface Asking {
  readonly when?: readonly Condition[] | undefined;
  readonly failing?: boolean | undefined;
  readonly renewed?: boolean | undefined;
}

/** A variable that is called as errors are. */
export const isError = (node: Node): boolean => node.kind === 'name' && isErrorName(node.name);

export const isErrorName = (name: string): boolean => /(?:^|[a-z])[eE]rr(?:or)?$/.test(name);

/** `err == nil` of a parameter, for who calls to tell; `&&` and `||` are told by neither side alone. */
export function nilTest({ source, scope }: Place, test: Statement | undefined): Condition | undefined {
  const node = test?.kind === 'expression' ? test.node : undefined;
  if (node?.kind !== 'binary' || !/^[!=]=$/.test(node.operator) || node.left.kind !== 'name') return undefined;
  if (node.right.kind !== 'name' || node.right.name !== 'nil') return undefined;
  const value = bindingOf(scope, node.left.name)?.expression;
  if (value?.kind !== 'parameter' || value.index < 0 || isSet(source, node.left)) return undefined;
  return { value, equals: null, holds: node.operator === '==' };
}

/** Names that functions set, each function read once. */
const setIn = new WeakMap<FunctionDeclaration, ReadonlySet<string>>();

/** Whether the function around a parameter sets it: what was passed tells nothing then. */
function isSet(source: Source, { name, start }: Node & { kind: 'name' }): boolean {
  const around = source.functions[functionsBefore(source, start) - 1];
  if (around?.body === undefined || start >= around.end || !/^\w+$/.test(name)) return true;
  const names = setIn.get(around) ?? namesSet(source.text.bare.slice(around.body.start, around.body.end));
  setIn.set(around, names);
  return names.has(name);
}

function namesSet(inner: string): ReadonlySet<string> {
  const set = new Set<string>();
  for (const { 0: word, index } of inner.matchAll(/\w+/g)) {
    if (set.has(word) || inner[index - 1] === '.') continue;
    const end = index + word.length;
    if (inner[index - 1] === '&' || startsSetting(inner.slice(end, end + MAX_TARGETS))) set.add(word);
  }
  return set;
}

/** ` = `, `, other = ` behind a name. */
function startsSetting(after: string): boolean {
  const end = after.indexOf('=');
  const targets = after.slice(0, Math.max(end, 0)).trim();
  return end >= 0 && after[end + 1] !== '=' && (targets === '' || (targets.startsWith(',') && /^[\w\s.,]*$/.test(targets)));
}

const MAX_TARGETS = 300;

/** Behind a block that returns, the opposite holds. */
export const opposite = (condition: Condition): Condition => ({ ...condition, holds: !condition.holds }) as Condition;

/** What is sent from here on, where a condition holds. */
export function withCondition({ when = [] }: Asking, condition: Condition | undefined): readonly Condition[] {
  return condition === undefined || when.length >= MAX_CONDITIONS ? when : [...when, condition];
}

/** More conditions tell nothing more. */
const MAX_CONDITIONS = 5;

const MAKES_ERROR = /^(?!(?:Wrap|With|Join|Unwrap|Cause|From|As|Is|Append|Combine|Annotate|Trace)(?:[A-Z]|f?$))[A-Z]/;

/** An error that is surely there: made on the spot, a constant of errors, or one that was found not to be nil. */
export function isSurelyError(place: Place, sent: Asking, node: Node): boolean {
  if (node.kind === 'name')
    return (sent.failing === true && sent.renewed !== true && isError(node)) || /^[eE]rr[A-Z]/.test(node.name);
  if (node.kind === 'member') return /^Err[A-Z]/.test(node.name) && packageMember(place, node) !== undefined;
  if (node.kind !== 'call') return false;
  const made = packageMember(place, node.of);
  if (made?.path === 'fmt') return made.name === 'Errorf';
  return made !== undefined && /(?:^|[/_-])x?err(?:or)?s?(?:\/v\d+)?$/.test(made.path) && MAKES_ERROR.test(made.name);
}

/** Such an error, of which nothing else is known. */
export const SOME_ERROR: Expression = { kind: 'operator', operator: 'non-null', of: unknown('an error') };
