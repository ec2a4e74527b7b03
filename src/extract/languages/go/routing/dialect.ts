import type { At, Expression } from '../../../../facts/expression.js';
import type { Response, Setting } from '../../../../facts/fact.js';
import type { RouteMatching } from '../../../../model/route-matching.js';
import type { Profile } from '../../../extractor.js';
import type { Source } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';

/** How code uses one framework: the forms of its routers, groups, routes and responses. */
export interface Dialect extends Profile {
  /** Matches the import path without a version. */
  readonly packages: RegExp;
  /** Functions that create a router. */
  readonly makers: RegExp;
  /**
   * Package-level routers that stand for the whole service, like the package's functions: `http.DefaultServeMux`,
   * `http.HandleFunc`.
   */
  readonly defaults?: RegExp;
  /** Functions that create a router around another one, with the index of that argument (default 0): `humachi.New(r, config)`. */
  readonly around?: Readonly<Record<string, number>>;
  /**
   * Package functions that register on the router in their first argument: `huma.Get(api, "/x", h)`. `described`: with a struct
   * of `Method` and `Path`; `automatic`: all methods of a value whose names start with `Register`; `alters`: router methods that
   * may change all of its routes; `streams`: packages whose functions send events.
   */
  readonly functions?: {
    readonly described: RegExp;
    readonly automatic: RegExp;
    readonly alters: RegExp;
    readonly streams?: RegExp;
  };
  /**
   * `AddRoutes(list, options…)` with structs of `Method`, `Path` and `Handler`; options that contain the list or set the prefix.
   */
  readonly listed?: { readonly routes: RegExp; readonly within: RegExp; readonly prefix: RegExp };
  /** Package functions that send through the writer in one of their arguments. */
  readonly sentBy?: ReadonlyMap<string, Sending & { readonly writer: number }>;
  /** Package functions that transform everything the service sends. */
  readonly rewrites?: RegExp;
  /** Package functions that put middleware before all handlers of the service. */
  readonly before?: RegExp;
  /** The response for the return value of a handler, with the status set on its route; `isGiven`: it surely sets a body. */
  readonly returned?: (
    output: Expression,
    status: Expression | undefined,
    at: At,
    isGiven: boolean,
  ) => Pick<Response, 'status' | 'body'>;
  /** Types of routers, and below of handler parameters. */
  readonly routerTypes: RegExp;
  /** Router types whose zero value is usable: `new(restful.WebService)`; with `mounts`, code has to mount it. */
  readonly valueTypes?: RegExp;
  readonly contextTypes?: RegExp;
  /** The type of the package for a map of any values, without a version: `github.com/gin-gonic/gin.H`. */
  readonly map?: string;
  /** Response writer types that also have sending methods of their own. */
  readonly writerTypes?: RegExp;
  /** Router methods that register a route for one HTTP method, with its name in upper case, or `ANY`. */
  readonly verbs: ReadonlyMap<string, string>;
  /** Methods of a chain that take the handler and the HTTP methods: `r.Path("/x").Methods("GET").Handler(h)`. */
  readonly chained?: { readonly handlers: RegExp; readonly methods: RegExp };
  /** Position of the handler among the arguments after the path. */
  readonly handlerAt: 'first' | 'last';
  /** The chain only builds a route, which another call registers (`ws.Route(…)`). */
  readonly built?: true;
  /** Methods that return a router with a prefix: `Group("/api")`. */
  readonly groups: RegExp;
  /** Methods that return the same router: `With`, `Use`. */
  readonly same: RegExp;
  /** Methods that add middleware; absent: `Use`. */
  readonly uses?: RegExp;
  /** Methods that set a prefix for a whole router: `Path("/api")`. */
  readonly prefixes?: RegExp;
  /**
   * Methods whose function argument gets a router with a prefix (`Route("/x", func(r) {…})`) or without (`Group(func(r) {…})`).
   */
  readonly nested?: RegExp;
  /** Methods that mount another router, with or without a prefix: `Mount("/x", r)`, `Add(ws)`. */
  readonly mounts?: RegExp;
  /** What is mounted sees the whole path; only routers of this dialect match the rest behind the prefix. */
  readonly keepsPath?: boolean;
  /** Methods whose first argument is the HTTP method or a list of methods: `Handle("GET", "/x", h)`. */
  readonly byMethod?: RegExp;
  /** Converts a path of the framework to path templates. */
  readonly path: (path: Expression) => Expression;
  /** The method in a pattern: `GET /x`. */
  readonly methodOf?: (path: Expression) => string | undefined;
  readonly sends?: ReadonlyMap<string, Sending>;
  /** Types of the results of context methods, or of package functions, that read a request. */
  readonly asks?: readonly (readonly [RegExp, Expression])[];
  /** Context methods that only set the status of the next response; absent: `Status`. */
  readonly sets?: RegExp;
  /** Functions that get the router add its routes: an unresolved function hides routes. */
  readonly passed?: true;
  /** How the options of a new router affect responses; `open`: why they may change them. */
  readonly optionsOf?: (options: readonly Expression[], made: CallNode, source: Source) => Options;
  /** How the creating call, or its file (without comments and texts), changes route matching. */
  readonly matchingOf?: (made: CallNode, bare: string) => RouteMatching | undefined;
}

export interface Options {
  readonly settings: Readonly<Partial<Record<Setting['key'], string>>>;
  readonly open?: string;
  /** The path before all routes of the router. */
  readonly prefix?: Node;
}

/** What a context method sends. Numbers are argument indexes. */
export interface Sending {
  /** An argument index, or a fixed status: `{ is: 204 }`. */
  readonly status?: number | { readonly is: number };
  /** Absent: no body. */
  readonly body?: number;
  readonly mediaType?: string;
  readonly unread?: string;
  /** Why a body that is not certainly an object is unresolved. */
  readonly objectOr?: string;
  /** The body is a formatted text. */
  readonly text?: true;
}

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean'): Expression => ({ kind: 'scalar', type });
/** Types of request values. */
export const ASKED = {
  text: scalar('string'),
  whole: scalar('integer'),
  number: scalar('number'),
  flag: scalar('boolean'),
  texts: { kind: 'map', values: scalar('string') },
} as const satisfies Record<string, Expression>;

/** A value, or an error. */
export const orError = (value: Expression): Expression => ({
  kind: 'tuple',
  items: [value, { kind: 'unknown', why: 'an error' }],
});

/** Maps the constant parts of a path. */
export function mapParts(path: Expression, change: (text: string) => string): Expression {
  if (path.kind === 'literal') return { kind: 'literal', value: change(String(path.value)) };
  return path.kind === 'text' ? { kind: 'text', parts: path.parts.map((part) => mapParts(part, change)) } : path;
}

/** The calls of a chain, first call first: `r.HandleFunc(…)`, then `.Methods("GET")`. */
export function chainOf(node: CallNode): readonly CallNode[] {
  const chain: CallNode[] = [node];
  for (let at: CallNode = node; at.of.kind === 'member' && at.of.of.kind === 'call'; at = at.of.of) chain.push(at.of.of);
  return chain.reverse();
}

/** Whether a router method registers a route or takes a function that registers some. */
export const isRegistrationMethod = ({ verbs, nested }: Dialect, method: string): boolean =>
  verbs.has(method) || nested?.test(method) === true;

/** `r` of `r.With(auth).With(limit)`. */
export function withoutWith(node: Node, { same }: Dialect): Node {
  let at = node;
  while (at.kind === 'call' && at.of.kind === 'member' && same.test(at.of.name)) at = at.of.of;
  return at;
}
