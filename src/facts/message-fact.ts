import type { At, Expression } from './expression.js';

/**
 * The code publishes or handles an event here. If a wrapper of the service does so with its parameters (`publish(topic, event)`),
 * the calls of the wrapper give the values: see `Sending`.
 */
export interface MessageSite {
  readonly kind: 'message';
  /** Id of the extractor: `typescript/kafkajs`. */
  readonly by: string;
  readonly direction: 'publish' | 'subscribe';
  /** Topic, queue, subject, routing key: a text or a list of texts, each a channel of its own. */
  readonly channel: Expression;
  /** Other names of the same channel (the queue that a routing key is bound to): a text or a list of texts. */
  readonly aliases?: Expression;
  /** The protocol whose wildcards the channel's text uses. */
  readonly wildcards?: Wildcards;
  /** What distinguishes events of one channel: the name of a job, the event of a socket. A text or a list of texts. */
  readonly event?: Expression;
  /** The published data, or the type that the handler declares for it; absent: not found. */
  readonly payload?: Expression;
  /** `payload` is the encoded message: its data is known where the operator `encoded` makes it. */
  readonly encoded?: boolean;
  readonly headers?: Expression;
  /** Name of the `callable` around it: callers supply its parameters. */
  readonly inside?: string;
  readonly at: At;
}
/** `aws`: the channel is the last part of an ARN or a URL. */
export type Wildcards = 'mqtt' | 'amqp' | 'nats' | 'redis' | 'aws';

/** A call of a function that may publish or handle its arguments: `bus.publish('orders', order)`. */
export interface Sending {
  readonly kind: 'sending';
  readonly callable: Expression;
  readonly given: readonly Expression[];
  /** For arguments that are functions: by index, the declared type of their first parameter. */
  readonly takes?: readonly { readonly index: number; readonly type: Expression }[];
  /** Name of the `callable` around the call. */
  readonly inside?: string;
  readonly at: At;
}
