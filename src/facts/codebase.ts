import type { Channel } from '../model/channel.js';
import type { PathTemplate, RouteMethod } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { RouteMatching } from '../model/route-matching.js';
import type { Definitions, Shape } from '../model/shape.js';
import type { OrderStep } from './routers/registration-order.js';

/** One route as the running service would have it. */
export interface CodeRoute {
  readonly method: RouteMethod;
  readonly path: PathTemplate;
  /** Segments, counted from 0, whose parameters take only what some pattern takes: some requests that fit `path` it does not answer. */
  readonly constrained?: readonly number[];
  /** Beginnings (`api/`) of what its last segment, a catch-all, does not take. */
  readonly excluded?: readonly string[];
  /** How its framework picks the route that answers, and what its router changes of that; absent: all defaults. */
  readonly matching?: RouteMatching;
  /** How it is registered, from the top: see `isBefore`. */
  readonly order?: readonly OrderStep[];
  /** Its handler may hand requests on to the next route that matches. */
  readonly passesOn?: boolean;
  /** Its handler answers other paths as well: which of several bodies it sends may depend on the path. */
  readonly sharesHandler?: boolean;
  /** Why no request reaches it. */
  readonly blocked?: string;
  /** The path begins with something that could not be read (a prefix from the environment): `path` is what follows it. */
  readonly prefixUnknown?: boolean;
  /** Nothing is seen to serve the app that it is registered on. */
  readonly idle?: boolean;
  /** What that prefix is by a sample of the environment, or where a condition holds that was not read. The service may have another. */
  readonly likelyPrefix?: PathTemplate;
  /** Id of the extractor. */
  readonly by: string;
  readonly at: Location;
  readonly responses: readonly CodeResponse[];
  /** Why there may be responses beside these. */
  readonly incomplete?: string;
}

export interface CodeResponse {
  /** Absent: could not be determined. */
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
  /** Other names that the channel goes by. */
  readonly aliases: readonly Channel[];
  /** The channel is taken from a sample of the environment: the service may run with another. */
  readonly likely?: boolean;
  /** What tells events of one channel apart, where that is known. */
  readonly event?: string;
  /** What is published, or what the handler takes it for. */
  readonly payload: Shape;
  readonly headers?: Shape;
  /** Id of the extractor. */
  readonly by: string;
  readonly at: Location;
}

/** One definition of a shared model: a declared type. */
export interface CodeModel {
  /** As the code calls it. */
  readonly name: string;
  readonly shape: Shape;
  /** It describes what a database stores, which need not be what is sent. */
  readonly table?: boolean;
  /** Id of the language. */
  readonly language: string;
  readonly at: Location;
}

/** What the code of a repository does, joined from all its facts. */
export interface Codebase {
  /** Sorted by path, method, place. */
  readonly routes: readonly CodeRoute[];
  /** Sorted by channel, direction, place. */
  readonly messages: readonly CodeMessage[];
  /** Definitions of the models that were asked for, by name and place. */
  readonly models: readonly CodeModel[];
  /** Models whose definitions were looked for, by the names that contracts give them. */
  readonly soughtModels: readonly string[];
  /** What `ref`s in the shapes of routes and messages point to. */
  readonly types: Definitions;
  /** Reasons of unknown shapes that name a type of a package -> the package, as code imports it. */
  readonly packages?: ReadonlyMap<string, string>;
  readonly gaps: readonly Gap[];
  /** Routes in folders of examples and of development tools: they hide what nothing else of the service tells of. */
  readonly aside?: readonly Gap[];
}
