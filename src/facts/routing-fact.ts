import type { RouteMatching } from '../model/route-matching.js';
import type { EnumValue } from '../model/shape.js';
import type { At, Expression } from './expression.js';

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
  /** Functions between the router and the handler that may rewrite what is sent, or answer themselves: middleware, decorators. */
  readonly before?: readonly Expression[];
  /** What the bodies of this route alone pass through once its handler has given them, what is called last first. */
  readonly hooks?: readonly BodyHook[];
  /** It is there only where its handler is: a module that exports whatever another does may export it, a table of handlers may have it. */
  readonly ifHandled?: boolean;
  /** Its handler may hand requests on to the next route that matches (`next()` of Express): what follows is not dead. See `Callable`. */
  readonly passesOn?: boolean;
  /** What it hangs on can only be a router: one that cannot be found hides what the route may be. */
  readonly certain?: boolean;
  /** What the registration itself shows to be sent. */
  readonly responses: readonly Response[];
  /** Why `responses` may not be all. */
  readonly incomplete?: string;
  /** What its handler returns is sent, and how. */
  readonly returned?: Returned;
  /** It is there only where what it hangs on is reached below a prefix. */
  readonly belowPrefix?: boolean;
  /**
   * Schema values by status (`200`, `2xx`, `default`), by which bodies are serialised: whatever a handler gives, only what its
   * schema describes is sent. Nothing there: they are sent as they are.
   */
  readonly serializes?: Expression;
  /** What an interceptor that goes by schemas (`through: 'schema'`) leaves of its bodies: data, as a type or an operator tells it. */
  readonly schema?: Expression;
  /** Which serializer writes its bodies, where a framework has several with settings of their own; absent: any. */
  readonly writer?: string;
  /** What its handler is given first, where the registration says so: parts of the request by their schemas. */
  readonly request?: Expression;
  readonly version?: Expression;
  /** Registered once for each element of these lists. */
  readonly each?: readonly Loop[];
  readonly at: At;
}

/** A function that is given bodies. See `ResponseTransform`. */
export type BodyHook = { readonly through: Expression } & Pick<ResponseTransform, 'index' | 'unless'>;

/** How a framework sends what handlers return. */
export interface Returned {
  /** The media type of a text. */
  readonly text: string;
  /** The status of null, unless another is set. */
  readonly empty: number;
  /** They return responses (`{ status, body }`): what a function gives that is not read as one is no body. */
  readonly responses?: boolean;
}

/** Something that a handler sends. */
export interface Response {
  /** A number; absent: the framework's default is not known to apply. */
  readonly status?: Expression;
  /** Absent: JSON. `none`: no body. */
  readonly mediaType?: string;
  readonly body: Expression;
  /** Sent past what wraps the values of handlers (see `ResponseTransform`). */
  readonly direct?: boolean;
  /** A text is sent as it is and not as JSON: what it holds is not known. */
  readonly rawTexts?: boolean;
  /** It is a response only where its body turns out to be data; else nobody knows what is sent. */
  readonly supposed?: boolean;
  /** Returned, not sent: it is sent where the framework sends what handlers return (`Route.returned`). */
  readonly returned?: boolean;
  /** Why what is sent here could not be read: it only says that there is something. */
  readonly unread?: string;
  /** No body, as there is no value; a service may be set up to send `null` with 200 instead. */
  readonly nothing?: boolean;
  /** All of these hold where it is sent; those that cannot be told may. */
  readonly when?: readonly Condition[];
  readonly at: At;
}

/** What a caller or the request decides. */
export type Condition =
  /** Whether the request has one of these methods, in upper case. */
  | { readonly methods: readonly string[]; readonly holds: boolean }
  /** Whether a function that is given the request says so. See `Callable.tells`. */
  | { readonly asks: Expression; readonly holds: boolean }
  /** Whether the path has this parameter. */
  | { readonly pathParameter: string; readonly holds: boolean }
  /** The path of the request decides, or what others answer: what a middleware does there says nothing of the routes behind it. */
  | { readonly aside: true; readonly holds: true }
  /** Something was thrown before it: under a status that cannot be read it is an error. */
  | { readonly failed: true; readonly holds: true }
  /** Whether a value equals a literal, or is of a form; without these, whether it counts as true. */
  | { readonly value: Expression; readonly equals?: EnumValue; readonly is?: ValueForm; readonly holds: boolean };

/** What `typeof` of JavaScript gives, `list`, and `foreign`: no data of the service, but a file or stream of the standard library. */
export const VALUE_FORMS = ['object', 'string', 'number', 'boolean', 'undefined', 'function', 'list', 'foreign'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** `name`, a constant in the loop's body, stands for each element of `over` in turn. */
export interface Loop {
  readonly name: string;
  readonly over: Expression;
  /** The list is sorted: which element comes first is not known. */
  readonly sorted?: boolean;
}

export interface Router {
  readonly kind: 'router';
  readonly by: string;
  /** Name of the constant, class or callable-local that is the router; members: `ClassName#member`. */
  readonly name: string;
  /** The service itself: it needs no mount. */
  readonly root: boolean;
  /** Nothing is seen to serve it, or to be given it: routes are registered on it, and that is all. */
  readonly idle?: boolean;
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
  /** It is a router where its class (`of`) extends one of a package that has one of these names; else nobody knows what it serves. */
  readonly ifExtends?: { readonly of: Expression; readonly names: readonly string[] };
  /** What handlers below it return is sent. See `Route.returned`. */
  readonly returned?: Returned;
  /** Its handlers see the parameters of its own paths, none of those that it is mounted below (Express without `mergeParams`). */
  readonly ownParameters?: boolean;
  /** Instead of how its framework matches, where an option of it differs (Express' `case sensitive routing`). */
  readonly matching?: RouteMatching;
  /** Names, bound anew on each way to it, that its routes may mention: type parameters of a base class, the class itself. See `Mount.binds`. */
  readonly binds?: readonly string[];
  /** API versions of all its routes (a text or a list); a route's own win. The empty text: no version in the path. */
  readonly version?: Expression;
  /** For a root: why no request reaches what hangs on it. */
  readonly blocked?: string;
  /** For a root: how versions get into the path, if they do. */
  readonly versioning?: Versioning;
  readonly at: At;
}

/** A version in the path: before the prefixes of routers, with `last` after the path. */
export interface Versioning {
  readonly prefix: Expression;
  readonly default?: Expression;
  readonly last?: boolean;
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
  /** The child is the parent by another name: a function that is handed it. What hooks into the one hooks into the other. */
  readonly same?: boolean;
  /** All that the function is given whose parameter the child is: routes that it registers by them are there for each such call. */
  readonly given?: readonly Expression[];
  /** What the child, a function, is given as its second argument: options with which a plugin is registered. */
  readonly options?: Expression;
  readonly each?: readonly Loop[];
  /** Where it stands says nothing of the order in which routes are registered (modules of NestJS). */
  readonly unordered?: boolean;
  /**
   * `router`: the child can only be a router, so one that cannot be resolved hides its prefix. `maybe`: it may as well be
   * a middleware; unresolved, it hides nothing unless it stands below a prefix. `unlikely`: it looks like a middleware (others
   * follow it); unresolved, it hides nothing.
   */
  readonly certainty: 'router' | 'maybe' | 'unlikely';
  /** Only what cannot be read counts: what is found is served anyway. */
  readonly unseen?: boolean;
  /** Its prefix takes the place of the child's own (Flask's `register_blueprint(bp, url_prefix='/x')`). */
  readonly replaces?: boolean;
  /** What the names stand for that the child `binds`, in their order. */
  readonly binds?: readonly Expression[];
  /** Routes of the child are placed here: the child is a class of handlers, and this line registers it (Django's `path`). */
  readonly placed?: boolean;
  /** What is mounted answers its very path alone, and nothing further down. */
  readonly exact?: boolean;
  readonly at: At;
}

/**
 * A function is called that registers routes by what it is given: `route('get', '/users', list)`. What they hang on it knows itself. One
 * that is given nothing registers nothing: all that its callable refers to is read, since others may register that.
 */
export interface Registration {
  readonly kind: 'registration';
  readonly by: string;
  readonly callable: Expression;
  readonly given: readonly Expression[];
  /** The last of `given` is a list of further values. */
  readonly spread?: boolean;
  readonly each?: readonly Loop[];
  readonly at: At;
}

/** `router` takes every router of its kind that registers itself, as a bootstrap does that loads controllers by itself. */
export interface AutoRegistration {
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
  readonly versioning?: Versioning;
  readonly at: At;
}

/**
 * What handlers give passes through something before it is sent (a NestJS interceptor). Applies to every route of each root
 * that `router` is, or that reaches it: an interceptor given to the app, or provided for it by one of its modules.
 */
export interface ResponseTransform {
  readonly kind: 'wrap';
  readonly by: string;
  /** Absent: it applies to all of a service, see `scope`. */
  readonly router?: Expression;
  /**
   * Without a router: the folder of the service, repository-relative; it applies to all routes of this kind (`by`) in it. Where there are
   * none, it is a library's, and may apply to any service.
   */
  readonly scope?: string;
  /** Of routes of a service: only those with this writer (`Route.writer`). */
  readonly writer?: string;
  /**
   * `serializer`: the operator `serialized` applies. `schema`: routes that have a `schema` send what that leaves. Else something to call: what it returns for the handler's value
   * (`returns` with that value in `values`, at `index`) is what is sent.
   */
  readonly through: 'serializer' | 'schema' | Expression;
  /** Which of its parameters is the handler's value; absent: the first. */
  readonly index?: number;
  /** It applies to the routes below `router` alone (a hook of a Fastify instance). */
  readonly below?: boolean;
  /** With `below`: what wraps routers further up does not apply there (a response class of a router of FastAPI). */
  readonly instead?: boolean;
  /** It applies to what is sent past others as well (`Response.direct`): a middleware sees what goes over the wire. */
  readonly past?: boolean;
  /** It may set another status. */
  readonly statuses?: boolean;
  /** A function that stands before handlers: it counts only where its callable `rewrites` bodies. */
  readonly middleware?: Expression;
  /** A hook that is given bodies: it counts unless its callable `keeps` them. */
  readonly unless?: Expression;
  /** With `below`: a text or a list of texts; only routes below it are concerned. */
  readonly path?: Expression;
  /** Routes and mounts of the same file that are registered before it: they never come by it. */
  readonly spares?: readonly At[];
  readonly at: At;
}

/** A schema that others refer to by its `$id` (Fastify's `addSchema`). */
export interface Shared {
  readonly kind: 'shared';
  readonly by: string;
  readonly schema: Expression;
  /** Name of the declaration that says what it describes. */
  readonly declared: string;
  readonly at: At;
}
