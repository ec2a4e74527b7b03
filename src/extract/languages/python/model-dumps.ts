import type { Expression } from '../../../facts/expression.js';
import { under } from '../../../facts/values/when.js';
import { lookup, type Scope } from './scope.js';
import { literal, unknown } from './source.js';
import { keyword, lastName, type Node, plainText } from './syntax/syntax.js';

type Call = Extract<Node, { kind: 'call' }>;

/** A pydantic model as a dictionary: with field names, or with aliases if the call requests them. */
export function dumped(
  call: Call,
  of: Extract<Node, { kind: 'attribute' }>,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const options = call.arguments.filter(({ star }) => star === undefined);
  const isWhole = options.every(({ name }) => /^(?:by_alias|mode|exclude|include|exclude_none)$/.test(name ?? ''));
  const further = call.arguments.filter(({ star }) => star !== undefined);
  const model = inner(of.of);
  const left = chosen(model, keyword(call, 'include'), keyword(call, 'exclude'));
  if (!isWhole || left === undefined || further.some(({ star }) => star === 1)) return unknown(UNREAD_DUMP);
  const named = either(keyword(call, 'by_alias'), inner, left, { kind: 'operator', operator: 'source-names', of: left });
  const trimmed = either(keyword(call, 'exclude_none'), inner, { kind: 'operator', operator: 'nulls-omitted', of: named }, named);
  // `**options`: if they are empty, the result is as above
  const made = further.reduce<Expression>((value, one) => {
    const keys: readonly Expression[] = [literal('.'), unknown(UNREAD_DUMP), value];
    return { kind: 'operator', operator: 'having', of: inner(one.value), keys: { kind: 'tuple', items: keys } };
  }, trimmed);
  if (of.name === 'model_dump') return made;
  // a class of the service may define a method of this name
  const called: Expression = { kind: 'returns', of: { kind: 'member', of: model, name: 'dict' } };
  return { kind: 'operator', operator: 'having', of: model, keys: { kind: 'tuple', items: [literal('dict'), called, made] } };
}

const UNREAD_DUMP = 'how a model names and leaves out its fields here is not worked out';

/** The result of an option, which is a literal or a passed value. */
function either(
  option: Node | undefined,
  inner: (of: Node) => Expression,
  whereTrue: Expression,
  otherwise: Expression,
): Expression {
  if (option === undefined || option.kind === 'constant') return option?.value === true ? whereTrue : otherwise;
  // no caller tells what a call gives: both results would count
  if (option.kind === 'call') return unknown(UNREAD_DUMP);
  const value = inner(option);
  return { kind: 'union', options: [under([{ value, holds: true }], whereTrue), under([{ value, holds: false }], otherwise)] };
}

/** A model without what `include` and `exclude` leave out; undefined: they are not lists of names. */
export function chosen(model: Expression, include: Node | undefined, exclude: Node | undefined): Expression | undefined {
  const retained = chosenNames(include);
  const omitted = chosenNames(exclude);
  if (retained === 'unread' || omitted === 'unread') return undefined;
  const picked: Expression = retained === undefined ? model : { kind: 'operator', operator: 'pick', of: model, keys: retained };
  return omitted === undefined ? picked : { kind: 'operator', operator: 'omit', of: picked, keys: omitted };
}

/** `{'a', 'b'}` as literals. */
function chosenNames(node: Node | undefined): Expression | 'unread' | undefined {
  if (node === undefined) return undefined;
  const names = node.kind === 'set' || node.kind === 'list' || node.kind === 'tuple' ? node.items.map(plainText) : [undefined];
  const options = names.flatMap((name) => (name === undefined ? [] : [literal(name)]));
  return options.length < names.length ? 'unread' : { kind: 'union', options };
}

/** `model: type[BaseModel]`: a class passed to a function. */
export function isGivenClass(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  const annotation = binding?.kind === 'parameter' ? binding.parameter.annotation : undefined;
  return annotation?.kind === 'subscript' && /^[Tt]ype$/.test(lastName(annotation.of) ?? '');
}
