import type { Router } from '../../facts/fact.js';
import type { Call, HandlerForm } from './call.js';
import type { PathDialect } from './paths.js';

/**
 * A router framework as data: what creates, registers, mounts and passes on routers. The engine evaluates it; no table names
 * another.
 */
export interface RouterTable {
  /** Id of its facts: `typescript/koa`. */
  readonly id: string;
  /** The import of the framework, tested on the file's text. A file that imports frameworks uses no others. */
  readonly imported: RegExp;
  /** Other evidence in a file that imports no framework; absent: any such file may use this one. */
  readonly words?: RegExp;
  readonly makers: readonly Maker[];
  /** Packages of other frameworks whose apps have the same methods. */
  readonly adopted?: RegExp;
  /** Types of its apps and routers, tested on the text of a type annotation. */
  readonly types: RegExp;
  /** Usual variable names of its apps and routers, in files that use it. */
  readonly names: RegExp;
  /** Such names that are evidence in any file. */
  readonly sureNames?: RegExp;
  /** The form of its inline handlers: evidence about the receiver that registers them. */
  readonly handlers?: HandlerForm;
  /** Methods that only this framework has, with two arguments: also evidence. */
  readonly evident?: RegExp;
  /** Methods that register a handler for one HTTP method, in upper case; `ANY`: all. */
  readonly verbs: ReadonlyMap<string, string>;
  /** Methods that return the app or router itself. */
  readonly fluent: RegExp;
  /** Methods that the reader handles, or that pass none of their arguments on. */
  readonly own: RegExp;
  readonly path: PathDialect;
  /** `router.get('name', '/path', handler)` */
  readonly named?: true;
  /** `router.get(handler)` answers at the path that came last in the chain. */
  readonly pathless?: true;
  /** `router.get({ path: '/a' }, handler)`: the member of an options object in the place of the path. */
  readonly pathOption?: string;
  /** Methods that take HTTP methods, paths and a handler: `on(['PUT'], ['/a'], handler)`. Numbers are argument positions. */
  readonly lists?: ReadonlyMap<string, { readonly methods: number; readonly path: number }>;
  /** Methods take options before the handler, or options that contain it: `get('/a', { schema, handler })`. */
  readonly options?: true;
  /** `route({ method, path, handler })`, also with a list of such objects. */
  readonly described?: Described;
  /** A method that answers a path, or a named route, with a redirect: `redirect('/old', '/new')`. */
  readonly redirects?: string;
  /** What `use(path?, …)` takes: middleware alone, or routers too. */
  readonly uses?: 'middleware' | 'routers';
  /** `router.route('/a').get(handler)` */
  readonly opens?: true;
  /** Methods that take a path and a router to mount there: `route('/x', sub)`. */
  readonly mounts?: RegExp;
  /** A method that adds a prefix to all routes of its router. */
  readonly prefix?: string;
  /** Methods that return the router as a middleware: `router.routes()`. */
  readonly middleware?: RegExp;
  /** Methods that return a middleware without routes: `router.allowedMethods()`. */
  readonly idle?: RegExp;
  /** Packages that only add middleware. */
  readonly harmless?: RegExp;
  /** Packages that build routes that the source does not show. */
  readonly libraries?: ReadonlyMap<string, Library>;
  /** Return values of handlers are sent as the response. */
  readonly returned?: Router['returned'];
}

/** A package that builds routes from a specification, decorators or files. */
export interface Library {
  /** The exports that build routes; absent: the package is passed to the method that registers plugins. */
  readonly exports?: RegExp;
  /** The option without which it builds no routes. */
  readonly option?: string;
  /** The path of its routes unless options override it; absent: any path. */
  readonly below?: string;
}

/** How objects describe routes. */
export interface Described {
  /** The method that takes them. */
  readonly call: string;
  /** Members that may hold the path. */
  readonly path: readonly string[];
  /** Members with further options, which may hold the handler. */
  readonly options?: readonly string[];
  /**
   * Where the descriptions are that are not literals of the call: in other values, which linking resolves, or anywhere, as
   * separate routers.
   */
  readonly elsewhere?: 'values' | 'routers';
}

/** A function or class of a package that makes an app (the service itself) or a router. */
export interface Maker {
  readonly packages: RegExp;
  /** Exports; `*` is the module itself. */
  readonly names: RegExp;
  readonly makes: 'app' | 'router';
  /** How code calls it; absent: either way. */
  readonly by?: 'new' | 'call';
  /** The settings of the router that its options decide. */
  readonly settings?: (made: Call) => Partial<Router>;
}
