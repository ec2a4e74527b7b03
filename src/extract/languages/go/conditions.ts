import type { Expression } from '../../../facts/expression.js';
import { type Condition, RECEIVER } from '../../../facts/fact.js';
import { conditionsIn, under } from '../../../facts/values/when.js';
import { packageMember } from './routing/hints.js';
import { bindingOf, type FunctionDeclaration, functionsBefore, type Place, packageOf, type Source, unknown } from './source.js';
import type { CallNode, Node } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';

/** The conditions under which code sends something. See `Sent`. */
interface Asking extends Failing {
  readonly when?: readonly Condition[] | undefined;
}

/** What is known about errors where code sends something. */
export interface Failing {
  /** The code stands below `err != nil`. */
  failing?: boolean | undefined;
  /** The code reassigned an error: it may be nil again. */
  renewed?: boolean | undefined;
  /** This block assigned a variable of an outer block that looks like an error. */
  reset?: boolean | undefined;
  /** `failing` comes from an earlier block that returns without an error; it is valid only until an error is reassigned. */
  behind?: boolean | undefined;
  /** The error that the condition tests. */
  asked?: string | undefined;
}

export const failingOf = ({ failing, renewed, reset, behind, asked }: Failing): Failing => ({
  failing,
  renewed,
  reset,
  behind,
  asked,
});

/** The state after a block: the state before it, unless the block reassigned an outer error. */
export const failingBehind = (before: Failing, inner: Failing, goesOn: boolean): Failing =>
  goesOn && inner.reset === true ? { ...before, renewed: true, reset: true } : before;

/** The state where `asked` is certainly an error. */
export const failingOn = (asked: string, behind: boolean): Failing => ({
  failing: true,
  renewed: false,
  reset: false,
  behind,
  asked,
});

export const isFailing = ({ failing, behind, renewed }: Failing): boolean =>
  failing === true && !(behind === true && renewed === true);

/** Records that errors are reassigned. */
export function renew({ scope }: Place, sent: Failing, names: readonly string[], isNew: boolean): void {
  const errors = names.filter((name) => isErrorName(name) || name === sent.asked);
  if (errors.length === 0) return;
  sent.renewed = true;
  // `:=` declares a variable of the block itself
  if (!isNew && errors.some((name) => scope?.names.has(name) !== true)) sent.reset = true;
}

/** The error of `err != nil`, also within `&&`; with `==` that of `err == nil`, also within `||`. */
export function errorAsked(statement: Statement | undefined, operator: '!=' | '=='): string | undefined {
  let node = statement?.kind === 'expression' ? statement.node : undefined;
  while (node?.kind === 'binary' && node.operator === (operator === '!=' ? '&&' : '||')) node = node.left;
  if (node?.kind !== 'binary' || node.operator !== operator || !isNil(node.right)) return undefined;
  return node.left.kind === 'name' && (isError(node.left) || OF_ERRORS.test(node.left.name)) ? node.left.name : undefined;
}

export const isNil = (node: Node): boolean => node.kind === 'name' && node.name === 'nil';

/** `ErrGone`, `errLoad`. */
const OF_ERRORS = /^[eE]rr[A-Z]/;

/** A variable with the name of an error. */
export const isError = (node: Node): boolean => node.kind === 'name' && isErrorName(node.name);

/** Names of error lists. */
const ERRORS = /^(?:errs|err(?:or)?(?:s|Fields|List|Details|Map)|\w{0,40}Errors)$/;

/**
 * Whether a call gets a list of errors and no literal body: then the error beside the list is set, as in `respond(w, err,
 * errFields)`.
 */
export const hasErrorList = ({ given }: CallNode): boolean =>
  given.some((one) => one.kind === 'name' && ERRORS.test(one.name)) && given.every((one) => one.kind !== 'composite');

const isErrorName = (name: string): boolean => /(?:^|[a-z])[eE]rr(?:or)?$/.test(name);

/**
 * `err == nil` on a parameter, or `o.Payload != nil` on the receiver, for the caller to decide. One side of `&&` or `||` alone
 * does not decide.
 */
export function nilTest({ source, scope }: Place, test: Statement | undefined): Condition | undefined {
  const node = test?.kind === 'expression' ? test.node : undefined;
  if (node?.kind === 'name') return bindingOf(scope, node.name)?.test;
  if (node?.kind === 'unary' && node.operator === '!' && node.of.kind === 'name') {
    const known = bindingOf(scope, node.of.name)?.test;
    return known && opposite(known);
  }
  if (node?.kind !== 'binary' || !/^[!=]=$/.test(node.operator) || !isNil(node.right)) return undefined;
  const { left } = node;
  const on = left.kind === 'member' ? left.of : left;
  const stored = on.kind === 'name' ? bindingOf(scope, on.name)?.expression : undefined;
  if (on.kind !== 'name' || stored === undefined) return undefined;
  if (left.kind === 'name' && isSetEitherWay(source, stored))
    return { value: stored, equals: null, holds: node.operator === '==' };
  if (left.kind === 'member' ? !isGiven(stored) || isFieldSet(source, left) : stored.kind !== 'parameter' || stored.index < 0)
    return undefined;
  if (isSet(source, on)) return undefined;
  const value: Expression = left.kind === 'member' ? { kind: 'member', of: stored, name: left.name } : stored;
  return { value, equals: null, holds: node.operator === '==' };
}

/**
 * `v, ok := x.(*os.File)` on a parameter, or a `case` for that type: the caller decides. Undefined: the type allows no decision.
 */
export function typeTest({ source, scope }: Place, of: Node, type: Node): Condition | undefined {
  const stored = of.kind === 'name' ? bindingOf(scope, of.name)?.expression : undefined;
  if (of.kind !== 'name' || stored?.kind !== 'parameter' || stored.index < 0 || isSet(source, of)) return undefined;
  const plain = type.kind === 'unary' ? type.of : type;
  if (plain.kind === 'name' && /^(?:string|error)$/.test(plain.name))
    return { value: stored, is: plain.name === 'error' ? 'error' : 'string', holds: true };
  const isBytes = plain.kind === 'list' && plain.of.kind === 'name' && plain.of.name === 'byte';
  const path = plain.kind === 'member' ? packageOf(source, plain.of, scope) : undefined;
  const isForeign = path !== undefined && /^(?:os|io|bytes|bufio|multipart|net\/http|mime\/multipart)$/.test(path);
  return isBytes || isForeign ? { value: stored, is: 'foreign', holds: true } : undefined;
}

/** Whether a variable holds one value where a condition holds, and another one where it does not. */
function isSetEitherWay({ constants }: Source, stored: Expression): boolean {
  const value = stored.kind === 'name' ? constants.get(stored.name)?.value : undefined;
  const [first, second, ...others] = value?.kind === 'union' && value.changing === true ? value.options : [];
  if (first?.kind !== 'operator' || second?.kind !== 'operator' || others.length > 0) return false;
  const [one, other] = [conditionsIn(first), conditionsIn(second)];
  const elsewhere = one.map((each, index) => (index === one.length - 1 ? opposite(each) : each));
  return one.length > 0 && JSON.stringify(elsewhere) === JSON.stringify(other);
}

/** Whether the caller determines the value of the receiver. */
const isGiven = (of: Expression): boolean =>
  of.kind === 'operator' && of.operator === 'first-known' && of.keys?.kind === 'parameter' && of.keys.index === RECEIVER;

/** Whether the enclosing function assigns a field of this name. */
function isFieldSet(source: Source, { name, start }: Node & { kind: 'member' }): boolean {
  const around = source.functions[functionsBefore(source, start) - 1];
  const inner = around?.body === undefined ? '' : source.text.bare.slice(around.body.start, around.body.end);
  return inner.split(`.${name}`).some((part, index) => index > 0 && startsSetting(part.slice(0, MAX_TARGETS)));
}

/** Names that functions assign; each function is read once. */
const setIn = new WeakMap<FunctionDeclaration, ReadonlySet<string>>();

/** Whether the enclosing function assigns the parameter: then the argument of the caller does not decide. */
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

/** ` = ` or `, other = ` after a name. */
function startsSetting(after: string): boolean {
  const end = after.indexOf('=');
  const targets = after.slice(0, Math.max(end, 0)).trim();
  return end >= 0 && after[end + 1] !== '=' && (targets === '' || (targets.startsWith(',') && /^[\w\s.,]*$/.test(targets)));
}

const MAX_TARGETS = 300;

/** After a block that returns, the opposite condition is true. */
export const opposite = (condition: Condition): Condition => ({ ...condition, holds: !condition.holds }) as Condition;

/**
 * `body := data` that a struct or map replaces, in a branch where a caller tells whether it runs:
 * `if e, ok := data.(error); ok { body = Problem{e.Error()} }`.
 */
export function copyReplaced(old: Expression, value: Expression, isSure: boolean): Expression {
  const isFilled = (one: Expression): boolean => one.kind === 'object' || (one.kind === 'operator' && one.operator === 'filled');
  if (isSure && isFilled(value)) return value;
  if (value.kind !== 'operator' || value.operator !== 'when' || !(isFilled(value.of) || value.of.kind === 'name')) return old;
  const [only, ...others] = conditionsIn(value);
  const before = only === undefined || others.length > 0 ? old : under([opposite(only)], old);
  return { kind: 'union', options: [before, value], changing: true };
}

/** The conditions for everything sent from here on. */
export function withCondition({ when = [] }: Asking, condition: Condition | undefined): readonly Condition[] {
  return condition === undefined || when.length >= MAX_CONDITIONS ? when : [...when, condition];
}

/** Further conditions are ignored. */
const MAX_CONDITIONS = 5;

const MAKES_ERROR = /^(?!(?:Wrap|With|Join|Unwrap|Cause|From|As|Is|Append|Combine|Annotate|Trace)(?:[A-Z]|f?$))[A-Z]/;

/** Whether the value is certainly an error: created here, an error constant, or tested as not nil. */
export function isSurelyError(place: Place, sent: Asking, node: Node): boolean {
  if (node.kind === 'name') {
    const isKnown = sent.failing === true && sent.renewed !== true && (isError(node) || node.name === sent.asked);
    return isKnown || isErrorOfPackage(place, node.name);
  }
  if (node.kind === 'member') return /^Err[A-Z]/.test(node.name) && packageMember(place, node) !== undefined;
  if (node.kind !== 'call') return false;
  const { of } = node;
  // `errors.Forbidden("no").WithMsg(text)`
  if (of.kind === 'member' && of.of.kind === 'call' && /^(?:With|Set|Add|Wrap|Msg)/.test(of.name))
    return isSurelyError(place, sent, of.of);
  const made = packageMember(place, of);
  if (made?.path === 'fmt') return made.name === 'Errorf';
  return made !== undefined && /(?:^|[/_-])x?err(?:or)?s?(?:\/v\d+)?$/.test(made.path) && MAKES_ERROR.test(made.name);
}

/** `var ErrGone = errors.New("gone")`, in this file or in another file of the package. */
function isErrorOfPackage({ source, scope }: Place, name: string): boolean {
  if (!OF_ERRORS.test(name) || bindingOf(scope, name) !== undefined) return false;
  const stored = source.stored.get(name);
  return stored === undefined ? !source.named.has(name) : !/^(?:number|string|none)$/.test(stored.value?.kind ?? 'none');
}

/** An error value without further details. */
export const SOME_ERROR: Expression = { kind: 'operator', operator: 'non-null', of: unknown('an error') };
