import { ts } from 'ts-morph';
import type { Expression, ObjectMember, TupleExpression } from '../../../facts/expression.js';
import type { Constant } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { awaitedBy, iterated } from './loops.js';
import { type Mutation, mutationsOf } from './mutations.js';
import { classMemberName, isFunctionNode, memberName, place, qualifiedName } from './names.js';
import { assignedMembers, parameterOf, staticsOf } from './references.js';
import { patternOwner } from './scope.js';
import type { Source } from './source.js';
import { typeOf } from './types.js';
import { readValue } from './values.js';

const ABSENT: Expression = { kind: 'absent' };
const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** Records what a variable, a destructured name or a loop's parameter holds, with all that is done to it later. */
export function recordConstant(source: Source, node: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration): void {
  if (!ts.isIdentifier(node.name)) return;
  const { text } = node.name;
  const name = qualifiedName(source.tree, node, text);
  source.record.once('constant', name, () => {
    const first = ts.isBindingElement(node) ? elementValue(source, node) : declaredValue(source, node);
    const value = changed(source, first, node, mutationsOf(source, text, node));
    const type = ts.isBindingElement(node) || node.type === undefined ? undefined : typeOf(source, node.type);
    source.record.add(constant(name, value, type, atOf(source, node)));
  });
}

function constant(name: string, value: Expression, type: Expression | undefined, at: Constant['at']): Constant {
  const told = type === undefined || type.kind === 'unknown' ? {} : { type };
  return { kind: 'constant', name, value, ...told, at };
}

/** What a variable or parameter is given where it is declared. */
function declaredValue(source: Source, node: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  const list = iterated(node);
  if (list !== undefined) return { kind: 'element', of: readValue(source, list) };
  if (ts.isParameter(node)) {
    const promise = awaitedBy(node);
    return promise === undefined
      ? parameterOf(source, node)
      : { kind: 'operator', operator: 'awaited', of: readValue(source, promise) };
  }
  if (node.initializer !== undefined) return readValue(source, node.initializer);
  const loop = node.parent.parent;
  if (ts.isForInStatement(loop)) return { kind: 'scalar', type: 'string' };
  return ts.isCatchClause(node.parent) ? unknown('what was thrown') : ABSENT;
}

/** What a destructured name is of its source: a member, an element by its place, or the rest. */
function elementValue(source: Source, element: ts.BindingElement): Expression {
  const pattern = element.parent;
  const holder = pattern.parent;
  const of = ts.isBindingElement(holder) ? elementValue(source, holder) : ownerValue(source, patternOwner(element));
  const value = memberOfPattern(element, pattern, of);
  if (element.initializer === undefined) return value;
  return {
    kind: 'union',
    options: [{ kind: 'operator', operator: 'non-null', of: value }, readValue(source, element.initializer)],
  };
}

function memberOfPattern(element: ts.BindingElement, pattern: ts.BindingPattern, of: Expression): Expression {
  if (ts.isArrayBindingPattern(pattern)) {
    const index = pattern.elements.indexOf(element);
    if (element.dotDotDotToken !== undefined) return { kind: 'array', items: { kind: 'element', of } };
    return { kind: 'member', of, name: String(index) };
  }
  if (element.dotDotDotToken !== undefined) {
    const taken = pattern.elements.filter((one) => one !== element).map((one) => memberName(one.propertyName ?? one.name));
    const options = taken.flatMap((name): Expression[] => (name === undefined ? [] : [{ kind: 'literal', value: name }]));
    return { kind: 'operator', operator: 'omit', of, keys: { kind: 'union', options } };
  }
  const name = memberName(element.propertyName ?? element.name);
  return name === undefined ? unknown('a computed member') : { kind: 'member', of, name };
}

/** What a pattern takes apart, as a constant of its own when it is more than a name: several elements refer to it. */
function ownerValue(source: Source, owner: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  if (iterated(owner) !== undefined) {
    const name = qualifiedName(source.tree, owner, 'each');
    return hidden(source, name, owner);
  }
  if (ts.isParameter(owner))
    return awaitedBy(owner) === undefined ? parameterOf(source, owner) : hidden(source, `of@${place(source.tree, owner)}`, owner);
  if (
    owner.initializer !== undefined &&
    (ts.isIdentifier(owner.initializer) || ts.isPropertyAccessExpression(owner.initializer))
  ) {
    return readValue(source, owner.initializer);
  }
  return hidden(source, `of@${place(source.tree, owner)}`, owner);
}

function hidden(source: Source, name: string, owner: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  source.record.once('constant', name, () => {
    const type = owner.type === undefined ? undefined : typeOf(source, owner.type);
    source.record.add(constant(name, declaredValue(source, owner), type, atOf(source, owner)));
  });
  return { kind: 'name', name, space: 'value' };
}

/** Applies what is done to a variable after its declaration. What happens only sometimes makes its part unknown. */
function changed(source: Source, first: Expression, declaration: ts.Node, mutations: readonly Mutation[]): Expression {
  if (mutations.length === 0) return first;
  let value = reassigned(source, first, mutations);
  const added = mutations.filter((one) => one.kind === 'add');
  if (added.length > 0 || value.kind === 'tuple') value = extended(source, value, mutations);
  else if (mutations.some((one) => one.kind === 'elements'))
    value = { kind: 'array', items: loosened({ kind: 'element', of: value }) };
  const members = mutations.flatMap((one) => changedMember(source, one, declaration, value));
  if (members.length === 0) return value;
  return {
    kind: 'object',
    members: [...(value.kind === 'object' ? value.members : [{ kind: 'spread' as const, value }]), ...members],
  };
}

/** One of all that is ever assigned; a `null` or nothing to begin with is a placeholder that may or may not remain. */
function reassigned(source: Source, first: Expression, mutations: readonly Mutation[]): Expression {
  const assigned = mutations.filter((one) => one.kind === 'assign');
  if (assigned.length === 0) return first;
  const values = assigned.map(({ values: [value] }) =>
    value === undefined ? unknown('what an assignment makes of it') : readValue(source, value),
  );
  if (first.kind === 'absent')
    return values.length === 1 && values[0] !== undefined ? values[0] : { kind: 'union', options: values };
  const initial = first.kind === 'literal' && first.value === null ? unknown('its value before it is assigned') : first;
  return { kind: 'union', options: [initial, ...values] };
}

/** A list with what is pushed to it: any number of any of these. */
function extended(source: Source, value: Expression, mutations: readonly Mutation[]): Expression {
  const options: Expression[] = value.kind === 'tuple' ? value.items.map(itemValue) : [{ kind: 'element', of: value }];
  let touched = false;
  let open = false;
  for (const one of mutations) {
    if (one.kind === 'add' || one.kind === 'index') {
      touched = true;
      if (one.values.length === 0) open = true;
      for (const added of one.values)
        options.push(
          itemValue(
            ts.isSpreadElement(added) ? { kind: 'spread', value: readValue(source, added.expression) } : readValue(source, added),
          ),
        );
    } else if (one.kind === 'lend') open = true;
    else if (one.kind === 'elements') {
      touched = true;
      options.splice(0, options.length, ...options.map(loosened));
    }
  }
  if (!touched && !open) return value;
  if (open) options.push(unknown('elements that are added elsewhere'));
  return { kind: 'array', items: options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'union', options } };
}

function itemValue(item: TupleExpression['items'][number]): Expression {
  return item.kind === 'spread' ? { kind: 'element', of: item.value } : item;
}

/** It, but with members that may be added, changed or gone. */
function loosened(value: Expression): Expression {
  return {
    kind: 'object',
    members: [
      { kind: 'spread', value },
      { kind: 'spread', value: unknown('its members are changed in a loop') },
    ],
  };
}

function changedMember(source: Source, mutation: Mutation, declaration: ts.Node, value: Expression): ObjectMember[] {
  const always = sameBlock(declaration, mutation.statement);
  const at = atOf(source, mutation.statement);
  const [given] = mutation.values;
  switch (mutation.kind) {
    case 'set': {
      const name = mutation.member ?? '';
      if (always && given !== undefined)
        return isFunctionNode(given) ? [] : [{ kind: 'property', name, value: readValue(source, given), at }];
      const owned = value.kind === 'object' && value.members.some((member) => member.kind === 'property' && member.name === name);
      const later = unknown('it is changed later, or only sometimes');
      return owned || given === undefined ? [{ kind: 'property', name, value: later, at }] : [{ kind: 'rest', values: later }];
    }
    case 'delete':
      return [{ kind: 'property', name: mutation.member ?? '', value: always ? ABSENT : unknown('it is deleted sometimes'), at }];
    case 'index':
      return value.kind === 'array' || value.kind === 'tuple'
        ? []
        : [{ kind: 'rest', values: given === undefined ? unknown('computed members') : readValue(source, given) }];
    case 'merge':
      if (!always || mutation.values.length === 0) return [{ kind: 'spread', value: unknown('members are merged into it') }];
      return mutation.values.map((one) => ({ kind: 'spread', value: readValue(source, one) }));
    case 'lend':
      return value.kind === 'object' ? [{ kind: 'spread', value: unknown('it is given to a function that may change it') }] : [];
    default:
      return [];
  }
}

/** Whether a statement surely runs when the declaration did. */
function sameBlock(declaration: ts.Node, statement: ts.Node): boolean {
  const owner = ts.isBindingElement(declaration) ? patternOwner(declaration) : declaration;
  if (!ts.isExpressionStatement(statement)) return false;
  if (ts.isParameter(owner)) return isFunctionNode(owner.parent) && statement.parent === owner.parent.body;
  return owner.parent?.parent?.parent === statement.parent;
}

/** Records what the members of a class hold: `Class#member`, `Class.member`; functions are callables of their own. */
export function recordMembers(source: Source, owner: ts.ClassLikeDeclaration): void {
  for (const [name, values] of staticsOf(source, owner)) {
    const fact = classMemberName(source.tree, owner, name, true);
    const options = values.map((value) => readValue(source, value)).filter((value) => !isNothing(value));
    const [only] = options;
    if (only === undefined) continue;
    source.record.once('constant', fact, () => {
      source.record.add(constant(fact, options.length === 1 ? only : { kind: 'union', options }, undefined, atOf(source, owner)));
    });
  }
  for (const member of owner.members) {
    if (!ts.isPropertyDeclaration(member) || member.initializer === undefined || isFunctionNode(member.initializer)) continue;
    const name = memberName(member.name);
    if (name === undefined) continue;
    const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    recordMember(source, classMemberName(source.tree, owner, name, isStatic), member.initializer, member.type, member);
  }
  for (const { name, assignment } of assignedMembers(owner)) {
    const declared = owner.members.find((member) => ts.isPropertyDeclaration(member) && memberName(member.name) === name);
    const type = declared !== undefined && ts.isPropertyDeclaration(declared) ? declared.type : undefined;
    if (!isFunctionNode(assignment.right))
      recordMember(source, classMemberName(source.tree, owner, name), assignment.right, type, assignment);
  }
}

function isNothing(value: Expression): boolean {
  return value.kind === 'absent' || (value.kind === 'literal' && value.value === null);
}

function recordMember(source: Source, name: string, value: ts.Expression, type: ts.TypeNode | undefined, at: ts.Node): void {
  source.record.once('constant', name, () => {
    source.record.add(constant(name, readValue(source, value), type && typeOf(source, type), atOf(source, at)));
  });
}
