import type { EnumValue, Naming, ScalarType } from '../model/shape.js';
import type { Operator } from './operator.js';
import type { FolderExpression } from './routers/folder-expression.js';

export type { Operator } from './operator.js';
export type { FolderExpression } from './routers/folder-expression.js';

/** A place in the file that the fact was read from; both from 1. */
export interface At {
  readonly line: number;
  readonly column: number;
}

/** A piece of the text: where it begins, and its length in UTF-16 code units. */
export interface Span extends At {
  readonly length: number;
}

/**
 * What a piece of code means, as plain data, unresolved: one language for types, for constants (paths, statuses) and for the
 * identity of routers. An extractor writes it without looking at another file; linking evaluates it against the facts of all files.
 *
 * Names are those of the file's own facts (`declaration`, `callable`, `constant`, `import`). What is local to a function is
 * qualified: `createRouter.router` is the constant `router` in the function `createRouter`; lexical scope is resolved by the extractor.
 */
export type Expression =
  | LiteralExpression
  | ScalarExpression
  | ObjectExpression
  | ArrayExpression
  | TupleExpression
  | MapExpression
  | UnionExpression
  | IntersectionExpression
  | NameExpression
  | ParameterExpression
  | MemberExpression
  | ElementExpression
  | ReturnsExpression
  | InstanceExpression
  | ModuleExpression
  | FolderExpression
  | TextExpression
  | OperatorExpression
  | DeclaredExpression
  | AbsentExpression
  | UnknownExpression;

/** A constant, or a literal type. */
export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: EnumValue;
}
/** A type with a fixed wire form: `string`, `Date` (a date-time string), `bigint`, ... */
export interface ScalarExpression {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly format?: string;
}
/** An object literal, or the members of an interface or class. */
export interface ObjectExpression {
  readonly kind: 'object';
  readonly members: readonly ObjectMember[];
}
export type ObjectMember =
  | PropertyMember
  | MethodMember
  /** `...value`, a mixed-in type: its members, later ones winning. `own`: the value itself, whose members are set in place. */
  | { readonly kind: 'spread'; readonly value: Expression; readonly own?: boolean }
  /** An index signature or a computed key: any other keys, with such values. */
  | { readonly kind: 'rest'; readonly values: Expression };
export interface PropertyMember {
  readonly kind: 'property';
  /** On the wire. */
  readonly name: string;
  /** In the source, where it differs. */
  readonly member?: string;
  /** Absent: `declared`. */
  readonly naming?: Naming;
  readonly value: Expression;
  readonly optional?: boolean;
  /** Its type gives it a value where none comes (`qty: int = 1`). */
  readonly defaulted?: boolean;
  /** Of a class that only declares it: a new instance has no value for it. */
  readonly blank?: boolean;
  readonly access?: 'read' | 'write';
  /** Why it is not known whether it is sent (a query may load it): only `member` sees its value. */
  readonly unsure?: string;
  /** In the source but never on the wire (`#private`, a getter of a class): only `member` sees it. */
  readonly hidden?: boolean;
  /**
   * What annotations of a serializer (class-transformer) make of it instead. They hold below the operator `serialized` alone;
   * where it cannot be known whether the serializer runs, name and value of this member are unknown.
   */
  readonly serialized?: {
    readonly name?: string;
    readonly hidden?: boolean;
    readonly value?: Expression;
    readonly incoming?: Incoming;
  };
  /** What decorators of a library that stores it say of it, by their names: `{ Prop: { required: true } }`. */
  readonly stored?: Expression;
  /** Repository-relative, where `at` is in another file than the expression: in what inference finds. */
  readonly file?: string;
  readonly at: At;
}
/** What annotations of class-transformer make of a member on the way in; `why`: its value may be anything. */
export interface Incoming {
  readonly exposed?: boolean;
  readonly hidden?: boolean;
  readonly why?: string;
}
/** A method or accessor: not serialised itself (but for `toJSON`), yet its result may be asked for. */
export interface MethodMember {
  readonly kind: 'method';
  readonly name: string;
  /** Name of the `callable` fact in the same file. */
  readonly callable: string;
  /** A getter: `member` gives what it returns, not the function. */
  readonly getter?: boolean;
  readonly at: At;
}
export interface ArrayExpression {
  readonly kind: 'array';
  readonly items: Expression;
}
/** A tuple type, or an array literal (a constant list: its elements are told apart). */
export interface TupleExpression {
  readonly kind: 'tuple';
  readonly items: readonly (Expression | { readonly kind: 'spread'; readonly value: Expression })[];
}
export interface MapExpression {
  readonly kind: 'map';
  readonly values: Expression;
}
/** A union type; of values: one of these (`a ?? b`, `c ? a : b`), in order of preference. */
export interface UnionExpression {
  readonly kind: 'union';
  readonly options: readonly Expression[];
  /** They are what one variable holds at different times: none of them may be taken for all. */
  readonly changing?: boolean;
  /** They are readings of one expression, of which the first is right that is found: a router, a handler, a text that the repository has. */
  readonly readings?: boolean;
  /** The first stands wherever it is something: `a ?? b`. */
  readonly otherwise?: boolean;
}
export interface IntersectionExpression {
  readonly kind: 'intersection';
  readonly parts: readonly Expression[];
}
/** A name of the file: a type (with type arguments), or with `space: 'value'` what a variable, function or class holds. */
export interface NameExpression {
  readonly kind: 'name';
  readonly name: string;
  readonly arguments?: readonly Expression[];
  readonly space?: 'value';
}
/** A parameter of a function of this file: its declared type, or (for routers) whatever callers pass. */
export interface ParameterExpression {
  readonly kind: 'parameter';
  /** Name of the `callable` fact. */
  readonly callable: string;
  /** The function, where only an expression tells it (an imported one): `callable` is then `''`. `constructor` is a class's own. */
  readonly of?: Expression;
  readonly index: number;
  /** It takes all values from that one on, as a list. */
  readonly rest?: boolean;
  readonly type?: Expression;
  /** What it is where a call passes nothing for it. */
  readonly otherwise?: Expression;
}
/** `of.name`, `of['name']`, also of a type: `space.Name<A>`. */
export interface MemberExpression {
  readonly kind: 'member';
  readonly of: Expression;
  readonly name: string;
  readonly arguments?: readonly Expression[];
}
/** An element of a list or map: `T[number]`, a loop variable. */
export interface ElementExpression {
  readonly kind: 'element';
  readonly of: Expression;
  /** Which one, where that is computed: `table[name]`. */
  readonly key?: Expression;
}
/** What calling `of` gives. */
export interface ReturnsExpression {
  readonly kind: 'returns';
  readonly of: Expression;
  /** Values and type arguments passed; `more`: a list of the values after those, from the first spread on (`...names`). */
  readonly values?: readonly Expression[];
  readonly more?: Expression;
  /** What is passed by the names of parameters, as members of an object. */
  readonly named?: readonly ObjectMember[];
  readonly arguments?: readonly Expression[];
  /** What is called is given a handler and may send something else: where it cannot be followed, what is sent is not known. */
  readonly decorates?: boolean;
  /** With `decorates`: unless it is the service's own, it sends what the handler does. */
  readonly lenient?: boolean;
  /** What it gives is given to functions that may set members of it. */
  readonly lent?: boolean;
  /** The call, if inference may know its result where facts do not. */
  readonly at?: Span;
}
/** `new of(...values)`. */
export interface InstanceExpression {
  readonly kind: 'instance';
  readonly of: Expression;
  readonly values?: readonly Expression[];
  readonly arguments?: readonly Expression[];
}
/** All exports of another module, as an object: `require('./x')`, `import * as`. */
export interface ModuleExpression {
  readonly kind: 'module';
  readonly specifier: string;
}
/** Concatenated text: a template or `a + b`. */
export interface TextExpression {
  readonly kind: 'text';
  readonly parts: readonly Expression[];
  /** `a + b` of which neither is known to be a text: as data it is of the type of its first part. */
  readonly sum?: boolean;
}
export interface OperatorExpression {
  readonly kind: 'operator';
  readonly operator: Operator;
  readonly of: Expression;
  readonly keys?: Expression;
}
/** A declared type of some file (repository-relative), named from outside: what inference finds. */
export interface DeclaredExpression {
  readonly kind: 'declared';
  readonly file: string;
  readonly name: string;
  readonly arguments?: readonly Expression[];
}
/** `undefined`, `void`, a function, a symbol: what JSON leaves out. */
export interface AbsentExpression {
  readonly kind: 'absent';
}
export interface UnknownExpression {
  readonly kind: 'unknown';
  readonly why: string;
  /** The expression or name, if inference may be asked for its type. */
  readonly at?: Span;
  /** Whether there is nothing is what is unknown: whoever asks for a member has something. */
  readonly nothing?: boolean;
  /** With `nothing`: that would be null, never left out. */
  readonly asNull?: boolean;
  /** A method of its type writes it, or it is changed against its type: neither tells what is sent. */
  readonly written?: boolean;
  /** It is generated from a contract: the place of its schema, as `schemaPlace` names it. */
  readonly schema?: string;
}

/** An expression that is made of others alone. */
export type Composite = Extract<Expression, { kind: 'object' | 'array' | 'tuple' | 'map' | 'union' | 'intersection' }>;
