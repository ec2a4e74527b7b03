import type { Gap } from '../model/gap.js';
import type { At, Expression, ObjectMember, ReturnsExpression } from './expression.js';

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
  | Gather
  | Prefix
  | Wrap
  | Declaration
  | Callable
  | Constant
  | Import
  | Export
  | Setting;

/** A handler is registered for a method and a path. */
export interface Route {
  readonly kind: 'route';
  /** Id of the extractor: `typescript/express`. */
  readonly by: string;
  /** Upper case; `ANY` for all methods. */
  readonly method: string;
  /** Where only linking knows them: a text or a list of texts, in any case. `method` is then `ANY`. */
  readonly methods?: Expression;
  /** A text or a list of texts, in the one dialect of PathTemplate. */
  readonly path: Expression;
  /** What it hangs on; absent: the service itself. */
  readonly router?: Expression;
  /** Name of the handling member of a class: a derived class that declares it anew replaces this route. */
  readonly member?: string;
  /** Where the handler is a function of its own: its `callable` says what it sends. */
  readonly handler?: Expression;
  /** What the registration itself shows to be sent. */
  readonly responses: readonly Response[];
  /** Why `responses` may not be all. */
  readonly incomplete?: string;
  /** What its handler returns is sent; a text as this media type. */
  readonly returned?: string;
  /**
   * Schema values by status (`200`, `2xx`, `default`), by which bodies are serialised: whatever a handler gives, only what its
   * schema describes is sent. Nothing there: they are sent as they are.
   */
  readonly serializes?: Expression;
  readonly request?: Expression;
  readonly version?: Expression;
  /** Registered once for each element of these lists. */
  readonly each?: readonly Loop[];
  readonly at: At;
}

/** Something that a handler sends. */
export interface Response {
  /** A number; absent: the framework's default is not known to apply. */
  readonly status?: Expression;
  /** Absent: JSON. `none`: no body. */
  readonly mediaType?: string;
  readonly body: Expression;
  /** Sent past what wraps the values of handlers (see `Wrap`). */
  readonly direct?: boolean;
  /** Returned, not sent: it is sent where the framework sends what handlers return (`Route.returned`). */
  readonly returned?: boolean;
  readonly at: At;
}

/** `name`, a constant in the loop's body, stands for each element of `over` in turn. */
export interface Loop {
  readonly name: string;
  readonly over: Expression;
}

export interface Router {
  readonly kind: 'router';
  readonly by: string;
  /** Name of the constant, class or callable-local that is the router; members: `ClassName#member`. */
  readonly name: string;
  /** The service itself: it needs no mount. */
  readonly root: boolean;
  /** Its own prefix, written where it is made. A text or a list of texts. */
  readonly prefix?: Expression;
  /** It shares the routes of that router, below its own prefix (Hono's `basePath`): who mounts or serves it has that one. */
  readonly clones?: Expression;
  /** It registers itself (by a decorator, by the place of its file): the `Gather` of its kind that is nearest takes it. */
  readonly gathered?: boolean;
  /** It is one with what it is mounted on (Fastify's plugins without encapsulation): prefixes of its mounts do not count. */
  readonly flat?: boolean;
  /** It is something else as well (an object that describes a route): where nothing mounts it, it is no router. */
  readonly loose?: boolean;
  /** What handlers below it return is sent; a text as this media type. See `Route.returned`. */
  readonly returned?: string;
  /** API versions of all its routes (a text or a list); a route's own win. The empty text: no version in the path. */
  readonly version?: Expression;
  /** For a root: how versions get into the path, if they do. */
  readonly versioning?: { readonly prefix: Expression; readonly default?: Expression };
  readonly at: At;
}

/** `child` and all that hangs on it is reached through `parent`, below `prefix`. */
export interface Mount {
  readonly kind: 'mount';
  readonly by: string;
  /** Absent: the service itself. */
  readonly parent?: Expression;
  readonly child: Expression;
  /** A text or a list of texts; absent: none. */
  readonly prefix?: Expression;
  /** Members of `child` that `parent` replaces (inheritance). */
  readonly except?: readonly string[];
  /** What the child, a function, is given as its second argument: options with which a plugin is registered. */
  readonly options?: Expression;
  readonly each?: readonly Loop[];
  /**
   * `router`: the child can only be a router, so one that cannot be resolved hides its prefix. `maybe`: it may as well be
   * a middleware; unresolved, it hides nothing unless it stands below a prefix. `unlikely`: it looks like a middleware (others
   * follow it); unresolved, it hides nothing.
   */
  readonly certainty: 'router' | 'maybe' | 'unlikely';
  readonly at: At;
}

/** `router` takes every router of its kind that registers itself, as a bootstrap does that loads controllers by itself. */
export interface Gather {
  readonly kind: 'gather';
  readonly by: string;
  /** Absent: the service itself. */
  readonly router?: Expression;
  /** A folder, repository-relative (`''` is the root), below which it takes them; absent: anywhere. */
  readonly within?: string;
  readonly at: At;
}

/** A prefix that is given to a router from elsewhere (a global prefix, a router module). */
export interface Prefix {
  readonly kind: 'prefix';
  readonly router: Expression;
  readonly prefix: Expression;
  /** Routes (below the router, without this prefix) that do not get it. `path` may be a pattern with `{rest*}`. */
  readonly exclude?: readonly { readonly path: Expression; readonly method?: string }[];
  /** Versioning that is switched on from elsewhere (a helper that is given the app); as on the root itself. */
  readonly versioning?: { readonly prefix: Expression; readonly default?: Expression };
  readonly at: At;
}

/**
 * What handlers give passes through something before it is sent (a NestJS interceptor). Applies to every route of each root
 * that `router` is, or that reaches it: an interceptor given to the app, or provided for it by one of its modules.
 */
export interface Wrap {
  readonly kind: 'wrap';
  readonly by: string;
  readonly router: Expression;
  /**
   * `serializer`: the operator `serialized` applies. Else something to call: what it returns for the handler's value
   * (`returns` with that value in `values`, at `index`) is what is sent.
   */
  readonly through: 'serializer' | Expression;
  /** Which of its parameters is the handler's value; absent: the first. */
  readonly index?: number;
  /** It applies to the routes below `router` alone (a hook of a Fastify instance). */
  readonly below?: boolean;
  readonly at: At;
}

/** A named type. Several of one name (interfaces) are one. */
export interface Declaration {
  readonly kind: 'declaration';
  readonly name: string;
  readonly form: 'interface' | 'alias' | 'class' | 'enum';
  readonly parameters?: readonly { readonly name: string; readonly default?: Expression }[];
  readonly extends?: readonly Expression[];
  readonly type: Expression;
  /** Of a class or enum: what `Name.x` is. */
  readonly statics?: readonly ObjectMember[];
  readonly at: At;
}

/** A function or method; a method's name is `ClassName#method`, a static one's `ClassName.method`. */
export interface Callable {
  readonly kind: 'callable';
  readonly name: string;
  readonly typeParameters?: readonly { readonly name: string; readonly default?: Expression }[];
  /** Declared result. */
  readonly returns?: Expression;
  /** Result as the body's `return`s show it, where nothing is declared. */
  readonly inferred?: Expression;
  /** What it sends when it is used as a handler. */
  readonly sends?: readonly Response[];
  /**
   * Calls that are given the response: what those functions send, it sends too. A wrapper calls its parameter, a helper sends what
   * it is passed. `why` says what is unknown when one cannot be followed.
   */
  readonly forwards?: readonly Forward[];
  /** Why `sends` may not be all, whatever `forwards` give. */
  readonly incomplete?: string;
  readonly at: At;
}

/** A call that is given the response. */
export interface Forward {
  readonly call: ReturnsExpression;
  readonly why: string;
  /** What the call gives is returned in turn. */
  readonly returned?: boolean;
}

/** A variable that is assigned once. */
export interface Constant {
  readonly kind: 'constant';
  readonly name: string;
  readonly type?: Expression;
  readonly value: Expression;
  readonly at: At;
}

/** `name` stands for `imported` (`*`: the whole module, `default`) of another module. */
export interface Import {
  readonly kind: 'import';
  readonly name: string;
  readonly specifier: string;
  readonly imported: string;
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
   * what a package's manifest says of its entry points. Paths in values are as written.
   */
  readonly key: 'moduleAlias' | 'package' | 'baseUrl' | 'extends';
  /** A folder, repository-relative; `''` is the root. */
  readonly scope: string;
  readonly value: SettingValue;
  readonly at: At;
}
export type SettingValue = string | boolean | { readonly [key: string]: string | readonly string[] };

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
