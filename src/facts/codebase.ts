import type { Channel } from '../model/channel.js';
import type { PathTemplate, RouteMethod } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { RouteMatching } from '../model/route-matching.js';
import type { Definitions, Shape } from '../model/shape.js';
import type { OrderStep } from './routers/registration-order.js';

/** One route, as the running service would serve it. */
export interface CodeRoute {
  readonly method: RouteMethod;
  readonly path: PathTemplate;
  /**
   * Segments, counted from 0, whose parameters take only what some pattern matches: the route does not answer every request that
   * fits `path`.
   */
  readonly constrained?: readonly number[];
  /** Beginnings (`api/`) that its last segment, a catch-all, does not match. */
  readonly excluded?: readonly string[];
  /** How its framework picks the route that answers, with what its router changes; absent: all defaults. */
  readonly matching?: RouteMatching;
  /** Where it is registered, from the top: see `isBefore`. */
  readonly order?: readonly OrderStep[];
  /** Its handler may pass requests on to the next route that matches. */
  readonly passesOn?: boolean;
  /** Its handler answers other paths as well: if it sends several bodies, the path may decide which one. */
  readonly sharesHandler?: boolean;
  /** Why no request reaches it. */
  readonly blocked?: string;
  /** The path begins with an unresolved part (a prefix from the environment): `path` is what follows it. */
  readonly prefixUnknown?: boolean;
  /** The known part of that beginning, up to the one unresolved segment or its end: `/api/v` of `/api/v${version}/users`. */
  readonly prefixStart?: string;
  /** The scan sees nothing that serves the app on which it is registered. */
  readonly idle?: boolean;
  /**
   * That prefix according to a sample of the environment, or under a condition that the reader did not evaluate. The service may
   * use another.
   */
  readonly likelyPrefix?: PathTemplate;
  /** Id of the extractor. */
  readonly by: string;
  readonly at: Location;
  readonly responses: readonly CodeResponse[];
  /** Why there may be more responses than these. */
  readonly incomplete?: string;
}

export interface CodeResponse {
  /** Absent: not determined. */
  readonly status?: number;
  /** Absent: JSON. `none`: no body. */
  readonly mediaType?: string;
  readonly shape: Shape;
  readonly at: Location;
}

/** One place in the code that publishes an event, or handles it. */
export interface CodeMessage {
  readonly direction: 'publish' | 'subscribe';
  readonly channel: Channel;
  /** Other names of the same channel. */
  readonly aliases: readonly Channel[];
  /** The channel comes from a sample of the environment: the service may run with another. */
  readonly likely?: boolean;
  /** What distinguishes events of one channel, where known. */
  readonly event?: string;
  /** What is published, or the type that the handler declares for it. */
  readonly payload: Shape;
  readonly headers?: Shape;
  /** Id of the extractor. */
  readonly by: string;
  readonly at: Location;
}

/** One definition of a shared model: a declared type. */
export interface CodeModel {
  /** The name in the code. */
  readonly name: string;
  readonly shape: Shape;
  /** It describes what a database stores, which may differ from what is sent. */
  readonly table?: boolean;
  /** Id of the language. */
  readonly language: string;
  readonly at: Location;
}

/** What the code of a repository does, linked from the facts of all files. */
export interface Codebase {
  /** Sorted by path, method, place. */
  readonly routes: readonly CodeRoute[];
  /** Sorted by channel, direction, place. */
  readonly messages: readonly CodeMessage[];
  /** Definitions of the requested models, by name and place. */
  readonly models: readonly CodeModel[];
  /** Models whose definitions the scan looked for, by the names that contracts give them. */
  readonly soughtModels: readonly string[];
  /** What `ref`s in the shapes of routes and messages point to. */
  readonly types: Definitions;
  /** Reasons of unknown shapes that name a type of a package -> that package, as the code imports it. */
  readonly packages?: ReadonlyMap<string, string>;
  readonly gaps: readonly Gap[];
  /** Routes in folders of examples and development tools: they hide operations that no other code of the service answers. */
  readonly aside?: readonly Gap[];
}
