import type { Router } from '../../facts/fact.js';
import type { Call, HandlerForm } from './call.js';
import type { PathDialect } from './paths.js';

/** A router framework as data: what makes, registers, mounts and hands on. The engine evaluates it; no table names another. */
export interface RouterTable {
  /** Id of its facts: `typescript/koa`. */
  readonly id: string;
  /** The framework as a file imports it, tested on the file's text. A file that imports frameworks speaks of no others. */
  readonly imported: RegExp;
  /** What else tells a file of it, where the file imports no framework; absent: any such file may be its own. */
  readonly words?: RegExp;
  readonly makers: readonly Maker[];
  /** Packages of other frameworks whose apps have its methods. */
  readonly adopted?: RegExp;
  /** Types of its apps and routers, tested on the text of a declaration's type. */
  readonly types: RegExp;
  /** What people call its apps and routers, in files that speak of it. */
  readonly names: RegExp;
  /** What they call them in any file. */
  readonly sureNames?: RegExp;
  /** How its handlers look where they are written in place: evidence for what they are registered on. */
  readonly handlers?: HandlerForm;
  /** Methods that only it has, with two arguments: evidence too. */
  readonly evident?: RegExp;
  /** Methods that register a handler for one HTTP method, in upper case; `ANY`: all. */
  readonly verbs: ReadonlyMap<string, string>;
  /** Methods that give the app or router itself back. */
  readonly fluent: RegExp;
  /** Methods that are read, or that hand nothing on of what they are given. */
  readonly own: RegExp;
  readonly path: PathDialect;
  /** `router.get('name', '/path', handler)` */
  readonly named?: true;
  /** `router.get(handler)` answers at the path that the chain gave last. */
  readonly pathless?: true;
  /** `router.get({ path: '/a' }, handler)`: the member of an object in the place of the path. */
  readonly pathOption?: string;
  /** Methods that are given HTTP methods, paths and a handler: `on(['PUT'], ['/a'], handler)`. Numbers are places of arguments. */
  readonly lists?: ReadonlyMap<string, { readonly methods: number; readonly path: number }>;
  /** Methods are given options before the handler, or options that hold it: `get('/a', { schema, handler })`. */
  readonly options?: true;
  /** `route({ method, path, handler })`, also with a list of such. */
  readonly described?: Described;
  /** What `use(path?, …)` is given: middleware alone, or routers too. */
  readonly uses?: 'middleware' | 'routers';
  /** `router.route('/a').get(handler)` */
  readonly opens?: true;
  /** Methods with a path and what is mounted there: `route('/x', sub)`. */
  readonly mounts?: RegExp;
  /** A method that puts a prefix before all routes of its router. */
  readonly prefix?: string;
  /** Methods that give the router as a middleware: `router.routes()`. */
  readonly middleware?: RegExp;
  /** Packages that add middleware alone. */
  readonly harmless?: RegExp;
  /** Packages that build routes out of sight. */
  readonly libraries?: ReadonlyMap<string, Library>;
  /** What handlers return is sent. */
  readonly returned?: Router['returned'];
}

/** A package that builds routes of a specification, of decorators or of files. */
export interface Library {
  /** What of it is called for that; absent: it is given to what registers plugins. */
  readonly exports?: RegExp;
  /** The option without which it builds none. */
  readonly option?: string;
  /** Where its routes answer unless options say so; absent: anywhere. */
  readonly below?: string;
}

/** How objects describe routes. */
export interface Described {
  /** The method that is given them. */
  readonly call: string;
  /** Members that may hold the path. */
  readonly path: readonly string[];
  /** Members with further options, which may hold the handler. */
  readonly options?: readonly string[];
  /** Where those stand that are no literals of the call: in other values, which linking knows, or anywhere, as routers of their own. */
  readonly elsewhere?: 'values' | 'routers';
}

/** A function or class of a package that makes an app (the service itself) or a router. */
export interface Maker {
  readonly packages: RegExp;
  /** Exports; `*` is the module itself. */
  readonly names: RegExp;
  readonly makes: 'app' | 'router';
  /** How it is called; absent: either way. */
  readonly by?: 'new' | 'call';
  /** What its options say of the router. */
  readonly settings?: (made: Call) => Partial<Router>;
}
