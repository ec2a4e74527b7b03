import type { Location } from '../../model/location.js';
import type { Expression } from '../expression.js';
import type { FileGap, ResponseTransform, Route, Router, Versioning } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import type { OrderStep } from './registration-order.js';

/** A router on the way from the service to its routes. */
export interface RouterNode {
  readonly id: string;
  /** Where its fact is written. */
  readonly file: string;
  /** Absent: a parameter, which is whatever callers pass. */
  readonly fact?: Router;
  readonly parents: Edge[];
  readonly prefixes: GivenPrefix[];
  /** What wraps the handlers below it alone. */
  readonly wraps: PlacedWrap[];
  /** Versioning as the last to say so has it; the router's own fact comes first. */
  versioning?: Versioning & { readonly file: string };
}

export interface Edge {
  /** Absent: the service itself. */
  readonly parent?: RouterNode;
  readonly prefixes: readonly string[];
  readonly except: ReadonlySet<string>;
  /** See `Mount.same`. */
  readonly same?: boolean;
  /** See `Mount.replaces`. */
  readonly replaces?: boolean;
  /** Where routes of the child are placed. See `Mount.placed`. */
  readonly at?: Location;
  /** See `Mount.binds`. */
  readonly binds?: readonly Expression[];
  /** The requests that come to it, where it answers a route of its parent: that sees the whole path. */
  readonly only?: Requests;
  /** Where it is mounted; absent: nobody knows what comes before it. */
  readonly order?: OrderStep;
  /** Where it is mounted. */
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
  /** Absent: it hangs on the service itself. */
  readonly node?: RouterNode;
  readonly paths: readonly string[];
  readonly order: OrderStep;
  /** Where a call registers it; absent: where its fact says. */
  readonly at?: Location;
}

export interface PlacedGap {
  readonly gap: Omit<FileGap, 'hides'>;
  readonly file: string;
  /** The extractor of the mount that cannot be read. */
  readonly by?: string;
  /** What is hidden below the router: a prefix with all that reaches it. Absent: nothing. */
  readonly below?: {
    readonly node?: RouterNode;
    readonly prefix: string;
    readonly methods?: readonly string[];
    readonly pages?: boolean;
    /** This very path, and nothing below it. */
    readonly exact?: boolean;
  };
}

/** Something between the handlers below a router and the wire. */
export interface PlacedWrap {
  readonly wrap: ResponseTransform;
  /** It changes no body, and may answer instead of the handlers behind it. */
  readonly early?: Lazy;
  readonly file: string;
  /** Absent: it applies to all of a service. */
  readonly node?: RouterNode;
  /** Only paths that go on after one of these are concerned. See `Wrap.path`. */
  readonly below?: readonly string[];
}

export interface RouterGraph {
  readonly nodes: Map<string, RouterNode>;
  /** Clones, with what they were cloned of. */
  readonly shared: Map<RouterNode, RouterNode>;
  readonly wraps: PlacedWrap[];
  /** Wraps that no router is named for. */
  readonly wide: PlacedWrap[];
  readonly routes: PlacedRoute[];
  readonly gaps: PlacedGap[];
}
