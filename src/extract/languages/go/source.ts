import type { Expression, ObjectMember } from '../../../facts/expression.js';
import type {
  Callable,
  Condition,
  Constant,
  Declaration,
  Fact,
  FileGap,
  Import,
  Loop,
  Registration,
} from '../../../facts/fact.js';
import type { Field } from './struct-fields.js';
import type { FunctionNode, Node, Parameter, Span } from './syntax/node.js';
import { placeOf, type SourceText } from './syntax/text.js';

/** A file of Go that is being read, and what was found in it so far. */
export interface Source {
  readonly path: string;
  readonly text: SourceText;
  /** Names by which packages are called here, with their import paths. */
  readonly packages: ReadonlyMap<string, string>;
  /** What the file declares at its top. */
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  readonly functions: readonly FunctionDeclaration[];
  readonly held: ReadonlyMap<string, Held>;
  /** Methods by `Type#method`. */
  readonly named: ReadonlySet<string>;
  /** Names of methods by their types. */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types with methods that are given a text and something more, called like those that register: `Get(path string, h Handler)`. */
  readonly registering: ReadonlySet<string>;
  /** What the framework of an import means to the file. */
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** By name: written down only when something refers to them. */
  readonly constants: Map<string, Constant>;
  /** Calls of which some may register routes. */
  readonly calls: PossibleRegistration[];
  /** Names of what stands elsewhere than in calls of it: a function may be called by others then. */
  readonly handedFunctions: Set<string>;
  /** Lists of routes that fields of structs are given, by `Type#field`. */
  readonly fieldTables: Map<string, Expression>;
  /** Methods that give a field of what they are called on, with its name in that form. */
  readonly getters: Map<string, string>;
  /** Operations of a generated API by the fields that handle them, `Type#field`. */
  readonly operations: Map<string, { readonly method: string; readonly path: string }>;
  /** Maps that functions are given, which may change them. */
  readonly handed: Set<string>;
  readonly callables: Map<string, Callable>;
  /** What types write by a `MarshalJSON` that was read, by their names. */
  readonly marshalled: Map<string, Expression>;
  readonly declarations: Map<string, Declaration>;
  readonly imports: Map<string, Import>;
  /** What variables of the package are to frameworks, by name. */
  readonly hints: Map<string, Hint>;
  readonly fields: Map<number, readonly Field[]>;
  /** Names of routers that were written down. */
  readonly routers: Set<string>;
  /** Routers that servers of the standard library are given. */
  readonly served: Map<string, { readonly expression: Expression; readonly dialect: string }>;
  /** Rows that loops put into maps of routes, by the names of these. */
  readonly rows: Map<string, Row[]>;
  /** Whether events are read as well. */
  readonly events: boolean;
}

/** `routes["get" + name] = route{…}` in a loop. */
export interface Row {
  readonly key: Expression;
  readonly value: Expression;
  readonly loops: readonly Loop[];
}

export interface TypeDeclaration extends Span {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly type: Node;
  readonly isAlias: boolean;
}

export interface FunctionDeclaration extends FunctionNode {
  readonly name: string;
  /** Of a method: what it is called on. */
  readonly receiver?: Parameter;
  readonly typeParameters: readonly Parameter[];
}

/** A variable or constant of the package. */
export interface Held {
  readonly name: string;
  readonly type?: Node;
  readonly value?: Node;
  /** Which of the results of `value` it is. */
  readonly result?: number;
  readonly at: number;
}

/** What a variable is to a framework. */
export type Hint =
  | { readonly kind: 'router'; readonly dialect: string }
  | { readonly kind: 'context'; readonly dialect: string }
  /** `http.ResponseWriter`, `*http.Request`, `*json.Encoder` on a response. */
  | { readonly kind: 'request' }
  /** `into`: the variable that it writes to instead of a response. */
  | { readonly kind: 'encoder'; readonly into?: string }
  /** `dialect`: it has methods of a framework. */
  | { readonly kind: 'writer'; readonly dialect?: string }
  /** A value with a context or writer in it: its methods may answer. */
  | { readonly kind: 'holder' }
  | { readonly kind: 'path-parameter'; readonly name: string }
  /** The path of the request behind `before`; without that, a part of it. */
  | { readonly kind: 'request-path'; readonly before?: string }
  /** The method of the request. */
  | { readonly kind: 'request-method' }
  /** A status that is worked out of an error. */
  | { readonly kind: 'failure' }
  /** A context or request that holds the status of the answer. */
  | { readonly kind: 'status'; readonly value: Expression }
  /** Bytes of JSON. */
  | { readonly kind: 'marshalled'; readonly value: Expression };

/** A local name and what it stands for. */
export interface Binding {
  readonly expression: Expression;
  readonly hint?: Hint;
  /** Of a router that is a struct of the service: which says what its methods do. */
  readonly type?: Expression;
  /** The function that a local variable holds. */
  readonly callable?: string;
  /** The numbers that it may hold here; of none nothing is known. */
  readonly given?: Expression;
  /** Of a field, called as it is written (`o.Id`): what it holds where it is not nil. */
  readonly narrowed?: Expression;
  /** Of `ok` in `v, ok := x.(T)`: what it tells. */
  readonly test?: Condition;
  /** Of a receiver that its method gives back: what is set on it. */
  readonly set?: ObjectMember[];
  /** It stands for a variable of a scope around it, which was set here. */
  readonly outer?: true;
}

/** Where an expression stands. */
export interface Place {
  readonly source: Source;
  readonly scope?: Scope;
  /** Of the function around it; absent: the top of the file. */
  readonly within?: string;
  /** Lists around it that a loop runs over. */
  readonly loops: readonly Loop[];
  /** Variables that are set where something is done for some methods of requests alone. */
  readonly byMethod?: Set<string>;
  /** Function literals that were met: read when all else is done. */
  readonly literals: Map<number, Literal>;
}

export interface Literal {
  readonly name: string;
  readonly node: FunctionNode;
  readonly scope?: Scope;
  readonly loops: readonly Loop[];
}

/** A call that counts where the function that it calls registers routes by what it is given. */
export interface PossibleRegistration {
  readonly fact: Registration;
  /** Of what is called, without its package or receiver. */
  readonly name: string;
  /** The function that the call stands in. */
  readonly within: string | undefined;
  /** Its arguments look like those of a route. */
  readonly looksLikeRoute: boolean;
}

/** Names in force at one place of a function. */
export interface Scope {
  readonly parent?: Scope;
  readonly names: Map<string, Binding>;
  /** What is done in it is done whenever what is around it is. */
  readonly sure?: boolean;
}

export function bindingOf(scope: Scope | undefined, name: string): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether what is done here to a variable is done whenever it is there. */
export function isSurelyDone(scope: Scope | undefined, name: string): boolean {
  let at = scope;
  while (at?.sure === true && !at.names.has(name)) at = at.parent;
  return at?.names.has(name) === true;
}

/** How many functions of the file begin before a place: the last of them may be around it. */
export function functionsBefore({ functions }: Source, offset: number): number {
  let low = 0;
  let high = functions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((functions[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The scope that declares a name. */
export function scopeOf(scope: Scope | undefined, name: string): Scope | undefined {
  for (let at = scope; at !== undefined; at = at.parent) if (at.names.has(name)) return at;
  return undefined;
}

export const inside = (parent: Scope | undefined, sure = false): Scope => ({
  ...(parent && { parent }),
  names: new Map(),
  ...(sure && { sure }),
});

/** `12:5`: tells apart what has no name, or the same. */
export function markOf(source: Source, offset: number): string {
  const { line, column } = placeOf(source.text, offset);
  return `${line}:${column}`;
}

/** The import path of the package that a node names: `http` of `http.Error`, unless a variable has that name. */
export function packageOf(source: Source, node: Node, scope: Scope | undefined): string | undefined {
  if (node.kind !== 'name' || bindingOf(scope, node.name) !== undefined || source.held.has(node.name)) return undefined;
  return source.packages.get(node.name);
}

/** What a scope did to numbers of variables around it may be so behind it, too. */
export function rejoin(scope: Scope | undefined): void {
  const { parent, names } = scope ?? inside(undefined);
  for (const [name, { outer, given }] of names) {
    const before = outer === true && parent !== undefined ? bindingOf(parent, name) : undefined;
    if (before === undefined || parent === undefined) continue;
    const { given: held, ...rest } = before;
    const both = held !== undefined && given !== undefined && eitherOf(held, given);
    const isOwn = parent.names.has(name) && before.outer !== true;
    parent.names.set(name, { ...rest, ...(both && { given: both }), ...(!isOwn && { outer: true }) });
  }
}

/** Numbers of one variable beyond this are not told apart. */
const MAX_NUMBERS = 30;

/** One number or the other. Undefined: too many. */
export function eitherOf(one: Expression, other: Expression): Expression | undefined {
  const all = [one, other].flatMap((each) => (each.kind === 'union' ? each.options : [each]));
  const options = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  return options.length > MAX_NUMBERS ? undefined : { kind: 'union', options, changing: true };
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** What a loop counts. */
export const A_KEY: Expression = unknown('a key or index');
