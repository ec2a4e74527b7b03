import type { Expression } from '../../../facts/expression.js';
import { FALSY } from '../../../facts/shapes/tested-members.js';
import type { EnumValue } from '../../../model/shape.js';
import { presentAt } from './presence.js';
import { type Binding, type KindTest, lookup, onlyValue, originOf, type Scope } from './scope.js';
import { literal, type Source, unknown } from './source.js';
import { mask } from './syntax/mask.js';
import { parse } from './syntax/parse.js';
import type { Argument, Node } from './syntax/syntax.js';
import { typeOf } from './types.js';

/** `value` of a name or attribute, narrowed by the conditions around it and by guards that return before it. */
export function narrowed(source: Source, scope: Scope, node: Node, value: Expression, isTested = false): Expression {
  if (scope.form !== 'function') return value;
  const { isPresent, isTruthy, kinds } = presentAt(scope, node);
  const of = kinds.reduce((stored, kind) => instances(source, scope, kind, stored), value);
  if (isPresent || isFiltered(scope, node))
    return { kind: 'operator', operator: 'non-null', of, ...(isTruthy && { keys: literal(true) }) };
  return isTested ? { kind: 'operator', operator: 'tested', of } : of;
}

/** `one.active` in `for one in Row.objects.filter(active=True)`: rows with null there are not among them. */
function isFiltered(scope: Scope, node: Node): boolean {
  if (node.kind !== 'attribute' || node.of.kind !== 'name') return false;
  const found = lookup(scope, node.of.name);
  const [loop, ...others] = found?.binding.kind === 'loop' ? found.binding.loops : [];
  if (found === undefined || loop?.over === undefined || loop.place.length > 0 || others.length > 0) return false;
  const { over } = loop;
  let at = over.kind === 'name' ? onlyValue(lookup(found.scope, over.name)?.binding) : over;
  let isSaid = false;
  for (; at?.kind === 'call' && at.of.kind === 'attribute'; at = at.of.of) {
    // `filter_by` after a join asks for columns of the other table
    if (/join$/.test(at.of.name)) return false;
    const isSure = ({ name, value }: Argument): boolean =>
      name === node.name
        ? /^(?:text|number)$/.test(value.kind) || (value.kind === 'constant' && value.value !== null)
        : name === `${node.name}__isnull` && value.kind === 'constant' && value.value === false;
    isSaid ||= /^filter(?:_by)?$/.test(at.of.name) && at.arguments.some(isSure);
  }
  return isSaid;
}

function instances(source: Source, scope: Scope, kind: KindTest, of: Expression): Expression {
  const classes = classesIn(parse(mask(kind.classes), 0, kind.classes.length));
  const asked = new Set(classes.map((one) => originOf(scope, one) ?? ''));
  const types = classes.map((one): Expression => {
    const origin = originOf(scope, one);
    if (origin !== undefined && LISTS.has(origin) && (kind.holds || asked.has('list'))) return LIST;
    const isForeign = origin === undefined || origin.includes('.') || KNOWN.has(origin);
    return isForeign ? typeOf(source, scope, one) : unknown('a class that is not known');
  });
  return { kind: 'operator', operator: 'instances', of, keys: { kind: 'tuple', items: [literal(kind.holds), ...types] } };
}

/** Builtin classes that JSON distinguishes. */
const KNOWN = new Set(['dict', 'list', 'str', 'int', 'float', 'bool']);
/** All of these are JSON lists: unless `list` is tested too, a value of another class may still be a list. */
const LISTS = new Set(['tuple', 'set', 'frozenset']);
const LIST: Expression = { kind: 'array', items: unknown('its items have no type') };

/** `Row`, `(Row, Page)`, `Row | Page`. */
function classesIn(node: Node): readonly Node[] {
  if (node.kind === 'tuple') return node.items.flatMap((one) => (one.kind === 'tuple' ? [one] : classesIn(one)));
  return node.kind === 'operation' && node.operator === '|' ? [...classesIn(node.left), ...classesIn(node.right)] : [node];
}

/**
 * `user, error = find()`, where the code has left if there was an error: of the pairs that the function gives, only those without
 * one are left. Undefined: none of the names was tested.
 */
export function partOfTested(
  scope: Scope,
  node: Extract<Node, { kind: 'name' }>,
  binding: Binding,
  read: (of: Node) => Expression,
): Expression | undefined {
  const own = partIn(binding);
  if (own === undefined || scope.form !== 'function' || scope.bindings.get(node.name) !== binding) return undefined;
  const items = [...scope.bindings].flatMap(([name, other]): Expression[] => {
    const part = partIn(other);
    if (part === undefined || part.of.start !== own.of.start) return [];
    const at = (path: string): ReturnType<typeof presentAt> => presentAt(scope, { ...node, name: path });
    const [there, gone] = [at(name), at(`!${name}`)];
    const tested = (equals: EnumValue, holds: boolean): Expression => ({
      kind: 'tuple',
      items: [literal(part.name), literal(equals), literal(holds)],
    });
    if (gone.isPresent) return [tested(gone.isTruthy ? FALSY : null, true)];
    return there.isPresent ? [tested(there.isTruthy ? FALSY : null, false)] : [];
  });
  if (items.length === 0) return undefined;
  const of: Expression = {
    kind: 'operator',
    operator: 'members-tested',
    of: read(own.of),
    keys: { kind: 'tuple', items },
  };
  return { kind: 'member', of, name: own.name };
}

/** The call and the index of a variable that is one part of its result. */
function partIn(binding: Binding): { readonly of: Node; readonly name: string } | undefined {
  const value = onlyValue(binding);
  if (value?.kind !== 'subscript' || value.slice === true) return undefined;
  const [index, ...more] = value.items;
  const isCalled = value.of.kind === 'call' || value.of.kind === 'await';
  return isCalled && index?.kind === 'number' && more.length === 0 ? { of: value.of, name: String(index.value) } : undefined;
}
