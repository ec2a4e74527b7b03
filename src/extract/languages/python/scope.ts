import type { Statement } from './syntax/statements.js';
import type { Argument, Node, Place } from './syntax/syntax.js';

/** What a name is bound to in one scope. */
export type Binding =
  | { readonly kind: 'function'; readonly definition: FunctionDefinition }
  | { readonly kind: 'class'; readonly definition: ClassDefinition }
  | { readonly kind: 'import'; readonly module: string; readonly imported: string }
  | Variable
  | { readonly kind: 'parameter'; readonly index: number; readonly parameter: Parameter; readonly of: FunctionDefinition }
  /** The variable of loops or comprehensions, in order of their places. */
  | { readonly kind: 'loop'; readonly loops: readonly Loop[] };

export interface Loop {
  /** Absent: what it stands for cannot be told. */
  readonly over?: Node;
  /** Where the name stands in the target: of `for a, (b, c) in xs`, `c` is at [1, 1]. */
  readonly place: readonly number[];
  /** Of its header. */
  readonly start: number;
  /** After its block. */
  readonly end: number;
  /** Where what it runs over stands, of a further loop of a comprehension. */
  readonly further?: number;
}

export interface Variable {
  readonly kind: 'variable';
  readonly annotation?: Node;
  /** What is assigned to it, in order; `undefined`: something that was not read. */
  readonly values: (Node | undefined)[];
  /** What is appended to the list it holds: `x += [...]`. */
  readonly added: Node[];
  /** How the slashes of the text it holds are put right afterwards. */
  readonly tidied: SlashChange[];
  /** Its first value is surely replaced by another before it is used, and left out of `values`. */
  replaced?: boolean;
  /** It is given data that holds what it held: `body = {'data': body}`. */
  wrapped?: boolean;
  /** The parameter that it is until it is given a value. */
  given?: Extract<Binding, { kind: 'parameter' }>;
  /** Whether its first value stands under no condition. */
  readonly sure: boolean;
  readonly start: number;
}

/** What a variable holds that is given a value once. */
export const onlyValue = (binding: Binding | undefined): Node | undefined =>
  binding?.kind === 'variable' && binding.values.length === 1 ? binding.values[0] : undefined;

/** Slashes are taken off a text, or there is one at its start or end. */
export type SlashChange = 'start' | 'end' | 'both' | 'begun' | 'ended';

export interface Parameter {
  readonly name: string;
  readonly star: 0 | 1 | 2;
  readonly annotation?: Node;
  readonly default?: Node;
}

export interface FunctionDefinition {
  readonly name: string;
  /** Of its `callable` fact. */
  readonly fact: string;
  readonly start: number;
  /** After its last statement. */
  readonly end: number;
  readonly parameters: readonly Parameter[];
  readonly returns?: Node;
  readonly decorators: readonly Node[];
  readonly isGenerator: boolean;
  /** What its `return` statements give; `undefined`: nothing. */
  readonly results: readonly (Node | undefined)[];
  /** The conditions under which each of `results` is reached, as far as branches show them. */
  readonly ways: readonly (readonly Guard[])[];
  readonly inside: Scope;
  /** The class it is a method of. */
  readonly owner?: ClassDefinition;
}

/** A condition of a branch, by its place, that holds or does not. */
export interface Guard {
  readonly start: number;
  readonly end: number;
  readonly holds: boolean;
  /** Of a `case`: where what is compared with it stands. */
  readonly subject?: Pick<Guard, 'start' | 'end'>;
  /** It says so only where all of these hold: branches before its own that go on. */
  readonly after?: readonly Guard[];
}

/** A member of a class that is assigned or annotated in its body. */
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

/** A member of a dictionary that is set after it is made; without a value it is taken out. */
export interface SetMember {
  readonly key: string;
  readonly value?: Node;
  readonly start: number;
  /** No condition and no loop decides. */
  readonly sure: boolean;
  /** The condition that decides, and how many are around it: nothing else does. */
  readonly guard?: Guard;
  readonly depth: number;
}

/** An attribute of an instance that a method sets; without a value it is not known what to. */
export interface SelfSet {
  readonly value?: Node;
  readonly annotation?: Node;
  readonly sure: boolean;
  readonly start: number;
}

/** `isinstance(x, classes)`, which holds or does not. */
export interface KindTest {
  /** As written: `dict`, `(list, tuple)`, `Row | Page`. */
  readonly classes: string;
  readonly holds: boolean;
}

/** Names of a module, a function or a class body. */
export interface Scope {
  /** Of the names of its facts: `''` for a module. */
  readonly prefix: string;
  readonly form: 'module' | 'function' | 'class';
  readonly parent?: Scope;
  readonly bindings: Map<string, Binding>;
  /** Names of what is changed after it is made, in ways that are not followed. */
  readonly changed: Set<string>;
  /** Of these: names of lists and dictionaries whose own members may be others afterwards. */
  readonly replaced: Set<string>;
  /** Names of lists whose items a loop changes. */
  readonly looped: Set<string>;
  /** Members of dictionaries that are set one by one, by the name of the dictionary. */
  readonly sets: Map<string, SetMember[]>;
  /** What is set under computed keys, by the name of the dictionary. */
  readonly indexed: Map<string, Node[]>;
  /** What is appended to lists, one by one. */
  readonly appended: Map<string, Node[]>;
  /** Lists whose items are appended to lists. */
  readonly extended: Map<string, Node[]>;
  /** What attributes of `self` are set to, by their names. */
  readonly ofSelf: Map<string, SelfSet[]>;
  /** Calls that stand by themselves and are given a name's value. */
  readonly lent: Map<string, Node[]>;
  /** Names whose changes are being read: in those they are what they were before. */
  readonly before: Set<string>;
  /** Conditions and loops around the statement that is being read. */
  nested: number;
  /** Of these, loops and all else but `if`. */
  repeated: number;
  /** Names that a condition looks at. */
  readonly tested: Set<string>;
  /** Where conditions leave something in names and their attributes (`row.note`), and where names are bound anew. */
  readonly present: Map<string, (Place & { readonly kind?: KindTest })[]>;
  readonly bound: Map<string, number[]>;
  /** Specifiers of `from x import *`. */
  readonly stars: string[];
  readonly results: (Node | undefined)[];
  readonly ways: (readonly Guard[])[];
  /** Conditions of the branches that are being read. */
  readonly guards: Guard[];
  /** Statements that are expressions. */
  readonly calls: Call[];
  generator: boolean;
  of?: FunctionDefinition;
}

/** A call that stands by itself, or in an assignment. */
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

/** Loops over one name that are told apart. */
const MAX_LOOPS = 200;

/** A name that is given another value, or one of whose members is. */
export function bindAnew(scope: Scope, target: Node): void {
  let at = target;
  while (at.kind === 'attribute' || at.kind === 'subscript') at = at.of;
  if (at.kind !== 'name') return;
  const places = scope.bound.get(at.name);
  if (places === undefined) scope.bound.set(at.name, [at.start]);
  else if (places.length < MAX_LOOPS) places.push(at.start);
}

/** Binds the names of a loop's target. */
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

/** The scope of the element of a comprehension. */
export function comprehensionScope(scope: Scope, node: Extract<Node, { kind: 'comprehension' }>): Scope {
  const inside = createScope(scope.form, scope.prefix, scope);
  const { start, end, over } = node;
  bindLoop(inside, node.target, { start, end, ...(over === undefined ? {} : { over }) });
  for (const loop of node.within ?? []) bindLoop(inside, loop.target, { start, end, over: loop.over, further: loop.over.start });
  inside.bound.clear();
  return inside;
}

/** What a name means where it is used, and the name of its fact. Names of a class body are not seen from within its methods. */
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

/** `x` of a module, `make.x` of a function, `Users#list.x` of a method, `Users.x` of a class. */
export function factName(scope: Scope, name: string): string {
  return scope.prefix === '' ? name : `${scope.prefix}.${name}`;
}

/** Where a name comes from: `fastapi.APIRouter`, `typing.Optional`, `str`; undefined: it is made here. */
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
