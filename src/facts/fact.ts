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

export type { MessageSite, Sending } from './message-fact.js';
export type {
  AutoRegistration,
  BodyHook,
  Condition,
  Loop,
  Mount,
  Prefix,
  Registration,
  Response,
  ResponseTransform,
  Returned,
  Route,
  Router,
  Shared,
  ValueForm,
  Versioning,
} from './routing-fact.js';

/**
 * One thing a file says. Facts are plain JSON and name only what is in their own file; linking joins them.
 *
 * A router is anything that routes hang on: an app, a router, a controller class, a blueprint, a module. Its identity is what
 * its expression evaluates to: the `router` fact of that name.
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
  | Unmentioned;

/** A named type. Several of one name (interfaces) are one. */
export interface Declaration {
  readonly kind: 'declaration';
  readonly name: string;
  readonly form: 'interface' | 'alias' | 'class' | 'enum';
  readonly parameters?: readonly { readonly name: string; readonly default?: Expression }[];
  readonly extends?: readonly Expression[];
  /** What it extends is embedded (Go): of members with one name the least deep one is sent, of two at one depth perhaps none. */
  readonly embeds?: boolean;
  readonly type: Expression;
  /** Of a class whose constructor takes values by position: the members that these are for. */
  readonly order?: readonly string[];
  /** Of a class or enum: what `Name.x` is. */
  readonly statics?: readonly ObjectMember[];
  /** Of a class: what decorators of a library that stores its instances say of it, by their names. */
  readonly stored?: Expression;
  /** A class without bases, of a file that speaks of nothing that serves: what hangs on its instances is no route. */
  readonly aside?: boolean;
  /** How its serializer names members that are not named one by one, inherited ones as well; absent: as what it extends has it. */
  readonly naming?: NamingPolicy;
  /** The name that its serializer puts around an instance, where the service has it do so (`@JsonRootName`). */
  readonly root?: string;
  /**
   * Members declared in other files (methods of Go). `prefix` and a member's name are a specifier; the file that it leads to has the
   * member as the callable `Type#member`. With a member of `writes` the type says itself what is sent. `here`: its own file declares
   * some, too. `extended`: those are no methods of its own but functions that extend it (Kotlin).
   */
  readonly elsewhere?: {
    readonly prefix: string;
    readonly writes: readonly string[];
    readonly here?: boolean;
    readonly extended?: boolean;
  };
  readonly at: At;
}

/** Among the parameters of a method: what it is called on. */
export const RECEIVER = -1;

/**
 * Among the parameters of a function that makes a list of routes: what takes the list that it gives. Such a function gives this
 * parameter (`Callable.inferred`), and its routes hang on it.
 */
export const RESULT = 1000;

/** The hidden member of an object that describes a route, where it is not sure that it does: the router that it then is. */
export const DESCRIBED = '|route';

/** A class's constructor with so many parameters, as the defaults of its type parameters name it: see the operator `made`. */
export const constructorOf = (count: number): string => `constructor/${count}`;

/** A function or method; a method's name is `ClassName#method`, a static one's `ClassName.method`. */
export interface Callable {
  readonly kind: 'callable';
  readonly name: string;
  readonly typeParameters?: readonly { readonly name: string; readonly default?: Expression }[];
  /** In languages whose calls name arguments; `rest`: it takes all that no other has the name of. */
  readonly parameters?: readonly { readonly name: string; readonly default?: Expression; readonly rest?: boolean }[];
  /** Declared result. */
  readonly returns?: Expression;
  /** Result as the body's `return`s show it. */
  readonly inferred?: Expression;
  /** Where `inferred` is written out it says more than `returns`: nothing between the two fills in or leaves out members. */
  readonly exact?: boolean;
  /** Functions of its name that are told apart by what they are given, each with the types of its parameters; it itself says what all of them have in common. */
  readonly overloads?: readonly { readonly types: readonly Expression[]; readonly of: Expression }[];
  /** What it sends when it is used as a handler. */
  readonly sends?: readonly Response[];
  /**
   * Calls that are given the response: what those functions send, it sends too. A wrapper calls its parameter, a helper sends what
   * it is passed. `why` says what is unknown when one cannot be followed.
   */
  readonly forwards?: readonly Forward[];
  /**
   * What it leaves of values that it is given, by their place: of the plain form in `transform(document, plain)` an object, of the
   * schema in a plugin its statements (operator `altered`), of a request what a middleware sets on it.
   */
  readonly changes?: readonly { readonly index: number; readonly value: Expression }[];
  /** Members of its first argument that it uses; absent: it may use all. */
  readonly uses?: readonly string[];
  /** Arguments from which it may take members away that the types of its callers require, by their places. */
  readonly takes?: readonly number[];
  /** Why what handlers behind it send may be something else: it is a middleware or a decorator that changes bodies. */
  readonly rewrites?: string;
  /** A hook that bodies pass through, which gives back the one it is given. */
  readonly keeps?: boolean;
  /** It gives null only where what its first parameter names is not there. */
  readonly keepsFound?: boolean;
  /** It gives whether a request that it is given has one of these methods. */
  readonly tells?: MethodCondition;
  /** Why `sends` may not be all, whatever `forwards` give. */
  readonly incomplete?: string;
  /** What it does for some of its requests alone; `sends` and `forwards` are for all others. */
  readonly branches?: readonly Branch[];
  /** Requests with a method of no branch are answered as well, not only refused. */
  readonly others?: boolean;
  /** It may hand requests on to the next handler that matches. One that sends nothing besides answers nothing. */
  readonly passesOn?: boolean;
  /** As a middleware of a route it may leave the whole route to the next that matches (`next('route')` of Express). */
  readonly skips?: boolean;
  readonly at: At;
}

/** A function that tells methods, or one value of a path parameter, apart. */
export interface Branch {
  /** Upper case. */
  readonly methods?: readonly string[];
  readonly parameter?: { readonly name: string; readonly value: string };
  /** The function that answers such requests: a name of the same file. */
  readonly handler: Expression;
  readonly at: At;
}

/** A call that is given the response. */
export interface Forward {
  readonly call: ReturnsExpression;
  readonly why: string;
  /** What the call gives is returned in turn. */
  readonly returned?: boolean;
  /** It is given the response for something else than an answer: where it cannot be followed, it sends nothing. */
  readonly lenient?: boolean;
  /** See `Response.when`. */
  readonly when?: readonly Condition[];
  /** Of the functions that it is given one answers, where the call leads to a function of a package, or one that gives any type. */
  readonly runs?: boolean;
  /** What is sent where the call leads to no function that sends anything itself: what it gives. */
  readonly otherwise?: Response;
  /** It is for one method of a table of handlers, `handlers[req.method](…)`, which need not have somebody for each; `ANY`: for those that it has nobody for. */
  readonly dispatched?: string;
  /** Is sent before the call: all that it leads to goes with it. */
  readonly status?: Expression;
  /** The response is only a member of what it is given: a function that does not name that member sends nothing through it. */
  readonly member?: string;
}

/** A variable that is assigned once. */
export interface Constant {
  readonly kind: 'constant';
  readonly name: string;
  readonly type?: Expression;
  readonly value: Expression;
  /** Its type is a first reading: where that leads out of the repository, or to nothing, the value counts. */
  readonly loose?: boolean;
  /** All that is done to it is in `value`: where that is written out, it says more than the type. */
  readonly exact?: boolean;
  /** Functions of other files that are given it, or elements of it: one that takes members away leaves its type untrue. */
  readonly loans?: readonly Loan[];
  readonly at: At;
}

/** A function that is given something, and as which of its arguments. */
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
  /** The specifier of a module that the name stands for where the other has no such export (a submodule of a Python package). */
  readonly module?: string;
  readonly at: At;
}

/** `name` may be `default`, `=` (CommonJS: the module itself) or, with a `module` value, `*`. */
export interface Export {
  readonly kind: 'export';
  readonly name: string;
  /** As a value and as a type. */
  readonly value: Expression;
  readonly at: At;
}

/** What a configuration file says for the folder it stands in and all below. */
export interface Setting {
  readonly kind: 'setting';
  /**
   * `moduleAlias`: patterns (`@app/*`) with what they may stand for; `baseUrl`; `extends`: further files of the same kind; `package`:
   * what a package's manifest says of its entry points; `environment`: what a sample of the environment sets;
   * `naming`: the policy by which the serializer of a service names members, unless their class has one; `enums`: it writes their `names`, or those by a
   * policy; `nulls`: they are `omitted`, `empty omitted` (and so are empty lists and texts) or `written`; `… by default`: of the framework, unless
   * another says otherwise;
   * `serializers`: it writes values of a type by rules of its own (a scalar's type or format, `enum`, `class Name`), or it `uses` a serializer whose
   * class, named `by`, says of which types it is and what it `writes` (`of`: which a serializer of a package is taken to be of); `defaults`: members that have their
   * default are `omitted`; `nothing`: where there is no value, `null` is sent as a body (`Response.nothing`); `usings`: the namespaces that a project takes in for all of its files;
   * `options`: a function is given them (`calls`), which may set what it names as `unread`, or is there to be called (`within`). Paths in values are as written.
   */
  readonly key:
    | 'moduleAlias'
    | 'package'
    | 'baseUrl'
    | 'extends'
    | 'environment'
    | 'naming'
    | 'enums'
    | 'nulls'
    | 'serializers'
    | 'defaults'
    | 'nothing'
    | 'usings'
    | 'options';
  /** A folder, repository-relative; `''` is the root. */
  readonly scope: string;
  /** The function that sets it for whoever calls it with the options of a service (`Type.Method`, `.Extension`); absent: it is set. */
  readonly within?: string;
  /** With `options`: the function that is called. */
  readonly calls?: string;
  /** The serializer that it is set for (`Route.writer`); absent: all of the service. */
  readonly writer?: string;
  readonly value: SettingValue;
  readonly at: At;
}
export type SettingValue = string | boolean | { readonly [key: string]: string | readonly string[] };

/**
 * A function, from `at` to `end`, that nothing of its own file mentions. Where no other file does either, it never runs: what it
 * registers is not there, and what could not be read of it hides nothing. One that is `exported` may be called from elsewhere: of a
 * service that it makes nobody knows then whether it is served. Also a place at which something is unread only where another file
 * brings it.
 */
export interface Unmentioned {
  readonly kind: 'unmentioned';
  readonly name: string;
  readonly exported?: boolean;
  /** Leads somewhere if another file mentions it. */
  readonly specifier: string;
  readonly at: At;
  readonly end: At;
}

/** A gap as the extractor sees it: its file is known from the outside. */
export type FileGap = Omit<Gap, 'at'> & { readonly at: At };

/** All that one file says. */
export interface FileFacts {
  readonly path: string;
  /** Id of the language that read it. */
  readonly language: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
  readonly facts: readonly Fact[];
  readonly gaps: readonly FileGap[];
}
