import type { At, Expression } from '../../../../facts/expression.js';
import type { Response, Setting } from '../../../../facts/fact.js';
import type { RouteMatching } from '../../../../model/route-matching.js';
import type { Profile } from '../frameworks/profile.js';
import type { Source } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';

/** How one framework is used: what its routers, groups, routes and responses look like. */
export interface Dialect extends Profile {
  /** Of its import path, without a version. */
  readonly packages: RegExp;
  /** Functions that make a router. */
  readonly makers: RegExp;
  /** Routers of the package that are the service itself, as are its functions: `http.DefaultServeMux`, `http.HandleFunc`. */
  readonly defaults?: RegExp;
  /** A router is made around another one, the argument of this place (0 unless it is said): `humachi.New(r, config)`. */
  readonly around?: Readonly<Record<string, number>>;
  /**
   * The package's functions register on the router that they are given first: `huma.Get(api, "/x", h)`. `described`: by a struct with
   * `Method` and `Path`; `automatic`: all methods of a value that begin with `Register`; `alters`: methods of a router that may change
   * all of its routes; `streams`: packages whose functions send events.
   */
  readonly functions?: {
    readonly described: RegExp;
    readonly automatic: RegExp;
    readonly alters: RegExp;
    readonly streams?: RegExp;
  };
  /** `AddRoutes(list, options…)` with structs of `Method`, `Path` and `Handler`; options that hold the list, or say the prefix. */
  readonly listed?: { readonly routes: RegExp; readonly within: RegExp; readonly prefix: RegExp };
  /** Functions of the package that send through the writer that they are given. */
  readonly sentBy?: ReadonlyMap<string, Sending & { readonly writer: number }>;
  /** Functions of the package that say what is made of all that is sent. */
  readonly rewrites?: RegExp;
  /** What a handler gives is sent, with the status that its route is given. */
  readonly returned?: (output: Expression, status: Expression | undefined, at: At) => Pick<Response, 'status' | 'body'>;
  /** Types of routers, and of what handlers are given. */
  readonly routerTypes: RegExp;
  /** Types of routers whose zero value is one: `new(restful.WebService)`; with `mounts`, it has to be mounted. */
  readonly valueTypes?: RegExp;
  readonly contextTypes?: RegExp;
  /** Types of response writers that send by methods of their own, too. */
  readonly writerTypes?: RegExp;
  /** Methods of a router that register a route for one HTTP method: the method by the name in upper case; `ANY`. */
  readonly verbs: ReadonlyMap<string, string>;
  /** Methods of what a router's methods give that take the handler and the HTTP methods: `r.Path("/x").Methods("GET").Handler(h)`. */
  readonly chained?: { readonly handlers: RegExp; readonly methods: RegExp };
  /** Where the handler stands among the arguments after the path. */
  readonly handlerAt: 'first' | 'last';
  /** Such chains only build a route: it counts where something is given it (`ws.Route(…)`). */
  readonly built?: true;
  /** Methods that give a router with a prefix: `Group("/api")`. */
  readonly groups: RegExp;
  /** Methods that give the same router: `With`, `Use`. */
  readonly same: RegExp;
  /** Methods that put functions before the handlers; absent: `Use`. */
  readonly uses?: RegExp;
  /** Methods that put all of a router below a prefix: `Path("/api")`. */
  readonly prefixes?: RegExp;
  /** Methods with a function that is given a router below a prefix (`Route("/x", func(r) {…})`) or none (`Group(func(r) {…})`). */
  readonly nested?: RegExp;
  /** Methods that put another router below a prefix, or none: `Mount("/x", r)`, `Add(ws)`. */
  readonly mounts?: RegExp;
  /** Methods whose first argument is the HTTP method, or a list of them: `Handle("GET", "/x", h)`. */
  readonly byMethod?: RegExp;
  /** A path as the framework writes it, as path templates. */
  readonly path: (path: Expression) => Expression;
  /** What a pattern says beside its path: `GET /x`. */
  readonly methodOf?: (path: Expression) => string | undefined;
  readonly sends?: ReadonlyMap<string, Sending>;
  /** What methods of the context, or functions of the package, give of a request. */
  readonly asks?: readonly (readonly [RegExp, Expression])[];
  /** A method of the context that only sets the status of what is sent next; absent: `Status`. */
  readonly sets?: RegExp;
  /** Its routers have their routes of functions that they are handed to: one that cannot be followed hides some. */
  readonly handed?: true;
  /** What the options that a router is made with say of what is sent; `open`: why they may change it. */
  readonly optionsOf?: (options: readonly Expression[], made: CallNode, source: Source) => Options;
  /** What the call that makes a router, or its file (without comments and texts), says of how it matches. */
  readonly matchingOf?: (made: CallNode, bare: string) => RouteMatching | undefined;
}

export interface Options {
  readonly settings: Readonly<Partial<Record<Setting['key'], string>>>;
  readonly open?: string;
}

/** What a method of the context sends. Numbers are places of arguments. */
export interface Sending {
  /** An argument, or the status itself where that is no place: `{ is: 204 }`. */
  readonly status?: number | { readonly is: number };
  /** Absent: no body. */
  readonly body?: number;
  readonly mediaType?: string;
  readonly unread?: string;
  /** Why a body that is not seen to be an object is left open. */
  readonly objectOr?: string;
  /** A text is put together. */
  readonly text?: true;
}

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean'): Expression => ({ kind: 'scalar', type });
/** What a request is asked for. */
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

/** The call that a chain of methods begins with: `r.HandleFunc(…)` of `r.HandleFunc(…).Methods("GET")`. */
export function chainOf(node: CallNode): readonly CallNode[] {
  const chain: CallNode[] = [node];
  for (let at: CallNode = node; at.of.kind === 'member' && at.of.of.kind === 'call'; at = at.of.of) chain.push(at.of.of);
  return chain.reverse();
}

/** `r` of `r.With(auth).With(limit)`. */
export function withoutWith(node: Node, { same }: Dialect): Node {
  let at = node;
  while (at.kind === 'call' && at.of.kind === 'member' && same.test(at.of.name)) at = at.of.of;
  return at;
}
