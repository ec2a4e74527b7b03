import { assigned, called, deleted, lend } from './changes.js';
import { slashesPutRight } from './routing/slashes.js';
import { bindAnew, type ClassDefinition, type ClassField, type Scope, type SelfSet, type Variable } from './scope.js';
import { wraps } from './syntax/blocks.js';
import type { MaskedText } from './syntax/mask.js';
import { parse } from './syntax/parse.js';
import { closing, type Statement, topLevel } from './syntax/statements.js';
import type { Node } from './syntax/syntax.js';

/** Reads an assignment or an expression statement. */
export function readAssignment(masked: MaskedText, scope: Scope, statement: Statement, owner?: ClassDefinition): void {
  const { start, end } = statement;
  const signs = assignmentsIn(masked.bare, start, end);
  const [first] = signs;
  if (first === undefined) {
    if (!readAnnotation(masked, scope, start, end, undefined, owner)) readExpression(masked, scope, statement);
    return;
  }
  const last = signs.at(-1) ?? first;
  const value = parse(masked, last.to, end);
  // `type UserId = int`: https://docs.python.org/3/reference/simple_stmts.html#the-type-statement
  const [, alias] = /^type\s{1,9}(\w{1,200})(?:\[[^=]{0,200}\])?\s{0,9}$/.exec(masked.bare.slice(start, first.from)) ?? [];
  if (alias !== undefined) {
    variableIn(scope, alias, start, { kind: 'name', name: 'TypeAlias', start, end: start })?.values.push(value);
    return;
  }
  scope.calls.push({ node: value, scope, statement });
  called(scope, value);
  if (first.augmented) {
    augment(masked, scope, start, first.from, value, masked.bare.slice(first.from, first.to));
    return;
  }
  if (signs.length === 1 && readAnnotation(masked, scope, start, first.from, value, owner)) return;
  let from = start;
  for (const sign of signs) {
    assign(masked, scope, parse(masked, from, sign.from), value, owner);
    from = sign.to;
  }
}

/** Reads a condition: the names that it tests, and those that it binds (`name := value`). */
export function readCondition(masked: MaskedText, scope: Scope, { start, end }: Statement): void {
  const text = masked.bare.slice(start, Math.min(end, start + MAX_CONDITION));
  for (const [name] of text.matchAll(/\w+/g)) scope.tested.add(name);
  for (const { 0: sign, 1: name = '', index } of text.matchAll(/\b(\w{1,100})\s{0,9}:=/g)) {
    const from = start + index + sign.length;
    const open = start + text.slice(0, index).trimEnd().length - 1;
    const stop = masked.bare[open] === '(' ? closing(masked.bare, open, end) : end - 1;
    assign(masked, scope, { kind: 'name', name, start: start + index, end: from }, parse(masked, from, stop));
  }
}

/** The analysed length of a condition. */
const MAX_CONDITION = 500;

/** `x: int`, `x: int = 1`. */
function readAnnotation(
  masked: MaskedText,
  scope: Scope,
  start: number,
  end: number,
  value: Node | undefined,
  owner: ClassDefinition | undefined,
): boolean {
  const colon = topLevel(masked.bare, start, end, ':');
  if (colon < 0) return false;
  const target = masked.bare.slice(start, Math.min(colon, start + 200));
  const name = /^(\w+)\s*$/.exec(target)?.[1];
  const annotation = parse(masked, colon + 1, end);
  const own = /^self\.(\w+)\s*$/.exec(target)?.[1];
  if (own !== undefined) setOn(scope.ofSelf, own, { annotation, start, sure: scope.nested === 0, ...(value && { value }) });
  if (name === undefined) return true;
  if (owner !== undefined) setField(scope, owner, { name, annotation, start, ...(value === undefined ? {} : { value }) });
  const variable = variableIn(scope, name, start, annotation);
  if (value !== undefined) variable?.values.push(value);
  return true;
}

/** Classes with more members are tables of constants. */
const MAX_SEARCHED = 1000;

/** Adds a member that the body of a class sets; one of that name that is surely set anew is gone. */
function setField(scope: Scope, { fields }: ClassDefinition, field: ClassField): void {
  const isSearched = scope.nested === 0 && fields.length <= MAX_SEARCHED;
  const before = isSearched ? fields.findIndex(({ name }) => name === field.name) : -1;
  if (before >= 0 && field.value !== undefined) fields.splice(before, 1, field);
  else fields.push(field);
}

function assign(masked: MaskedText, scope: Scope, target: Node, value: Node | undefined, owner?: ClassDefinition): void {
  bindAnew(scope, target);
  if (target.kind === 'name') {
    const { name, start } = target;
    if (owner !== undefined) setField(scope, owner, { name, start, ...(value === undefined ? {} : { value }) });
    const variable = variableIn(scope, name, start);
    const tidied = variable?.values.length === 1 ? slashesPutRight(masked, scope, name, value) : undefined;
    if (variable !== undefined && wraps(masked.bare, name, value)) variable.wrapped = true;
    if (tidied === undefined) variable?.values.push(value);
    else variable?.tidied.push(...tidied);
  } else if (target.kind === 'tuple' || target.kind === 'list') {
    const values =
      value?.kind === 'tuple' && value.items.length === target.items.length ? value.items : partsOf(value, target.items);
    for (const [index, item] of target.items.entries()) {
      if (item.kind === 'name') assign(masked, scope, item, values[index], owner);
    }
  } else if (target.kind === 'subscript' || target.kind === 'attribute') {
    if (target.kind === 'attribute' && target.of.kind === 'name') {
      const set: SelfSet = { start: target.start, sure: scope.nested === 0, ...(value && { value }) };
      if (target.of.name === 'self') setOn(scope.ofSelf, target.name, set);
      else if (/^status(?:_code)?$/.test(target.name)) setOn(scope.statuses, target.of.name, set);
    }
    assigned(scope, target, value);
  }
}

/** Limit of recorded assignments to one attribute. */
const MAX_SET = 20;

function setOn(attributes: Map<string, SelfSet[]>, name: string, set: SelfSet): void {
  const all = attributes.get(name) ?? [];
  if (all.length < MAX_SET) all.push(set);
  attributes.set(name, all);
}

/** `book, made = find_or_make()`: one element of the call's result for each target. */
function partsOf(value: Node | undefined, targets: readonly Node[]): readonly (Node | undefined)[] {
  const call = value?.kind === 'await' ? value.of : value;
  if (value === undefined || call?.kind !== 'call' || targets.some(({ kind }) => kind === 'star')) return [];
  return targets.map((_, index): Node => {
    const { start, end } = value;
    return { kind: 'subscript', of: value, items: [{ kind: 'number', value: index, start, end }], start, end };
  });
}

function augment(masked: MaskedText, scope: Scope, start: number, end: number, value: Node, sign: string): void {
  const target = parse(masked, start, end);
  bindAnew(scope, target);
  if (target.kind === 'subscript') assigned(scope, target, undefined);
  if (target.kind !== 'name') return;
  const variable = variableIn(scope, target.name, target.start);
  // `data |= {'x': 1}` is `data.update({'x': 1})`
  const update: Node = { ...target, kind: 'attribute', of: target, name: 'update' };
  if (sign === '|=') called(scope, { ...target, kind: 'call', of: update, arguments: [{ value }] });
  else if (sign === '+=') variable?.added.push(value);
  else variable?.values.push(undefined);
}

/** The variable of a scope, created if needed; undefined if the name is bound to something else. */
function variableIn(scope: Scope, name: string, start: number, annotation?: Node): Variable | undefined {
  const known = scope.bindings.get(name);
  if (known?.kind === 'variable') return known;
  const made: Variable = {
    kind: 'variable',
    values: [],
    added: [],
    tidied: [],
    sure: scope.nested === 0,
    start,
    ...(annotation === undefined ? {} : { annotation }),
  };
  // a name with another binding may hold either value
  if (known !== undefined && known.kind !== 'import') made.values.push(undefined);
  scope.bindings.set(name, made);
  return made;
}

function readExpression(masked: MaskedText, scope: Scope, statement: Statement): void {
  const node = parse(masked, statement.start, statement.end);
  const call = node.kind === 'await' ? node.of : node;
  scope.calls.push({ node: call, scope, statement });
  called(scope, call);
  lend(scope, call);
  if (/^del\b/.test(masked.bare.slice(statement.start, statement.start + 4))) {
    const gone = parse(masked, statement.start + 3, statement.end);
    for (const one of gone.kind === 'tuple' ? gone.items : [gone]) deleted(scope, one);
  }
}

interface Sign {
  readonly from: number;
  readonly to: number;
  readonly augmented: boolean;
}

/** The top-level assignment signs of a statement. */
function assignmentsIn(bare: string, start: number, end: number): readonly Sign[] {
  const signs: Sign[] = [];
  const token = /[()[\]{}]|(?:\*\*|\/\/|>>|<<|[<>!:+\-*/|&^%@=])?=|\blambda\b/g;
  const within = bare.slice(start, end);
  let depth = 0;
  for (let found = token.exec(within); found !== null; found = token.exec(within)) {
    const [one] = found;
    if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    else if (one === 'lambda' && depth === 0) return signs;
    else if (depth === 0 && !/^(?:[<>!:=]=|lambda)$/.test(one))
      signs.push({ from: start + found.index, to: start + found.index + one.length, augmented: one !== '=' });
  }
  return signs;
}
