import type { At, Expression } from './expression.js';

/**
 * An event is published here, or handled when it comes. What a wrapper of the service does with its parameters (`publish(topic, event)`)
 * is told by the calls of the wrapper: see `Sending`.
 */
export interface MessageSite {
  readonly kind: 'message';
  /** Id of the extractor: `typescript/kafkajs`. */
  readonly by: string;
  readonly direction: 'publish' | 'subscribe';
  /** Topic, queue, subject, routing key: a text or a list of texts, each a channel of its own. */
  readonly channel: Expression;
  /** Other names that the same channel goes by (the queue a routing key is bound to): a text or a list of texts. */
  readonly aliases?: Expression;
  /** How a channel's text writes what may be any. */
  readonly wildcards?: Wildcards;
  /** What tells events of one channel apart: the name of a job, the event of a socket. A text or a list of texts. */
  readonly event?: Expression;
  /** Data that is published, or that the handler takes it for; absent: it was not seen. */
  readonly payload?: Expression;
  /** `payload` is what goes over the wire: its data is known where it is made by the operator `encoded`. */
  readonly encoded?: boolean;
  readonly headers?: Expression;
  /** Name of the `callable` that it stands in: its parameters are whatever callers pass. */
  readonly inside?: string;
  readonly at: At;
}
/** `aws`: the channel is the last part of an ARN or a URL. */
export type Wildcards = 'mqtt' | 'amqp' | 'nats' | 'redis' | 'aws';

/** A function is called that may publish or handle what it is given: `bus.publish('orders', order)`. */
export interface Sending {
  readonly kind: 'sending';
  readonly callable: Expression;
  readonly given: readonly Expression[];
  /** Of functions that are given: by their place, the declared type of their first parameter. */
  readonly takes?: readonly { readonly index: number; readonly type: Expression }[];
  /** Name of the `callable` that the call stands in. */
  readonly inside?: string;
  readonly at: At;
}
