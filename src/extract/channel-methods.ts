import type { Expression } from '../facts/expression.js';
import type { MessageSite } from '../facts/fact.js';

/** A library function that publishes to a channel or listens to it. */
export interface ChannelMethod {
  readonly library: RegExp;
  readonly name: RegExp;
  readonly direction: MessageSite['direction'];
  /** Index and name of the channel argument. */
  readonly at: number;
  readonly named: string;
  /** Index and name of the argument with another name of the same channel, such as an exchange. */
  readonly alias?: readonly [number, string];
  /** The minimum number of arguments. */
  readonly least?: number;
  /** The name of the receiver. */
  readonly on?: RegExp;
  /** The library's syntax for wildcards in a channel name. */
  readonly wildcards?: MessageSite['wildcards'];
}

type Channel = readonly [index: number, name?: string];
type More = Pick<ChannelMethod, 'alias' | 'least' | 'on' | 'wildcards'>;

const method =
  (direction: ChannelMethod['direction']) =>
  (library: RegExp, name: RegExp, [at, named = '']: Channel, more: More = {}): ChannelMethod => ({
    ...{ library, name, direction, at, named },
    ...more,
  });

export const publishes = method('publish');
export const subscribes = method('subscribe');

const isEmpty = (of: Expression | undefined): boolean => of?.kind === 'literal' && of.value === '';

/** A message whose payload is not analysed. Without a key the exchange is the channel. */
export function channelSite(
  by: string,
  { direction, wildcards }: Pick<ChannelMethod, 'direction' | 'wildcards'>,
  key: Expression,
  exchange?: Expression,
): Omit<MessageSite, 'at'> {
  const other = isEmpty(exchange) ? undefined : exchange;
  const isFanout = isEmpty(key) && other !== undefined;
  return {
    ...{ kind: 'message', by, direction, channel: isFanout ? other : key },
    ...(other !== undefined && !isFanout && { aliases: other }),
    ...(wildcards !== undefined && { wildcards }),
  };
}
