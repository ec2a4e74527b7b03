import type { Statement } from './syntax/statements.js';
import { type Argument, type Node, type Place, plainText } from './syntax/syntax.js';

/** The binding of a name in one scope. */
export type Binding =
  | { readonly kind: 'function'; readonly definition: FunctionDefinition }
  | { readonly kind: 'class'; readonly definition: ClassDefinition }
  | { readonly kind: 'import'; readonly module: string; readonly imported: string }
  | Variable
  | { readonly kind: 'parameter'; readonly index: number; readonly parameter: Parameter; readonly of: FunctionDefinition }
  /** The variable of loops or comprehensions, in source order. */
  | { readonly kind: 'loop'; readonly loops: readonly Loop[] };

export interface Loop {
  /** Absent: the value is unknown. */
  readonly over?: Node;
  /** Position of the name in the target: in `for a, (b, c) in xs`, `c` is at [1, 1]. */
  readonly place: readonly number[];
  /** Start of the header. */
  readonly start: number;
  /** End of the block. */
  readonly end: number;
  /** Start of the iterable in a further loop of a comprehension. */
  readonly further?: number;
  /** A comprehension with conditions. */
  readonly filtered?: boolean;
  /** It is the exception of an `except … as`. */
  readonly caught?: boolean;
}

export interface Variable {
  readonly kind: 'variable';
  readonly annotation?: Node;
  /** Assigned values, in order; `undefined`: a value that is not analysed. */
  readonly values: (Node | undefined)[];
  /** Lists appended to its list: `x += [...]`. */
  readonly added: Node[];
  /** Changes of the slashes in its text. */
  readonly tidied: SlashChange[];
  /** Its first value is always replaced before use, and is left out of `values`. */
  replaced?: boolean;
  /** A new value wraps the old one: `body = {'data': body}`. */
  wrapped?: boolean;
  /** The parameter that provides its value before the first assignment. */
  given?: Extract<Binding, { kind: 'parameter' }>;
  /** Whether its first assignment is unconditional. */
  readonly sure: boolean;
  readonly start: number;
}

/** The value of a variable that is assigned once. */
export const onlyValue = (binding: Binding | undefined): Node | undefined =>
  binding?.kind === 'variable' && binding.values.length === 1 ? binding.values[0] : undefined;

/** Slashes are stripped from a text, or ensured at its start or end. */
export type SlashChange = 'start' | 'end' | 'both' | 'begun' | 'ended';

export interface Parameter {
  readonly name: string;
  readonly star: 0 | 1 | 2;
  readonly annotation?: Node;
  readonly default?: Node;
}

export interface FunctionDefinition {
  readonly name: string;
  /** Name of its `callable` fact. */
  readonly fact: string;
  readonly start: number;
  /** End of its last statement. */
  readonly end: number;
  readonly parameters: readonly Parameter[];
  readonly returns?: Node;
  readonly decorators: readonly Node[];
  readonly isGenerator: boolean;
  /** The values of its `return` statements; `undefined`: no value. */
  readonly results: readonly (Node | undefined)[];
  /** The branch conditions of each of `results`, as far as they are known. */
  readonly ways: readonly (readonly Guard[])[];
  readonly inside: Scope;
  /** The class of a method. */
  readonly owner?: ClassDefinition;
}

/** A branch condition, by its range, that is true or false. */
export interface Guard {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
  /** For a `case`: the range of the matched subject. */
  readonly subject?: Pick<Guard, 'start' | 'end'>;
  /** Conditions of earlier branches that do not leave: the guard applies only if all of these are true. */
  readonly after?: readonly Guard[];
}

/** A class member that the class body assigns or annotates. */
export interface ClassField {
  readonly name: string;
  readonly annotation?: Node;
  readonly value?: Node;
  readonly start: number;
}

export interface ClassDefinition {
  readonly name: string;
  readonly fact: string;
  readonly start: number;
  readonly arguments: readonly Argument[];
  /** `class Page[T]`. */
  readonly typeParameters: readonly string[];
  readonly decorators: readonly Node[];
  readonly fields: ClassField[];
  readonly methods: FunctionDefinition[];
  /** `class Config:`, `class Meta:`. */
  readonly inner: ClassDefinition[];
  readonly outside: Scope;
  readonly inside: Scope;
}

/** A dictionary member that is set later; without a value it is removed. */
export interface SetMember {
  readonly key: string;
  readonly value?: Node;
  readonly start: number;
  /** The value is a list with one element more: `data['rows'].append(row)`. */
  readonly appended?: true;
  /** No condition and no loop is around it. */
  readonly sure: boolean;
  /** The only condition around it, and the number of enclosing conditions. */
  readonly guard?: Guard;
  readonly depth: number;
}

/** An attribute that a method sets on an instance; without a value: unknown value. */
export interface SelfSet {
  readonly value?: Node;
  readonly annotation?: Node;
  readonly sure: boolean;
  readonly start: number;
}

/** `isinstance(x, classes)`, true or false. */
export interface KindTest {
  /** In source form: `dict`, `(list, tuple)`, `Row | Page`. */
  readonly classes: string;
  readonly holds: boolean;
}

/** The names of a module, a function or a class body. */
export interface Scope {
  /** Prefix for the names of its facts: `''` for a module. */
  readonly prefix: string;
  readonly form: 'module' | 'function' | 'class';
  readonly parent?: Scope;
  readonly bindings: Map<string, Binding>;
  /** Names of values that code changes later in ways that are not followed. */
  readonly changed: Set<string>;
  /** A subset of these: lists and dictionaries whose members may be replaced. */
  readonly replaced: Set<string>;
  /** Lists whose items a loop changes. */
  readonly looped: Set<string>;
  /** Dictionary members that are set one by one, by dictionary name. */
  readonly sets: Map<string, SetMember[]>;
  /** Values that are set under computed keys, by dictionary name. */
  readonly indexed: Map<string, Node[]>;
  /** Single items appended to lists. */
  readonly appended: Map<string, Node[]>;
  /** Lists that extend other lists. */
  readonly extended: Map<string, Node[]>;
  /** Values assigned to attributes of `self`, by attribute name. */
  readonly ofSelf: Map<string, SelfSet[]>;
  /** Values assigned to `status_code` or `status` of names: `response.status_code = 201`. */
  readonly statuses: Map<string, SelfSet[]>;
  /** Call statements that get the value of a name. */
  readonly lent: Map<string, Node[]>;
  /** Names whose changes are being evaluated: inside these they have their earlier value. */
  readonly before: Set<string>;
  /** Number of conditions and loops around the current statement. */
  nested: number;
  /** Of these, loops and all other blocks except `if`. */
  repeated: number;
  /** Names that conditions test. */
  readonly tested: Set<string>;
  /** Ranges where conditions narrow names and their attributes (`row.note`), and offsets of new bindings. */
  readonly present: Map<string, (Place & { readonly kind?: KindTest; readonly truthy?: true })[]>;
  readonly bound: Map<string, number[]>;
  /** Specifiers of `from x import *`. */
  readonly stars: string[];
  readonly results: (Node | undefined)[];
  readonly ways: (readonly Guard[])[];
  /** Conditions of the enclosing branches. */
  readonly guards: Guard[];
  /** Expression statements. */
  readonly calls: Call[];
  generator: boolean;
  of?: FunctionDefinition;
  /** Of a class: `class Page[T]`. */
  typeParameters?: readonly string[];
}

/** A call as a statement or in an assignment. */
export interface Call {
  readonly node: Node;
  readonly scope: Scope;
  readonly statement: Statement;
}

export function createScope(form: Scope['form'], prefix: string, parent?: Scope): Scope {
  return {
    form,
    prefix,
    ...(parent === undefined ? {} : { parent }),
    bindings: new Map(),
    changed: new Set(),
    replaced: new Set(),
    looped: new Set(),
    sets: new Map(),
    indexed: new Map(),
    appended: new Map(),
    extended: new Map(),
    ofSelf: new Map(),
    statuses: new Map(),
    lent: new Map(),
    before: new Set(),
    nested: 0,
    repeated: 0,
    tested: new Set(),
    present: new Map(),
    bound: new Map(),
    stars: [],
    results: [],
    ways: [],
    guards: [],
    calls: [],
    generator: false,
  };
}

/** Limit of recorded loops over one name. */
const MAX_LOOPS = 200;

/** Records that a name, or one of its members, gets a new value. */
export function bindAnew(scope: Scope, target: Node): void {
  let at = target;
  while (at.kind === 'attribute' || at.kind === 'subscript') at = at.of;
  if (at.kind !== 'name') return;
  const places = scope.bound.get(at.name);
  if (places === undefined) scope.bound.set(at.name, [at.start]);
  else if (places.length < MAX_LOOPS) places.push(at.start);
}

/** Binds the names of a loop target. */
export function bindLoop(scope: Scope, target: Node, loop: Omit<Loop, 'place'>, place: readonly number[] = []): void {
  if (target.kind === 'tuple' || target.kind === 'list') {
    for (const [index, item] of target.items.entries()) bindLoop(scope, item, loop, [...place, index]);
    return;
  }
  if (target.kind === 'star') bindLoop(scope, target.of, { start: loop.start, end: loop.end });
  if (target.kind !== 'name') return;
  bindAnew(scope, target);
  const known = scope.bindings.get(target.name);
  const earlier = known?.kind === 'loop' ? known.loops.slice(0, MAX_LOOPS) : [];
  scope.bindings.set(target.name, { kind: 'loop', loops: [...earlier, { ...loop, place }] });
}

/** The scope of a comprehension element. */
export function comprehensionScope(scope: Scope, node: Extract<Node, { kind: 'comprehension' }>): Scope {
  const inside = createScope(scope.form, scope.prefix, scope);
  const { start, end, over } = node;
  const filtered = (node.tests ?? []).length > 0;
  bindLoop(inside, node.target, { start, end, filtered, ...(over === undefined ? {} : { over }) });
  for (const loop of node.within ?? [])
    bindLoop(inside, loop.target, { start, end, filtered, over: loop.over, further: loop.over.start });
  inside.bound.clear();
  return inside;
}

/** The binding of a name at its use, and the name of its fact. Methods do not see names of the class body. */
export function lookup(
  scope: Scope,
  name: string,
): { readonly binding: Binding; readonly fact: string; readonly scope: Scope } | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.form === 'class' && at !== scope) continue;
    const binding = at.bindings.get(name);
    if (binding !== undefined) return { binding, fact: factName(at, name), scope: at };
  }
  return undefined;
}

/** A text of constants of this file: `rf'^items/(?P<slug>{SLUG})/$'`, `BASE + 'items/'`. Undefined: some of it is not known here. */
export function textIn(scope: Scope, node: Node | undefined, depth = 0): string | undefined {
  const inner = (of: Node | undefined): string | undefined => (depth < 5 ? textIn(scope, of, depth + 1) : undefined);
  if (node?.kind === 'name') return inner(onlyValue(lookup(scope, node.name)?.binding));
  const parts: readonly (string | Node)[] =
    node?.kind === 'text' ? node.parts : node?.kind === 'operation' && node.operator === '+' ? [node.left, node.right] : [];
  const texts = parts.map((part) => (typeof part === 'string' ? part : inner(part)));
  return node === undefined || (texts.length === 0 && plainText(node) === undefined) || texts.includes(undefined)
    ? undefined
    : texts.join('');
}

/** The function of this file that a name refers to. */
export function functionHere(scope: Scope, node: Node | undefined): FunctionDefinition | undefined {
  const binding = node?.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  return binding?.kind === 'function' ? binding.definition : undefined;
}

/** The class of this file that a name refers to. */
export function classHere(scope: Scope, node: Node | undefined): ClassDefinition | undefined {
  const binding = node?.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  return binding?.kind === 'class' ? binding.definition : undefined;
}

/**
 * Whether a test holds for a class or one that it extends in this file. Level by level: a recursive search of `class B(A, A)` and
 * `class C(B, B)` visits `A` four times.
 *
 * @param depth limit of the levels above the class
 * @param test undefined: the bases decide; `isLast`: at the limit
 */
export function someBase(
  definition: ClassDefinition,
  depth: number,
  test: (one: ClassDefinition, isLast: boolean) => boolean | undefined,
): boolean {
  let level = new Set([definition]);
  for (let left = depth; level.size > 0; left--) {
    const above = new Set<ClassDefinition>();
    for (const one of level) {
      const holds = test(one, left === 0);
      if (holds === true) return true;
      if (holds === false || left === 0) continue;
      for (const { name, value } of one.arguments) {
        const base = name === undefined ? classHere(one.outside, value) : undefined;
        if (base !== undefined) above.add(base);
      }
    }
    level = above;
  }
  return false;
}

/** `x` of a module, `make.x` of a function, `Users#list.x` of a method, `Users.x` of a class. */
export function factName(scope: Scope, name: string): string {
  return scope.prefix === '' ? name : `${scope.prefix}.${name}`;
}

/** The origin of a name: `fastapi.APIRouter`, `typing.Optional`, `str`; undefined: this file defines it. */
export function originOf(scope: Scope, node: Node | undefined): string | undefined {
  if (node?.kind === 'attribute') {
    const of = originOf(scope, node.of);
    return of === undefined ? undefined : `${of}.${node.name}`;
  }
  if (node?.kind !== 'name') return undefined;
  const found = lookup(scope, node.name);
  if (found === undefined) return node.name;
  if (found.binding.kind !== 'import') return undefined;
  const { module, imported } = found.binding;
  return imported === '*' ? module : `${module}.${imported}`;
}
