import type { Contract, Message } from '../contracts/contract.js';
import type { Codebase, CodeMessage } from '../facts/codebase.js';
import { type ChannelFit, fitChannel, foldChannel } from '../model/channel.js';
import type { Gap } from '../model/gap.js';
import type { EventPairing, PairedMessage, Unpromised } from './rule.js';
import { foldName } from './spelling.js';

/** Every promised event beside the code that publishes or handles it, and what is published without a promise. */
export interface PairedEvents {
  /** In the order of the contracts and of their channels. */
  readonly pairings: readonly EventPairing[];
  readonly unpromised: readonly Unpromised[];
}

/** Lays each promised channel beside the code that does there what is promised. */
export function pairEvents(contracts: readonly Contract[], { messages, gaps }: Codebase): PairedEvents {
  const promising = contracts.filter((contract) => contract.messages.length > 0);
  if (promising.length === 0) return { pairings: [], unpromised: [] };
  const met = new Set<CodeMessage>();
  const laid = promising.flatMap((contract) =>
    contract.messages.map((promise) => {
      const candidates = candidatesOf(promise, messages);
      const actuals = actualsOf(promise, candidates);
      for (const { message } of actuals) met.add(message);
      return { contract, promise, actuals };
    }),
  );
  const pairings = laid.map(({ contract, promise, actuals }): EventPairing => {
    const common = { contract, subject: promise.subject, promise };
    if (actuals.length > 0) return { ...common, actuals, hiddenBy: [], near: [], ...noteOf(actuals) };
    const near = nearOf(promise, messages, met);
    return { ...common, actuals, hiddenBy: hidingOf(contract, promise, messages, gaps), near };
  });
  return { pairings, unpromised: unpromisedOf(promising, messages, met) };
}

interface Candidate {
  readonly message: CodeMessage;
  readonly fit: ChannelFit;
}

function candidatesOf(promise: Message, messages: readonly CodeMessage[]): readonly Candidate[] {
  return messages.flatMap((message): readonly Candidate[] => {
    if (message.direction !== promise.direction) return [];
    const fit = bestFit(promise, message);
    return fit === undefined || fit === 'open' ? [] : [{ message, fit }];
  });
}

const RANKS: readonly ChannelFit[] = ['same', 'instance', 'pattern', 'open'];

/** By the channel or any of its other names on both sides; an event of a socket or a job may be what the contract calls a channel. */
function bestFit(promise: Message, message: CodeMessage): ChannelFit | undefined {
  const own = [message.channel, ...message.aliases, ...(message.event === undefined ? [] : [message.event])];
  const fits = [promise.channel, ...promise.aliases].flatMap((name) => own.flatMap((other) => fitChannel(name, other) ?? []));
  return RANKS.find((rank) => fits.includes(rank));
}

/** What surely goes there, else what may; of several messages of the channel those that go by the event's name. */
function actualsOf(promise: Message, candidates: readonly Candidate[]): readonly PairedMessage[] {
  const sure = candidates.filter(({ fit }) => fit !== 'pattern');
  const chosen = sure.length > 0 ? sure : candidates;
  const paired = chosen.map(({ message, fit }) => ({
    message,
    variants: namedBy(promise, message),
    doubtful: fit === 'pattern',
  }));
  const isNamed = paired.some(({ variants }) => variants !== undefined);
  return paired.flatMap((one): readonly PairedMessage[] => {
    if (one.variants !== undefined) return [{ ...one, variants: one.variants }];
    // Others of the channel go by their names: this is one that the contract does not know.
    return isNamed && one.message.event !== undefined ? [] : [{ ...one, variants: promise.variants }];
  });
}

function namedBy({ variants }: Message, { event }: CodeMessage): Message['variants'] | undefined {
  if (event === undefined) return undefined;
  const meant = variants.filter(({ names }) => names.some((name) => foldChannel(name) === foldChannel(event)));
  return meant.length === 0 ? undefined : meant;
}

function noteOf(actuals: readonly PairedMessage[]): { readonly note?: string } {
  const [first] = actuals;
  if (first?.doubtful === true) return { note: `the code names the channel ${first.message.channel}, which may be others too` };
  if (actuals.every(({ message }) => message.likely === true))
    return { note: 'the name of the channel is taken from a sample of the environment' };
  return {};
}

function nearOf(promise: Message, messages: readonly CodeMessage[], met: ReadonlySet<CodeMessage>): EventPairing['near'] {
  return messages.flatMap((message): EventPairing['near'] => {
    const fit = bestFit(promise, message);
    if (fit === 'same' || fit === 'instance')
      return message.direction === promise.direction ? [] : [{ message, differs: 'direction' }];
    if (message.direction !== promise.direction || met.has(message)) return [];
    const folded = foldChannel(promise.channel);
    const isAlike =
      folded !== '' && (foldChannel(message.channel) === folded || foldName(message.channel) === foldName(promise.channel));
    return isAlike ? [{ message, differs: 'spelling' }] : [];
  });
}

function hidingOf(
  contract: Contract,
  { direction, protocols = [] }: Message,
  messages: readonly CodeMessage[],
  gaps: readonly Gap[],
): readonly Gap[] {
  const hiding = gaps.filter(({ hides, reason }) => {
    if (hides === 'service') return !OF_ROUTES.has(reason);
    return hides !== undefined && 'messages' in hides && (hides.messages === 'any' || hides.messages === direction);
  });
  if (messages.some(({ by }) => speaks(by, protocols))) return hiding;
  const over = protocols.length === 0 ? '' : ` over ${protocols.join(' or ')}`;
  const detail = `no code that publishes or handles events${over} was found`;
  return [...hiding, { reason: 'unsupported-framework', detail, at: { file: contract.at.file, line: contract.at.line } }];
}

/** What they hide answers requests. */
const OF_ROUTES: ReadonlySet<string> = new Set(['dynamic-mount', 'dynamic-path', 'unmounted-router']);

/** Extractors that read one protocol alone; others may read any but sockets. */
const SPEAKERS: readonly (readonly [RegExp, RegExp])[] = [
  [/kafka|sarama/, /kafka/],
  [/amqp|pika/, /amqp|rabbit/],
  [/socket/, /ws|socket|stomp|http/],
  [/aws/, /sns|sqs|aws|eventbridge/],
];

/** Whether what an extractor reads may go over one of the protocols. */
function speaks(by: string, protocols: readonly string[]): boolean {
  if (protocols.length === 0) return true;
  const own = SPEAKERS.find(([speaker]) => speaker.test(by))?.[1];
  if (own !== undefined) return protocols.some((protocol) => own.test(protocol));
  return /nestjs/.test(by) || protocols.some((protocol) => !/^(?:wss?|websockets?|socket\.io|https?)$/.test(protocol));
}

/** What is published and no contract knows of, once for each channel, with the contract that lies nearest. */
function unpromisedOf(
  contracts: readonly Contract[],
  messages: readonly CodeMessage[],
  met: ReadonlySet<CodeMessage>,
): readonly Unpromised[] {
  const found = new Map<string, Unpromised>();
  for (const message of messages) {
    if (message.direction !== 'publish' || met.has(message) || message.channel.includes('{')) continue;
    const contract = nearestOf(contracts, message.at.file);
    if (contract === undefined) continue;
    const subject = `publish ${message.channel}${message.event === undefined ? '' : ` ${message.event}`}`;
    const before = found.get(subject);
    if (before === undefined) found.set(subject, { contract, subject, what: { kind: 'message', message }, others: [] });
    else found.set(subject, { ...before, others: [...before.others, message.at] });
  }
  return [...found.values()];
}

/** The contract that shares most folders with a file; of several the first. */
export function nearestOf(contracts: readonly Contract[], file: string): Contract | undefined {
  const shared = (contract: Contract): number => {
    const [a, b] = [contract.at.file.split('/').slice(0, -1), file.split('/').slice(0, -1)];
    let count = 0;
    while (count < a.length && a[count] === b[count]) count += 1;
    return count;
  };
  return contracts.reduce<Contract | undefined>(
    (best, one) => (best === undefined || shared(one) > shared(best) ? one : best),
    undefined,
  );
}
