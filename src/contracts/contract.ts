import type { Method, PathTemplate } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { Definitions, Shape } from '../model/shape.js';

export type ContractKind = 'openapi' | 'asyncapi' | 'json-schema' | 'service-table';

/** What one side of a service has promised the others. */
export interface Contract {
  /** Its file, repository-relative; the id of the contract in every report. */
  readonly id: string;
  readonly kind: ContractKind;
  /** The document's own title and version. */
  readonly title: string;
  readonly version: string;
  /** The service that keeps it, where that is configured. */
  readonly service?: string;
  /** The service that relies on it, where that is configured. */
  readonly consumer?: string;
  /** It is seen from the side of the service that relies on it: what is promised of events there. Absent: it is the provider's. */
  readonly role?: 'consumer';
  readonly at: Location;
  /** Paths of its servers (`/api/v1`; OpenAPI 2 `basePath`), without `/`; one that a variable leaves open is not in here. */
  readonly prefixes: readonly PathTemplate[];
  readonly operations: readonly Operation[];
  /** Events that the application publishes or handles. */
  readonly messages: readonly Message[];
  /** Data that several services have a definition of. */
  readonly models: readonly Model[];
  /** What `ref`s of its shapes point to. */
  readonly definitions: Definitions;
  /** Where the definitions stand that the document has itself. */
  readonly definedAt?: ReadonlyMap<string, Location>;
  /** Words of its schemas that shapes cannot tell (`not`, `if`, ...), with what they say; no text: too much to look at. */
  readonly beyond?: readonly { readonly word: string; readonly text?: string; readonly at: Location }[];
  /** What each scheme of security is, in words that are equal for equal ones, by the document's name for it. */
  readonly securitySchemes?: ReadonlyMap<string, string>;
  /** What it calls at subscribers (OpenAPI 3.1, `webhooks`); that they changed stands in `beyond`. */
  readonly webhooks?: ReadonlyMap<string, Location>;
  /** What of the document is not understood. */
  readonly gaps: readonly Gap[];
}

export interface Operation {
  /** `METHOD /path/{param}` as the contract writes it. */
  readonly subject: string;
  /** As the document names it (`operationId`); absent: it does not, or it is no text. */
  readonly name?: string;
  readonly method: Method;
  readonly path: PathTemplate;
  /** The path's own servers, where the path or operation overrides the document's. */
  readonly prefixes?: readonly PathTemplate[];
  readonly parameters: readonly Parameter[];
  readonly requestBodies: readonly {
    readonly mediaType: string;
    readonly required: boolean;
    readonly shape: Shape;
    readonly at: Location;
  }[];
  readonly responses: readonly ExpectedResponse[];
  readonly security: readonly string[];
  /** The ways to prove who calls, any of which suffices: all of its schemes, with all of these scopes. None: anybody may call. */
  readonly credentials?: readonly (readonly { readonly scheme: string; readonly scopes: readonly string[] }[])[];
  readonly deprecated: boolean;
  /** Why not all that it promises could be read: a part of it is malformed, or refers to nowhere. It is not verified. */
  readonly broken?: string;
  readonly at: Location;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly shape: Shape;
  /** How a list or an object is written in it: `form, exploded`. Absent: it is neither. */
  readonly style?: string;
  /** What it is where a call leaves it out, as JSON. */
  readonly default?: string;
  readonly at: Location;
}

/** A body (or its absence) under one status. Several media types of a status are several of these. */
export interface ExpectedResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Absent: no body is promised. */
  readonly mediaType?: string;
  /** Absent: no body, or one that no schema describes. */
  readonly shape?: Shape;
  readonly headers?: readonly ExpectedHeader[];
  readonly at: Location;
}

/** A header of a response. */
export interface ExpectedHeader {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  readonly at: Location;
}

/** What the application does with one channel: all the messages that it publishes there, or all that it handles. */
export interface Message {
  /** `publish CHANNEL` or `subscribe CHANNEL` as the contract writes it. */
  readonly subject: string;
  /** What the application does, not what its clients do (AsyncAPI 2 says the latter). */
  readonly direction: MessageDirection;
  /** Its address, with `{name}` for parameters; of a channel without an address its name in the document. */
  readonly channel: string;
  /** The document gives no address (AsyncAPI 3, Channel Object): only the names of its messages tell its events. */
  readonly unaddressed?: boolean;
  /** Other names that code may know it by: the exchange or queue of its bindings, its name in the document. */
  readonly aliases: readonly string[];
  /** Protocols of the document's servers (`kafka`, `ws`), else of its bindings, lower case; none or absent: it does not say. */
  readonly protocols?: readonly string[];
  /** Its messages; none: the contract says nothing of them. Their names tell events of one channel apart (a job, an event of a socket). */
  readonly variants: readonly MessageVariant[];
  readonly at: Location;
}
export type MessageDirection = 'publish' | 'subscribe';

/** One of the messages of a channel. */
export interface MessageVariant {
  /** What it is called, the best first; none: nobody named it. */
  readonly names: readonly string[];
  /** Absent: any payload. `unknown`: one that cannot be compared (Avro, Protobuf). */
  readonly payload?: Shape;
  readonly headers?: Shape;
  readonly at: Location;
}

/** One shape that every definition of that name has to have. */
export interface Model {
  /** As the contract writes it. */
  readonly name: string;
  readonly shape: Shape;
  readonly at: Location;
}
