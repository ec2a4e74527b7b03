import type { Gap } from '../model/gap.js';
import type { NamingPolicy } from '../model/naming-policy.js';
import type { At, Expression, ObjectMember, ReturnsExpression } from './expression.js';
import type { MessageSite, Sending } from './message-fact.js';
import type { MethodCondition } from './responses/method-condition.js';
import type {
  AutoRegistration,
  Condition,
  Mount,
  Prefix,
  Registration,
  Response,
  ResponseTransform,
  Route,
  Router,
  Shared,
} from './routing-fact.js';

export type * from './message-fact.js';
export type * from './routing-fact.js';

/**
 * One statement about a file. Facts are plain JSON and refer only to their own file; linking joins them.
 *
 * A router is anything that has routes: an app, a router, a controller class, a blueprint, a module. Its identity is the value of
 * its expression: the `router` fact of that name.
 */
export type Fact =
  | Route
  | Router
  | Mount
  | Registration
  | AutoRegistration
  | Prefix
  | ResponseTransform
  | Shared
  | MessageSite
  | Sending
  | Declaration
  | Callable
  | Constant
  | Import
  | Export
  | Setting
  | Unmentioned
  | Guarded
  | Assigned;

/** A named type. Several declarations of one name (interfaces) are merged. */
export interface Declaration {
  readonly kind: 'declaration';
  readonly name: string;
  readonly form: 'interface' | 'alias' | 'class' | 'enum';
  readonly parameters?: readonly { readonly name: string; readonly default?: Expression }[];
  readonly extends?: readonly Expression[];
  /** It embeds its base types (Go): among members of one name, the shallowest is sent; of two at the same depth perhaps none. */
  readonly embeds?: boolean;
  readonly type: Expression;
  /** For a class whose constructor takes values by position: the members that these values set. */
  readonly order?: readonly string[];
  /** Of the values by position only nulls are believed: annotations may decide what is sent of the others. */
  readonly nullsAlone?: boolean;
  /** A member that is given null is left out. */
  readonly omitsNull?: boolean;
  /** For a class or enum: the values of `Name.x`. */
  readonly statics?: readonly ObjectMember[];
  /** For a class: the decorators of a library that stores its instances, by their names. */
  readonly stored?: Expression;
  /** For a class: functions that made its base class of another one, as `Timestamps(Model)`. */
  readonly mixins?: readonly Expression[];
  /** It is written as its members are declared, whatever it was given: by a generated encoder, or it changes what it gets. */
  readonly asDeclared?: boolean;
  /** A class without bases, in a file without any serving framework: calls on its instances register no routes. */
  readonly aside?: boolean;
  /** How its serializer names members without a name of their own, inherited ones as well; absent: as its base types do. */
  readonly naming?: NamingPolicy;
  /** The name that its serializer puts around an instance, if the service enables that (`@JsonRootName`). */
  readonly root?: string;
  /**
   * Members declared in other files (methods of Go). `prefix` plus a member's name is a specifier; the file that it leads to has
   * the member as the callable `Type#member`. If a member of `writes` exists, the type itself decides what is sent. `here`: its
   * own file declares some, too. `extended`: those are extension functions, not methods of its own (Kotlin).
   */
  readonly elsewhere?: {
    readonly prefix: string;
    readonly writes: readonly string[];
    readonly here?: boolean;
    readonly extended?: boolean;
  };
  readonly at: At;
}

/** The parameter index that stands for the object on which a method is called. */
export const RECEIVER = -1;

/**
 * The parameter index of the router that takes a function's resulting list of routes. A function that makes such a list returns
 * this parameter (`Callable.inferred`), and its routes are registered on it.
 */
export const RESULT = 1000;

/** Why a declared result is unknown to facts: a comment declares it, which nobody checks. */
export const COMMENTED = 'declared in a comment';

/** The hidden member of an object that may describe a route: the router that it is in that case. */
export const DESCRIBED = '|route';

/** A class's constructor with `count` parameters, as the defaults of its type parameters name it: see the operator `made`. */
export const constructorOf = (count: number): string => `constructor/${count}`;

/** A function or method; a method's name is `ClassName#method`, a static one's `ClassName.method`. */
export interface Callable {
  readonly kind: 'callable';
  readonly name: string;
  readonly typeParameters?: readonly { readonly name: string; readonly default?: Expression }[];
  /** Set in languages whose calls name arguments; `rest`: it takes all arguments that match no other name. */
  readonly parameters?: readonly { readonly name: string; readonly default?: Expression; readonly rest?: boolean }[];
  /** The declared result. */
  readonly returns?: Expression;
  /** The result according to the `return`s of the body. */
  readonly inferred?: Expression;
  /** Where `inferred` is fully known it is more precise than `returns`: nothing between the two adds or omits members. */
  readonly exact?: boolean;
  /**
   * Overloads with the types of their parameters, which its arguments select; the callable itself describes what all of them
   * share. `any`: the parameters that take a value of any type.
   */
  readonly overloads?: readonly {
    readonly types: readonly Expression[];
    readonly of: Expression;
    readonly any?: readonly number[];
  }[];
  /** What it sends when it is used as a handler. */
  readonly sends?: readonly Response[];
  /**
   * Calls that pass the response on: it sends whatever those functions send. A wrapper calls its parameter, a helper sends what
   * it gets. `why` says what is unknown if the linker cannot follow a call.
   */
  readonly forwards?: readonly Forward[];
  /**
   * How it changes its arguments, by index: for `transform(document, plain)` the resulting plain object, for the schema in a
   * plugin its statements (operator `altered`), for a request what a middleware sets on it.
   */
  readonly changes?: readonly { readonly index: number; readonly value: Expression }[];
  /** Members of its first argument that it uses; absent: possibly all. */
  readonly uses?: readonly string[];
  /** Indexes of arguments from which it may delete members that the types of its callers require. */
  readonly takes?: readonly number[];
  /** Why the responses of later handlers may differ: it is a middleware or a decorator that changes bodies. */
  readonly rewrites?: string;
  /** A hook for bodies that returns its body unchanged. */
  readonly keeps?: boolean;
  /** It returns null only where the object that its first parameter identifies does not exist. */
  readonly keepsFound?: boolean;
  /** It always returns a value, such as an address in Go. */
  readonly neverNull?: boolean;
  /** It returns whether a request has one of these methods. */
  readonly tells?: MethodCondition;
  /** Why `sends` may be incomplete, whatever `forwards` lead to. */
  readonly incomplete?: string;
  /** Objects of more responses by their statuses, `{ ...errors }`: `sends` is complete if all of these statuses are errors. */
  readonly spreads?: readonly Expression[];
  /** What it does only for some of its requests; `sends` and `forwards` apply to all others. */
  readonly branches?: readonly Branch[];
  /** It answers requests with a method of no branch as well, and does not only refuse them. */
  readonly others?: boolean;
  /** It may pass requests on to the next handler that matches. One that sends nothing itself answers nothing. */
  readonly passesOn?: boolean;
  /** As a middleware of a route it may skip the whole route for the next that matches (`next('route')` of Express). */
  readonly skips?: boolean;
  readonly at: At;
}

/** The part of a handler for some methods, or for one value of a path parameter. */
export interface Branch {
  /** In upper case. */
  readonly methods?: readonly string[];
  readonly parameter?: { readonly name: string; readonly value: string };
  /** The function that answers such requests: a name of the same file. */
  readonly handler: Expression;
  readonly at: At;
}

/** A call that gets the response as an argument. */
export interface Forward {
  readonly call: ReturnsExpression;
  readonly why: string;
  /** The function returns the result of the call. */
  readonly returned?: boolean;
  /** Another function whose result is sent: if the linker cannot find it, what the call sends is unknown. */
  readonly needs?: Expression;
  /** It gets the response for another purpose than an answer: if the linker cannot follow it, it sends nothing. */
  readonly lenient?: boolean;
  /** See `Response.when`. */
  readonly when?: readonly Condition[];
  /** If the call leads to a function of a package, or to one that returns any type: one of the functions passed to it answers. */
  readonly runs?: boolean;
  /** What is sent if the called function sends nothing itself: its result. */
  readonly otherwise?: Response;
  /**
   * The call serves one method of a handler table, `handlers[req.method](…)`, which may lack a handler for some methods; `ANY`:
   * the methods without a handler.
   */
  readonly dispatched?: string;
  /** The code sets it before the call: it applies to everything that the call leads to. */
  readonly status?: Expression;
  /** With `status`: a function that sets another one after it sends that (`Response.preset`). */
  readonly replaceable?: boolean;
  /** Only this member of the argument holds the response: a function that does not name the member sends nothing through it. */
  readonly member?: string;
}

/** A variable with a single assignment. */
export interface Constant {
  readonly kind: 'constant';
  readonly name: string;
  readonly type?: Expression;
  readonly value: Expression;
  /** Its type is a first guess: if that leads outside the repository, or nowhere, the value counts. */
  readonly loose?: boolean;
  /** `value` includes all changes to it: where it is fully known, it is more precise than the type. */
  readonly exact?: boolean;
  /** Functions of other files that get it, or elements of it: one that deletes members makes its type wrong. */
  readonly loans?: readonly Loan[];
  readonly at: At;
}

/** A function that gets a value, and the index of that argument. */
export interface Loan {
  readonly to: Expression;
  readonly index: number;
}

/** `name` stands for `imported` (`*`: the whole module, `default`) of another module. */
export interface Import {
  readonly kind: 'import';
  readonly name: string;
  readonly specifier: string;
  readonly imported: string;
  /**
   * The specifier of the module that the name stands for, if the other module has no such export (a submodule of a Python
   * package).
   */
  readonly module?: string;
  readonly at: At;
}

/** `name` may be `default`, `=` (CommonJS: the module itself) or, with a `module` value, `*`. */
export interface Export {
  readonly kind: 'export';
  readonly name: string;
  /** Both as a value and as a type. */
  readonly value: Expression;
  readonly at: At;
}

/**
 * What a setting is about.
 * - `moduleAlias`: patterns (`@app/*`) with their targets; `baseUrl`; `extends`: further files of the same kind
 * - `package`: the entry points in a package's manifest; `environment`: what a sample of the environment sets
 * - `naming`: the policy by which the serializer of a service names members, unless their class has its own
 * - `enums`: the serializer writes their `names`, or the names by a policy
 * - `nulls`: nulls are `omitted`, `empty omitted` (and so are empty lists and texts) or `written`; `… by default`: the
 *   framework's default, unless another setting differs
 * - `serializers`: the serializer has its own rules for a type (a scalar's type or format, `enum`, `class Name`), or it
 *   `uses` a serializer class, named `by`; that class declares its types and what it `writes` (`of`: the type assumed for a
 *   serializer of a package)
 * - `defaults`: members with their default value are `omitted`; `nothing`: without a value, `null` is sent as a body
 *   (`Response.nothing`)
 * - `usings`: the namespaces that a project imports for all of its files
 * - `options`: a called function (`calls`) gets the options and may set what it names as `unread`, or waits for its caller
 *   (`within`)
 * - `parsers`: the driver of a database may make other values of its types than by default
 * - `rows`: what a file says of the rows that Knex and Objection read: `clients`, whether there are `hooks` of models and
 *   mappings of `names`, `tables` of migrations, and `takers`, what functions do with a query of their callers
 * - `provided`: the name of a class for which a dependency container gives instances of another one
 */
export const SETTING_KEYS = [
  'moduleAlias',
  'package',
  'baseUrl',
  'extends',
  'environment',
  'naming',
  'enums',
  'nulls',
  'serializers',
  'defaults',
  'nothing',
  'usings',
  'options',
  'parsers',
  'rows',
  'provided',
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** A statement of a configuration file about its folder and everything below. */
export interface Setting {
  readonly kind: 'setting';
  /** Paths in values are as written in the file. */
  readonly key: SettingKey;
  /** A folder, repository-relative; `''` is the root. */
  readonly scope: string;
  /**
   * The function that sets it for every caller that passes the options of a service (`Type.Method`, `.Extension`); absent: it
   * always applies.
   */
  readonly within?: string;
  /** With `options`: the called function. */
  readonly calls?: string;
  /** The serializer that it applies to (`Route.writer`); absent: the whole service. */
  readonly writer?: string;
  readonly value: SettingValue;
  readonly at: At;
}
export type SettingValue = string | boolean | { readonly [key: string]: string | readonly string[] };

/**
 * A function, from `at` to `end`, that its own file never mentions. If no other file mentions it either, it never runs: it
 * registers nothing, and its gaps hide nothing. If it is `exported`, code outside may call it: whether a service that it makes is
 * served is then unknown. Also a place with a gap that applies only if another file mentions it.
 */
export interface Unmentioned {
  readonly kind: 'unmentioned';
  readonly name: string;
  readonly exported?: boolean;
  /** Leads to this file if another file mentions it. */
  readonly specifier: string;
  readonly at: At;
  readonly end: At;
}

/**
 * Code, from `at` to `end`, that runs only where a value is truthy (`holds`) or falsy: `if (BETA) app.use(beta)`. If linking finds a
 * constant that decides otherwise, what is registered there does not exist, or, unless the constant is `fixed`, may not.
 */
export interface Guarded {
  readonly kind: 'guarded';
  readonly value: Expression;
  readonly holds: boolean;
  /** No code can give the constant another value. Members of objects and of modules are not fixed. */
  readonly fixed?: true;
  readonly at: At;
  readonly end: At;
}

/** Code sets a member of an object of another file, or may (`setUp(FLAGS)`): its first value decides no condition. */
export interface Assigned {
  readonly kind: 'assigned';
  readonly of: Expression;
  /** Absent: any. */
  readonly member?: string;
  readonly at: At;
}

/** A gap as the extractor reports it; the caller adds the file. */
export type FileGap = Omit<Gap, 'at'> & { readonly at: At };

/** All facts of one file. */
export interface FileFacts {
  readonly path: string;
  /** Id of the language whose extractor read it. */
  readonly language: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
  readonly facts: readonly Fact[];
  readonly gaps: readonly FileGap[];
}
