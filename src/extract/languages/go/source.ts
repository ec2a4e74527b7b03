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
import { countWhile } from '../../../model/sorted.js';
import type { Field } from './struct-fields.js';
import type { FunctionNode, Node, Parameter, Span } from './syntax/node.js';
import { placeOf, type SourceText } from './syntax/text.js';

/** A Go file during analysis, with the facts found so far. */
export interface Source {
  readonly path: string;
  readonly text: SourceText;
  /** Local package names with their import paths. */
  readonly packages: ReadonlyMap<string, string>;
  /** See `TopLevel`. */
  readonly dots: readonly string[];
  /** Top-level declarations of the file. */
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  readonly functions: readonly FunctionDeclaration[];
  readonly stored: ReadonlyMap<string, Stored>;
  /** Declared names; methods as `Type#method`. */
  readonly named: ReadonlySet<string>;
  /** Method names by type. */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types with methods that have the name of a registering method and take a text and more: `Get(path string, h Handler)`. */
  readonly registering: ReadonlySet<string>;
  /** Facts that the file's frameworks yield. */
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** By name; written only if another fact refers to them. */
  readonly constants: Map<string, Constant>;
  /** Calls that may register routes. */
  readonly calls: PossibleRegistration[];
  /** Names used outside of calls: other code may call such a function. */
  readonly passedFunctions: Set<string>;
  /** Route lists assigned to struct fields, by `Type#field`. */
  readonly fieldTables: Map<string, Expression>;
  /** Getter methods, with the field of the receiver that they return, in that form. */
  readonly getters: Map<string, string>;
  /** Operations of a generated API, by the `Type#field` that handles them. */
  readonly operations: Map<string, { readonly method: string; readonly path: string }>;
  /** Maps passed to functions, which may change them. */
  readonly passed: Set<string>;
  readonly callables: Map<string, Callable>;
  /** What types encode through an analysed `MarshalJSON`, by type name. */
  readonly marshalled: Map<string, Expression>;
  readonly declarations: Map<string, Declaration>;
  readonly imports: Map<string, Import>;
  /** The framework role of package variables, by name. */
  readonly hints: Map<string, Hint>;
  readonly fields: Map<number, readonly Field[]>;
  /** Ids of the frameworks that the file imports. */
  readonly imported: ReadonlySet<string>;
  /** The framework whose method a name may be: a cache of `likelyDialect`. */
  readonly likely: Map<string, string | undefined>;
  /** Names of recorded routers. */
  readonly routers: Set<string>;
  /** Routers passed to servers of the standard library. */
  readonly served: Map<string, { readonly expression: Expression; readonly dialect: string }>;
  /** Rows that loops add to route maps, by map name. */
  readonly rows: Map<string, Row[]>;
  /** Whether to analyse events too. */
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
  /** The receiver of a method. */
  readonly receiver?: Parameter;
  readonly typeParameters: readonly Parameter[];
}

/** A variable or constant of the package. */
export interface Stored {
  readonly name: string;
  readonly type?: Node;
  readonly value?: Node;
  /** Index of its result of `value`. */
  readonly result?: number;
  readonly at: number;
}

/** The framework role of a variable. */
export type Hint =
  | { readonly kind: 'router'; readonly dialect: string }
  | { readonly kind: 'context'; readonly dialect: string }
  /** `http.ResponseWriter`, `*http.Request`, `*json.Encoder` on a response. */
  | { readonly kind: 'request' }
  /** `into`: the variable that it writes to instead of a response. */
  | { readonly kind: 'encoder'; readonly into?: string }
  /** `dialect`: the framework whose methods it has. */
  | { readonly kind: 'writer'; readonly dialect?: string }
  /** A value that contains a context or writer: its methods may answer. */
  | { readonly kind: 'holder' }
  | { readonly kind: 'path-parameter'; readonly name: string }
  /** The request path after the prefix `before`; without it, an unknown part of the path. */
  | { readonly kind: 'request-path'; readonly before?: string }
  /** The method of the request. */
  | { readonly kind: 'request-method' }
  /** A status computed from an error. */
  | { readonly kind: 'failure' }
  /** A context or request that stores the response status. */
  | { readonly kind: 'status'; readonly value: Expression }
  /** JSON bytes. */
  | { readonly kind: 'marshalled'; readonly value: Expression };

/** What a local name stands for. */
export interface Binding {
  readonly expression: Expression;
  readonly hint?: Hint;
  /** The type of a router that is a struct of the service; it shows what the router's methods do. */
  readonly type?: Expression;
  /** A parameter of a map type whose argument counts. */
  readonly map?: true;
  /** The argument of a parameter whose declared type counts otherwise. */
  readonly passed?: Expression;
  /** What a function returns where it returns its parameter: the argument, and the fields that the function sets. */
  readonly changed?: Expression;
  /** The function in a local variable. */
  readonly callable?: string;
  /** The numbers that it may hold here; absent: unknown. */
  readonly given?: Expression;
  /** For a field, bound under its written form (`o.Id`): its value where it is not nil. */
  readonly narrowed?: Expression;
  /** The condition that `ok` of `v, ok := x.(T)` stands for. */
  readonly test?: Condition;
  /** For a receiver that its method returns: the fields set on it. */
  readonly set?: ObjectMember[];
  /** It stands for a variable of an outer scope that was assigned here. */
  readonly outer?: true;
}

/** The context of an expression. */
export interface Place {
  readonly source: Source;
  readonly scope?: Scope;
  /** The enclosing function; absent: top level. */
  readonly within?: string;
  /** Lists of the enclosing loops. */
  readonly loops: readonly Loop[];
  /** The function only gives a plain value: it answers no request. */
  readonly computes?: boolean;
  /** Variables assigned where code runs only for some methods. */
  readonly byMethod?: Set<string>;
  /** Function literals found so far; they are read last. */
  readonly literals: Map<number, Literal>;
}

export interface Literal {
  readonly name: string;
  readonly node: FunctionNode;
  readonly scope?: Scope;
  readonly loops: readonly Loop[];
}

/** A call that registers routes if the called function registers routes with its arguments. */
export interface PossibleRegistration {
  readonly fact: Registration;
  /** The called name, without package or receiver. */
  readonly name: string;
  /** The function that contains the call. */
  readonly within: string | undefined;
  /** The arguments look like those of a route. */
  readonly looksLikeRoute: boolean;
}

/** The names that are visible at one place of a function. */
export interface Scope {
  /** The body of a function literal. */
  readonly literal?: true;
  readonly parent?: Scope;
  readonly names: Map<string, Binding>;
  /** The scope's code runs whenever the enclosing code runs. */
  readonly sure?: boolean;
}

export function bindingOf(scope: Scope | undefined, name: string): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the current code runs whenever the variable exists. */
export function isSurelyDone(scope: Scope | undefined, name: string): boolean {
  let at = scope;
  while (at?.sure === true && !at.names.has(name)) at = at.parent;
  return at?.names.has(name) === true;
}

/** The number of functions of the file that start before a place: the last of them may contain it. */
export const functionsBefore = ({ functions }: Source, offset: number): number =>
  countWhile(functions, ({ start }) => start <= offset);

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

/** `12:5`: an identifier for unnamed or equal nodes. */
export function markOf(source: Source, offset: number): string {
  const { line, column } = placeOf(source.text, offset);
  return `${line}:${column}`;
}

/** The import path of the package that a node names: `http` of `http.Error`, unless a variable hides it. */
export function packageOf(source: Source, node: Node, scope: Scope | undefined): string | undefined {
  if (node.kind !== 'name' || bindingOf(scope, node.name) !== undefined || source.stored.has(node.name)) return undefined;
  return source.packages.get(node.name);
}

/** Numbers that a scope assigned to outer variables may also be valid after it. */
export function rejoin(scope: Scope | undefined): void {
  const { parent, names } = scope ?? inside(undefined);
  for (const [name, { outer, given }] of names) {
    const before = outer === true && parent !== undefined ? bindingOf(parent, name) : undefined;
    if (before === undefined || parent === undefined) continue;
    const { given: stored, ...rest } = before;
    const both = stored !== undefined && given !== undefined && eitherOf(stored, given);
    const isOwn = parent.names.has(name) && before.outer !== true;
    parent.names.set(name, { ...rest, ...(both && { given: both }), ...(!isOwn && { outer: true }) });
  }
}

/** With more numbers than this, a variable is not resolved. */
const MAX_NUMBERS = 30;

/** One number or the other. Undefined: too many numbers. */
export function eitherOf(one: Expression, other: Expression): Expression | undefined {
  const all = [one, other].flatMap((each) => (each.kind === 'union' ? each.options : [each]));
  const options = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  return options.length > MAX_NUMBERS ? undefined : { kind: 'union', options, changing: true };
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** The counter of a loop. */
export const A_KEY: Expression = unknown('a key or index');
