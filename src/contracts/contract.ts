import type { Method, PathTemplate } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { Definitions, Shape } from '../model/shape.js';

export type ContractKind = 'openapi' | 'asyncapi' | 'json-schema' | 'service-table';

/** What one side of a service offers to the others. */
export interface Contract {
  /** Its file, relative to the repository; reports use it as the contract's id. */
  readonly id: string;
  readonly kind: ContractKind;
  /** The document's own title and version. */
  readonly title: string;
  readonly version: string;
  /** The service that implements it, if configured. */
  readonly service?: string;
  /** The service that consumes it, if configured. */
  readonly consumer?: string;
  /** It describes the consumer's side: the events that the consuming service must handle. Absent: the provider's side. */
  readonly role?: 'consumer';
  readonly at: Location;
  /** Paths of its servers (`/api/v1`; OpenAPI 2 `basePath`), without `/` and without paths whose variables have no value. */
  readonly prefixes: readonly PathTemplate[];
  readonly operations: readonly Operation[];
  /** Events that the application publishes or handles. */
  readonly messages: readonly Message[];
  /** Data that several services have a definition of. */
  readonly models: readonly Model[];
  /** What the `ref`s of its shapes point to. */
  readonly definitions: Definitions;
  /** The locations of the document's own definitions. */
  readonly definedAt?: ReadonlyMap<string, Location>;
  /** Schema keywords that shapes cannot express (`not`, `if`, ...), with their content; no text: too large to analyse. */
  readonly beyond?: readonly { readonly word: string; readonly text?: string; readonly at: Location }[];
  /** The document's name of each security scheme -> its description in words, equal for equal schemes. */
  readonly securitySchemes?: ReadonlyMap<string, string>;
  /** Webhooks (OpenAPI 3.1) that the service calls; `beyond` records their content. */
  readonly webhooks?: ReadonlyMap<string, Location>;
  /** Parts of the document that were not analysed. */
  readonly gaps: readonly Gap[];
}

export interface Operation {
  /** `METHOD /path/{param}` as the contract writes it. */
  readonly subject: string;
  /** The document's name for it (`operationId`); absent: it has none, or it is no text. */
  readonly name?: string;
  readonly method: Method;
  readonly path: PathTemplate;
  /** The servers of its own path or operation, which override the document's. */
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
  /** The alternatives for authentication: each requires all its schemes with all these scopes. None: no authentication. */
  readonly credentials?: readonly (readonly { readonly scheme: string; readonly scopes: readonly string[] }[])[];
  readonly deprecated: boolean;
  /** Why a part of it is unresolved: it is malformed, or a reference leads nowhere. It is not verified. */
  readonly broken?: string;
  readonly at: Location;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly shape: Shape;
  /** How a list or an object is serialised: `form, exploded`. Absent: it is neither. */
  readonly style?: string;
  /** The default value as JSON. */
  readonly default?: string;
  readonly at: Location;
}

/** A body (or its absence) under one status. A status with several media types has several of these. */
export interface ExpectedResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Absent: the contract describes no body. */
  readonly mediaType?: string;
  /** Absent: no body, or one without a schema. */
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

/** What the application does with one channel: all messages that it publishes to it, or all that it handles. */
export interface Message {
  /** `publish CHANNEL` or `subscribe CHANNEL` as the contract writes it. */
  readonly subject: string;
  /** The application's direction, not its clients' (AsyncAPI 2 describes the clients). */
  readonly direction: MessageDirection;
  /** Its address, with `{name}` for parameters; for a channel without an address, its name in the document. */
  readonly channel: string;
  /** The document gives no address (AsyncAPI 3, Channel Object): only the names of its messages identify its events. */
  readonly unaddressed?: boolean;
  /** Other names that code may use for it: the exchange or queue of its bindings, its name in the document. */
  readonly aliases: readonly string[];
  /** Protocols of the document's servers (`kafka`, `ws`), else of its bindings, lower case; none or absent: not stated. */
  readonly protocols?: readonly string[];
  /**
   * Its messages; none: the contract does not describe them. Their names distinguish events of one channel (a job, an event of a
   * socket).
   */
  readonly variants: readonly MessageVariant[];
  readonly at: Location;
}
export type MessageDirection = 'publish' | 'subscribe';

/** One of the messages of a channel. */
export interface MessageVariant {
  /** Its names, the best first; none: it has no name. */
  readonly names: readonly string[];
  /** Absent: any payload. `unknown`: one that cannot be compared (Avro, Protobuf). */
  readonly payload?: Shape;
  readonly headers?: Shape;
  readonly at: Location;
}

/** A shape that each definition of that name must have. */
export interface Model {
  /** As the contract writes it. */
  readonly name: string;
  readonly shape: Shape;
  readonly at: Location;
}
