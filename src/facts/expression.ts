import type { EnumValue, Naming, ScalarType } from '../model/shape.js';
import type { Operator } from './operator.js';
import type { FolderExpression } from './routers/folder-expression.js';

export type { Operator } from './operator.js';
export type { FolderExpression } from './routers/folder-expression.js';

/** A place in the file that the fact comes from; line and column count from 1. */
export interface At {
  readonly line: number;
  readonly column: number;
}

/** A range of the text: its start, and its length in UTF-16 code units. */
export interface Span extends At {
  readonly length: number;
}

/**
 * What a piece of code means, as plain data, unresolved. One language describes types, constants (paths, statuses) and the
 * identity of routers. An extractor writes it without looking at another file; linking evaluates it against the facts of all
 * files.
 *
 * Names are those of the file's own facts (`declaration`, `callable`, `constant`, `import`). Names that are local to a function
 * are qualified: `createRouter.router` is the constant `router` in the function `createRouter`. The extractor resolves lexical
 * scope.
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
  /**
   * `...value`, a mixed-in type: its members, where later ones win. `own`: the value itself, on which the code sets members in
   * place.
   */
  | { readonly kind: 'spread'; readonly value: Expression; readonly own?: boolean }
  /** An index signature or a computed key: any other keys, with such values. */
  | { readonly kind: 'rest'; readonly values: Expression };
export interface PropertyMember {
  readonly kind: 'property';
  /** The name on the wire. */
  readonly name: string;
  /** The name in the source, where it differs. */
  readonly member?: string;
  /** Absent: `declared`. */
  readonly naming?: Naming;
  readonly value: Expression;
  readonly optional?: boolean;
  /**
   * It is optional only because its schema allows it: that does not show that it is ever omitted. Of a value that fills such a
   * member: it is certainly there.
   */
  readonly loose?: boolean;
  /** Its type supplies a value where none is given (`qty: int = 1`). */
  readonly defaulted?: boolean;
  /** A getter computes it: the class has no field of this name. */
  readonly computed?: boolean;
  /** A member that its class only declares: a new instance has no value for it. */
  readonly blank?: boolean;
  readonly access?: 'read' | 'write';
  /** Why the reader cannot decide whether it is sent (a query may load it): only `member` sees its value. */
  readonly unsure?: string;
  /** A member of the source that is never on the wire (`#private`, a getter of a class): only `member` sees it. */
  readonly hidden?: boolean;
  /**
   * What annotations of a serializer (class-transformer) change. They apply only below the operator `serialized`. Where the
   * reader cannot decide whether the serializer runs, name and value of this member are unknown.
   */
  readonly serialized?: {
    readonly name?: string;
    readonly hidden?: boolean;
    readonly value?: Expression;
    readonly incoming?: Incoming;
    /** The class whose instance incoming data becomes in it: `@Type(() => Book)`. */
    readonly becomes?: Expression;
  };
  /** The decorators of a library that stores it, by their names: `{ Prop: { required: true } }`. */
  readonly stored?: Expression;
  /** Repository-relative; set where `at` is in another file than the expression, as in results of inference. */
  readonly file?: string;
  readonly at: At;
}
/** What annotations of class-transformer change in a member of incoming data; `why`: its value may be anything. */
export interface Incoming {
  readonly exposed?: boolean;
  readonly hidden?: boolean;
  readonly why?: string;
}
/** A method or accessor: not serialised itself (except by `toJSON`), but code may use its result. */
export interface MethodMember {
  readonly kind: 'method';
  readonly name: string;
  /** Name of the `callable` fact in the same file. */
  readonly callable: string;
  /** A getter: `member` gives its result, not the function. */
  readonly getter?: boolean;
  readonly at: At;
}
export interface ArrayExpression {
  readonly kind: 'array';
  readonly items: Expression;
  /** The one value of a publisher or future (`Mono<List<T>>`): its `map` receives the list, not each element. */
  readonly boxed?: boolean;
  /** The method of lists that gives it; an own class may have a method of that name. */
  readonly method?: string;
}
/** A tuple type, or an array literal (a constant list whose elements have types of their own). */
export interface TupleExpression {
  readonly kind: 'tuple';
  readonly items: readonly (Expression | { readonly kind: 'spread'; readonly value: Expression })[];
}
export interface MapExpression {
  readonly kind: 'map';
  readonly values: Expression;
}
/** A union type; for values: one of these (`a ?? b`, `c ? a : b`), in order of preference. */
export interface UnionExpression {
  readonly kind: 'union';
  readonly options: readonly Expression[];
  /** The values of one variable at different times: no single one stands for all. */
  readonly changing?: boolean;
  /** Alternative readings of one expression (a router, a handler, a text): the first that the repository contains is right. */
  readonly readings?: boolean;
  /** The first applies wherever it is not null or undefined: `a ?? b`. */
  readonly otherwise?: boolean;
  /** With `otherwise`: only undefined has the other option, as the default in a pattern: `({ page = 1 }) => …`. */
  readonly unset?: boolean;
}
export interface IntersectionExpression {
  readonly kind: 'intersection';
  readonly parts: readonly Expression[];
}
/** A name of the file: a type (with type arguments), or with `space: 'value'` the value of a variable, function or class. */
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
  /**
   * The function, where only an expression identifies it (an imported one): `callable` is then `''`. `constructor` is a class's
   * own.
   */
  readonly of?: Expression;
  readonly index: number;
  /** It collects all arguments from that one on into a list. */
  readonly rest?: boolean;
  readonly type?: Expression;
  /** Its value where a call passes none. */
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
  /** Which element, where the code computes it: `table[name]`. */
  readonly key?: Expression;
}
/** The result of calling `of`. */
export interface ReturnsExpression {
  readonly kind: 'returns';
  readonly of: Expression;
  /** Values and type arguments passed; `more`: a list of the values after those, from the first spread on (`...names`). */
  readonly values?: readonly Expression[];
  readonly more?: Expression;
  /** Arguments passed by parameter name, as members of an object. */
  readonly named?: readonly ObjectMember[];
  readonly arguments?: readonly Expression[];
  /** The called function takes a handler and may send something else: if the linker cannot follow it, the response is unknown. */
  readonly decorates?: boolean;
  /** With `decorates`: a function from outside the service sends what the handler sends. */
  readonly lenient?: boolean;
  /** Its result is passed to functions that may set members on it. */
  readonly lent?: boolean;
  /** The call, if inference may find a result that facts do not show. */
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
  /** `a + b` where neither is known to be a text: as data it has the type of its first part. */
  readonly sum?: boolean;
}
export interface OperatorExpression {
  readonly kind: 'operator';
  readonly operator: Operator;
  readonly of: Expression;
  readonly keys?: Expression;
}
/** A declared type of some file (repository-relative), named from outside: a result of inference. */
export interface DeclaredExpression {
  readonly kind: 'declared';
  readonly file: string;
  readonly name: string;
  readonly arguments?: readonly Expression[];
}
/** `undefined`, `void`, a function, a symbol: JSON omits these. */
export interface AbsentExpression {
  readonly kind: 'absent';
}
export interface UnknownExpression {
  readonly kind: 'unknown';
  readonly why: string;
  /** The expression or name, if the linker may ask inference for its type. */
  readonly at?: Span;
  /** Only whether it is null or undefined is unknown: code that reads a member of it has a value. */
  readonly nothing?: boolean;
  /** With `nothing`: the missing value would be null, never omitted. */
  readonly asNull?: boolean;
  /** With `nothing`: the missing value would be omitted, never null. */
  readonly asAbsent?: boolean;
  /** A method of its type serializes it, or code changes it against its type: neither shows what is sent. */
  readonly written?: boolean;
  /** A contract generated it: the place of its schema, as `schemaPlace` names it. */
  readonly schema?: string;
}

/** An expression that consists only of other expressions. */
export type Composite = Extract<Expression, { kind: 'object' | 'array' | 'tuple' | 'map' | 'union' | 'intersection' }>;

/** The member of a response, as a value, that holds what it sends. */
export const SENT_BY_RESPONSE = '|sent';
/** The member of what a decorator of controllers gives, as a value, that holds its path. */
export const CONTROLLER_PATH = '|path';

export const ABSENT: Expression = { kind: 'absent' };
export const NULL: Expression = { kind: 'literal', value: null };
export const STRING: ScalarExpression = { kind: 'scalar', type: 'string' };
export const NUMBER: ScalarExpression = { kind: 'scalar', type: 'number' };
export const INTEGER: ScalarExpression = { kind: 'scalar', type: 'integer' };
export const BOOLEAN: ScalarExpression = { kind: 'scalar', type: 'boolean' };

export const scalar = (type: ScalarType, format?: string): ScalarExpression => ({
  kind: 'scalar',
  type,
  ...(format !== undefined && { format }),
});
export const literal = (value: EnumValue): Expression => ({ kind: 'literal', value });
export const unknown = (why: string): UnknownExpression => ({ kind: 'unknown', why });
export const awaited = (of: Expression): OperatorExpression => ({ kind: 'operator', operator: 'awaited', of });
export const nullable = (of: Expression): OperatorExpression => ({ kind: 'operator', operator: 'nullable', of });

export const isNull = (of: Expression | undefined): boolean => of?.kind === 'literal' && of.value === null;
