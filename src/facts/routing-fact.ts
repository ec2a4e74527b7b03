import type { RouteMatching } from '../model/route-matching.js';
import type { EnumValue } from '../model/shape.js';
import type { At, Expression } from './expression.js';

/** A handler that is registered for a method and a path. */
export interface Route {
  readonly kind: 'route';
  /** Id of the extractor: `typescript/express`. */
  readonly by: string;
  /** Upper case; `ANY` for all methods. */
  readonly method: string;
  /** Set where only linking resolves them: a text or a list of texts, in any case. `method` is then `ANY`. */
  readonly methods?: Expression;
  /** A text or a list of texts, in the dialect of PathTemplate. */
  readonly path: Expression;
  /** The router that has it; absent: the service itself. */
  readonly router?: Expression;
  /** Name of the class member that handles it: a derived class that redeclares the member replaces this route. */
  readonly member?: string;
  /** Its name, which takes the place of `NAME_OF_ACTION` in the prefixes above it. */
  readonly action?: string;
  /** Set where the handler is a function of its own: its `callable` has the responses. */
  readonly handler?: Expression;
  /** Functions between the router and the handler that may rewrite the response, or answer themselves: middleware, decorators. */
  readonly before?: readonly Expression[];
  /** Hooks that the bodies of this route alone pass through after its handler; the hook that runs last comes first. */
  readonly hooks?: readonly BodyHook[];
  /**
   * It exists only if its handler does: a re-exporting module may or may not export it, a table of handlers may or may not have
   * it.
   */
  readonly ifHandled?: boolean;
  /**
   * Its handler may pass requests on to the next route that matches (`next()` of Express): later routes are not dead. See
   * `Callable`.
   */
  readonly passesOn?: boolean;
  /** Its `router` can only be a router: if the linker cannot resolve it, the route is hidden. */
  readonly certain?: boolean;
  /** The responses that the registration itself shows. */
  readonly responses: readonly Response[];
  /** Why `responses` may be incomplete. */
  readonly incomplete?: string;
  /** Its handler's result is sent, in this way. */
  readonly returned?: Returned;
  /** It exists only where a mount `serves` its member. */
  readonly unlisted?: boolean;
  /** It exists only where no other route has its method, path and place. */
  readonly fallback?: boolean;
  /** It exists only where its router is reached below a prefix. */
  readonly belowPrefix?: boolean;
  /**
   * Schema values by status (`200`, `2xx`, `default`) that serialise bodies: whatever a handler returns, only what its schema
   * describes is sent. A body without a schema is sent unchanged.
   */
  readonly serializes?: Expression;
  /** These schemas also send their defaults for what a body lacks. */
  readonly fillsDefaults?: boolean;
  /** What an interceptor with schemas (`through: 'schema'`) leaves of its bodies: data, as a type or an operator. */
  readonly schema?: Expression;
  /** The serializer that writes its bodies, if a framework has several with settings of their own; absent: any. */
  readonly writer?: string;
  /** The first argument of its handler, where the registration declares it: parts of the request by their schemas. */
  readonly request?: Expression;
  readonly version?: Expression;
  /** It is registered once for each element of these lists. */
  readonly each?: readonly Loop[];
  readonly at: At;
}

/** What prefixes of controllers hold for the name of the action that they serve (`api/[controller]/[action]`). */
export const NAME_OF_ACTION = '[action]';

/** A function that bodies pass through. See `ResponseTransform`. */
export type BodyHook = { readonly through: Expression } & Pick<ResponseTransform, 'index' | 'unless' | 'optional'>;

/** How a framework sends the results of handlers. */
export interface Returned {
  /** The media type of a text. */
  readonly text: string;
  /** The status of null, unless the code sets another. */
  readonly empty: number;
  /** Handlers return responses (`{ status, body }`): a result that the reader does not recognise as one is no body. */
  readonly responses?: boolean;
}

/** One response of a handler. */
export interface Response {
  /** A number; absent: it is unknown whether the framework's default applies. */
  readonly status?: Expression;
  /** Absent: JSON. `none`: no body. */
  readonly mediaType?: string;
  /** Evaluates to the media type of a body that is sent as it is, where a constant names the type. */
  readonly typedAs?: Expression;
  readonly body: Expression;
  /** It bypasses what wraps the results of handlers (see `ResponseTransform`). */
  readonly direct?: boolean;
  /** A text is sent unchanged and not as JSON: its content is unknown. */
  readonly rawTexts?: boolean;
  /** Bytes are sent unchanged and not as a text in JSON. */
  readonly rawBytes?: boolean;
  /** It is a response only if its body turns out to be data; otherwise the response is unknown. */
  readonly supposed?: boolean;
  /** Returned, not sent: it is sent only where the framework sends the results of handlers (`Route.returned`). */
  readonly returned?: boolean;
  /** Why this response is unresolved: it only shows that there is one. */
  readonly unread?: string;
  /** No body, as there is no value; a service may be configured to send `null` with 200 instead. */
  readonly nothing?: boolean;
  /** Its function sets no status, so that it is the one that a caller has set before, or this default. */
  readonly preset?: boolean;
  /** The conditions under which it is sent, all of them; a condition that cannot be evaluated may hold. */
  readonly when?: readonly Condition[];
  readonly at: At;
}

/** A condition that depends on the caller or the request. */
export type Condition =
  /** Whether the request has one of these methods, in upper case. */
  | { readonly methods: readonly string[]; readonly holds: boolean }
  /** Whether a function that gets the request returns true. See `Callable.tells`. */
  | { readonly asks: Expression; readonly holds: boolean }
  /** Whether the path has this parameter. */
  | { readonly pathParameter: string; readonly holds: boolean }
  /**
   * The path of the request decides, or the answers of other code: what a middleware does there does not affect the routes behind
   * it.
   */
  | { readonly aside: true; readonly holds: true }
  /** Something was thrown before it: with an unresolved status it is an error response. */
  | { readonly failed: true; readonly holds: true }
  /** Whether a value equals a literal, or has a form; without these, whether it is truthy. */
  | { readonly value: Expression; readonly equals?: EnumValue; readonly is?: ValueForm; readonly holds: boolean };

/**
 * The results of JavaScript's `typeof`, `list`, `map` (a dictionary, which no instance of a class is), `foreign`: no data of the
 * service, but a file or stream of the standard library, and `error`: one of Go, of a type with the method `Error`. `nothing`:
 * null or undefined; `falsy`: any value that JavaScript counts as false.
 */
export const VALUE_FORMS = [
  ...(['object', 'string', 'number', 'boolean', 'undefined', 'function', 'list', 'map', 'foreign', 'error'] as const),
  ...(['nothing', 'falsy'] as const),
] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** `name`, a constant in the loop's body, stands for each element of `over` in turn. */
export interface Loop {
  readonly name: string;
  readonly over: Expression;
  /** The code sorts the list: which element comes first is unknown. */
  readonly sorted?: boolean;
}

export interface Router {
  readonly kind: 'router';
  readonly by: string;
  /** Name of the constant, class or callable-local that is the router; members: `ClassName#member`. */
  readonly name: string;
  /** The service itself: it needs no mount. */
  readonly root: boolean;
  /** The scan sees nothing that serves it, or that gets it as an argument: the code only registers routes on it. */
  readonly idle?: boolean;
  /** Its own prefix, declared where it is made. A text or a list of texts. */
  readonly prefix?: Expression;
  /**
   * It shares the routes of that router, below its own prefix (Hono's `basePath`): code that mounts or serves it uses that
   * router.
   */
  readonly clones?: Expression;
  /** It registers itself (by a decorator, by the place of its file): the nearest `Gather` of its kind mounts it. */
  readonly gathered?: boolean;
  /** It is the same router as its parent (Fastify's plugins without encapsulation): prefixes of its mounts have no effect. */
  readonly flat?: boolean;
  /** It may be something else (an object that describes a route): if nothing mounts it, it is no router. */
  readonly loose?: boolean;
  /** A service that several frameworks can serve, a router for each: if nothing is passed to its function, it is no router. */
  readonly generated?: boolean;
  /**
   * It is a router if its class (`of`) extends a class of a package with one of these names; otherwise what it serves is unknown.
   */
  readonly ifExtends?: { readonly of: Expression; readonly names: readonly string[] };
  /** The results of handlers below it are sent. See `Route.returned`. */
  readonly returned?: Returned;
  /** Its handlers see only the parameters of its own paths, not those of its parents (Express without `mergeParams`). */
  readonly ownParameters?: boolean;
  /** Replaces the matching of its framework, where an option differs (Express' `case sensitive routing`). */
  readonly matching?: RouteMatching;
  /**
   * Names that its routes may mention, bound anew on each way to it: type parameters of a base class, the class itself. See
   * `Mount.binds`.
   */
  readonly binds?: readonly string[];
  /** API versions of all its routes (a text or a list); a route's own versions win. The empty text: no version in the path. */
  readonly version?: Expression;
  /** For a root: why no request reaches its routes. */
  readonly blocked?: string;
  /** For a root: how versions appear in the path, if they do. */
  readonly versioning?: Versioning;
  readonly at: At;
}

/** A version in the path: before the prefixes of routers, with `last` after the path. */
export interface Versioning {
  readonly prefix: Expression;
  readonly default?: Expression;
  readonly last?: boolean;
}

/** `child` and all its routes are reached through `parent`, below `prefix`. */
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
  /** Members of `child` whose code `parent` replaces, and not their routes (inheritance). */
  readonly overrides?: readonly Override[];
  /** The child is the parent under another name: a function that gets it as an argument. Hooks of one are hooks of the other. */
  readonly same?: boolean;
  /**
   * So is the parent the child's: routes of a router that a field is given answer where code mounts the field. Without a parent: a
   * server gets the child, so it answers by itself wherever else its field is mounted.
   */
  readonly alias?: boolean;
  /**
   * All arguments of the function whose parameter is the child: the routes that it registers with them exist once for each such
   * call.
   */
  readonly given?: readonly Expression[];
  /** The second argument of the child, a function: the options with which a plugin is registered. */
  readonly options?: Expression;
  readonly each?: readonly Loop[];
  /** Its position says nothing about the order in which routes are registered (modules of NestJS). */
  readonly unordered?: boolean;
  /**
   * `router`: the child can only be a router, so an unresolved one hides its prefix. `maybe`: it may also be a middleware;
   * unresolved, it hides nothing unless it has a prefix. `unlikely`: it looks like a middleware (others follow it); unresolved,
   * it hides nothing.
   */
  readonly certainty: 'router' | 'maybe' | 'unlikely';
  /** It matters only if it is unresolved: a child that the linker finds is served anyway. */
  readonly unseen?: boolean;
  /** Its prefix replaces the child's own (Flask's `register_blueprint(bp, url_prefix='/x')`). */
  readonly replaces?: boolean;
  /** What the names that the child `binds` stand for, in their order. */
  readonly binds?: readonly Expression[];
  /** The routes of the child get this place: the child is a class of handlers, and this line registers it (Django's `path`). */
  readonly placed?: boolean;
  /** The child answers with these members alone, at exactly this path (Django's `as_view({'get': 'list'})`). */
  readonly serves?: readonly Served[];
  /** The child answers exactly this path, and nothing below it. */
  readonly exact?: boolean;
  /** A library answers here with routes of its own, so unresolved it hides only this prefix, whatever the base path may be. */
  readonly ofLibrary?: boolean;
  readonly at: At;
}

/** What a class sends for routes that it inherits. */
export interface Override extends Pick<Route, 'handler' | 'responses' | 'incomplete'> {
  /** Names of the members that it may override. */
  readonly members: readonly string[];
  /** The inherited route alone says its status. */
  readonly inheritsStatus?: boolean;
  readonly at: At;
}

/** A member of a class that answers requests of this method. */
export interface Served {
  readonly method: string;
  readonly member: string;
}

/**
 * A call of a function that registers routes with its arguments: `route('get', '/users', list)`. The function's own facts name
 * their router. A call without arguments registers nothing: the linker reads all that its callable refers to, since other
 * functions may register that.
 */
export interface Registration {
  readonly kind: 'registration';
  readonly by: string;
  readonly callable: Expression;
  readonly given: readonly Expression[];
  /** The last element of `given` is a list of further values. */
  readonly spread?: boolean;
  readonly each?: readonly Loop[];
  readonly at: At;
}

/** `router` mounts every router of its kind that registers itself, like a bootstrap that loads controllers automatically. */
export interface AutoRegistration {
  readonly kind: 'gather';
  readonly by: string;
  /** Absent: the service itself. */
  readonly router?: Expression;
  /** A folder, repository-relative (`''` is the root): it mounts only routers below that; absent: anywhere. */
  readonly within?: string;
  readonly at: At;
}

/** A prefix that other code gives to a router (a global prefix, a router module). */
export interface Prefix {
  readonly kind: 'prefix';
  readonly router: Expression;
  readonly prefix: Expression;
  /** Routes (below the router, without this prefix) that do not get the prefix. `path` may be a pattern with `{rest*}`. */
  readonly exclude?: readonly { readonly path: Expression; readonly method?: string }[];
  /** Versioning that other code enables (a helper that gets the app); the same as on the root itself. */
  readonly versioning?: Versioning;
  readonly at: At;
}

/**
 * Something that results of handlers pass through before they are sent (a NestJS interceptor). It applies to every route of each
 * root that `router` is, or that reaches it: an interceptor given to the app, or provided for it by one of its modules.
 */
export interface ResponseTransform {
  readonly kind: 'wrap';
  readonly by: string;
  /** Absent: it applies to a whole service, see `scope`. */
  readonly router?: Expression;
  /**
   * Without a router: the folder of the service, repository-relative; it applies to all routes of this kind (`by`) in it. If
   * there are none, the folder is a library, and it may apply to any service.
   */
  readonly scope?: string;
  /** For routes of a service: only those with this writer (`Route.writer`). */
  readonly writer?: string;
  /**
   * `serializer`: the operator `serialized` applies. `schema`: routes that have a `schema` send what the schema leaves. Otherwise
   * a function: its result for the handler's value (`returns` with that value in `values`, at `index`) is sent.
   */
  readonly through: 'serializer' | 'schema' | Expression;
  /** The index of its parameter for the handler's value; absent: the first. */
  readonly index?: number;
  /** It applies only to the routes below `router` (a hook of a Fastify instance). */
  readonly below?: boolean;
  /** With `below`: transforms of routers further up do not apply there (a response class of a router of FastAPI). */
  readonly instead?: boolean;
  /**
   * It applies to responses that bypass other transforms as well (`Response.direct`): a middleware sees all bytes on the wire.
   */
  readonly past?: boolean;
  /** It may set another status. */
  readonly statuses?: boolean;
  /** A function before handlers: it counts only if its callable `rewrites` bodies. */
  readonly middleware?: Expression;
  /** A hook for bodies: it counts unless its callable `keeps` them. */
  readonly unless?: Expression;
  /** It counts only if `through` is a function: a decorator may or may not apply an interceptor. */
  readonly optional?: boolean;
  /** With `below`: a text or a list of texts; it applies only to routes below these paths. */
  readonly path?: Expression;
  /** Routes and mounts of the same file that are registered before it: it does not apply to them. */
  readonly spares?: readonly At[];
  readonly at: At;
}

/** A schema that others refer to by its `$id` (Fastify's `addSchema`). */
export interface Shared {
  readonly kind: 'shared';
  readonly by: string;
  readonly schema: Expression;
  /** Name of the declaration with the data that it describes. */
  readonly declared: string;
  readonly at: At;
}
