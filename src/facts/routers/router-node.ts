import type { Location } from '../../model/location.js';
import type { Expression } from '../expression.js';
import type { FileGap, Override, ResponseTransform, Route, Router, Served, Versioning } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import type { OrderStep } from './registration-order.js';

/** A router on the way from the service to its routes. */
export interface RouterNode {
  readonly id: string;
  /** The file of its fact. */
  readonly file: string;
  /** Absent: a parameter, which stands for the arguments of callers. */
  readonly fact?: Router;
  readonly parents: Edge[];
  readonly prefixes: GivenPrefix[];
  /** What wraps only the handlers below it. */
  readonly wraps: PlacedWrap[];
  /** A server gets it. */
  isServed?: boolean;
  /** The last versioning that other code sets; the router's own fact takes precedence. */
  versioning?: Versioning & { readonly file: string };
}

export interface PlacedOverride extends Override {
  readonly file: string;
}

export interface Edge {
  /** Absent: the service itself. */
  readonly parent?: RouterNode;
  readonly prefixes: readonly string[];
  readonly except: ReadonlySet<string>;
  /** See `Mount.same`. */
  readonly same?: boolean;
  /** The parent is a field that got this router. See `Mount.alias`. */
  readonly alias?: boolean;
  /** See `Mount.replaces`. */
  readonly replaces?: boolean;
  /** The place of the child's routes. See `Mount.placed`. */
  readonly at?: Location;
  /** See `Mount.serves`. */
  readonly serves?: readonly Served[];
  /** See `Mount.overrides`. */
  readonly overrides?: readonly PlacedOverride[];
  /** See `Mount.binds`. */
  readonly binds?: readonly Expression[];
  /** The requests that reach it, if it answers a route of its parent: it sees their whole path. */
  readonly only?: Requests;
  /** Its position among the mounts; absent: unknown. */
  readonly order?: OrderStep;
  /** The place of the mount. */
  readonly from?: Location;
}

/** Requests with one of some paths, and this method or `ANY`. */
export interface Requests {
  readonly paths: readonly string[];
  readonly method: string;
}

export interface GivenPrefix {
  readonly prefixes: readonly string[];
  readonly exclude: readonly { readonly paths: readonly string[]; readonly method?: string }[];
}

export interface PlacedRoute {
  readonly route: Route;
  readonly site: Site;
  /** Absent: a route of the service itself. */
  readonly node?: RouterNode;
  readonly paths: readonly string[];
  readonly order: OrderStep;
  /** The call that registers it; absent: the place of its fact. */
  readonly at?: Location;
}

export interface PlacedGap {
  readonly gap: Omit<FileGap, 'hides'>;
  readonly file: string;
  /** The extractor of the unresolved mount. */
  readonly by?: string;
  /** What is hidden below the router: a prefix on every way to it. Absent: nothing. */
  readonly below?: {
    readonly node?: RouterNode;
    readonly prefix: string;
    readonly methods?: readonly string[];
    readonly pages?: boolean;
    /** Only this exact path, and nothing below it. */
    readonly exact?: boolean;
    /** See `Mount.ofLibrary`. */
    readonly ofLibrary?: boolean;
  };
}

/** A response transform between the handlers below a router and the wire. */
export interface PlacedWrap {
  readonly wrap: ResponseTransform;
  /** It changes no body, but may answer instead of the handlers behind it. */
  readonly early?: Lazy;
  readonly file: string;
  /** Absent: it applies to a whole service. */
  readonly node?: RouterNode;
  /** It applies only to paths that continue after one of these. See `ResponseTransform.path`. */
  readonly below?: readonly string[];
}

export interface RouterGraph {
  readonly nodes: Map<string, RouterNode>;
  /** Clones, with their originals. */
  readonly shared: Map<RouterNode, RouterNode>;
  readonly wraps: PlacedWrap[];
  /** Transforms without a router. */
  readonly wide: PlacedWrap[];
  readonly routes: PlacedRoute[];
  readonly gaps: PlacedGap[];
}
