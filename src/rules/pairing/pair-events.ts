import type { Contract, Message } from '../../contracts/contract.js';
import type { Codebase, CodeMessage } from '../../facts/codebase.js';
import { foldChannel } from '../../model/channel.js';
import type { Gap } from '../../model/gap.js';
import { groupBy } from '../../model/multi-map.js';
import type { EventPairing, PairedMessage, Undocumented } from '../rule.js';
import { type ChannelCandidate, type ChannelIndex, channelIndex } from './pair-channels.js';

/** Each event of the contracts with the code that publishes or handles it, and published events that no contract describes. */
export interface PairedEvents {
  /** In the order of the contracts and of their channels. */
  readonly pairings: readonly EventPairing[];
  readonly undocumented: readonly Undocumented[];
}

/** Pairs each channel of the contracts with the code that publishes to it or handles it. */
export function pairEvents(contracts: readonly Contract[], { messages, gaps }: Codebase): PairedEvents {
  const promising = contracts.filter((contract) => contract.messages.length > 0);
  if (promising.length === 0) return { pairings: [], undocumented: [] };
  const met = new Set<CodeMessage>();
  const channels = channelIndex(messages);
  const hasHubs = messages.some(goesByName);
  const laid = promising.flatMap((contract) =>
    contract.messages.map((expectation) => {
      const fitting = fittingOf(expectation, channels);
      const own = fitting.filter(
        ({ message, fit }) =>
          message.direction === expectation.direction && fit !== 'open' && speaks(message.by, expectation.protocols ?? []),
      );
      const actuals = actualsOf(expectation, own, hasHubs);
      for (const { message } of actuals) met.add(message);
      return { contract, requirement: expectation, actuals, fitting };
    }),
  );
  const pairings = laid.map(({ contract, requirement: expectation, actuals, fitting }): EventPairing => {
    const common = { contract, subject: expectation.subject, expectation };
    if (actuals.length > 0) return { ...common, actuals, hiddenBy: [], near: [], ...noteOf(actuals) };
    const near = nearOf(expectation, fitting, channels.alike(expectation), met);
    const known = hidingOf(contract, expectation, messages, gaps);
    const hiding = hasHubs ? [...known, ...otherNames(expectation, fitting)] : known;
    return { ...common, actuals, hiddenBy: channels.isSpent() ? [...hiding, tooMany(contract)] : hiding, near };
  });
  return { pairings: withTurned(pairings), undocumented: undocumentedOf(promising, messages, met) };
}

/** The code's messages on the channel; for a channel without an address, those with the name of one of its messages. */
function fittingOf(expectation: Message, channels: ChannelIndex): readonly ChannelCandidate[] {
  if (expectation.unaddressed !== true) return channels.fitting(expectation);
  return channels.named(namesOf(expectation)).map((message) => ({ message, fit: 'same' }));
}

/** Marks the events of contracts whose events all run in the opposite direction: such a document describes the clients. */
function withTurned(pairings: readonly EventPairing[]): readonly EventPairing[] {
  const byContract = groupBy(pairings, (one) => one.contract);
  const isTurned = ({ actuals, near }: EventPairing): boolean =>
    actuals.length === 0 && near.some(({ differs }) => differs === 'direction');
  const turned = new Set([...byContract].flatMap(([contract, all]) => (all.length > 1 && all.every(isTurned) ? [contract] : [])));
  return pairings.map((one) => (turned.has(one.contract) ? { ...one, turned: byContract.get(one.contract)?.length ?? 0 } : one));
}

/**
 * The messages that certainly use the channel, else those that may; if the channel has several messages, those with the event's
 * name.
 */
function actualsOf(expectation: Message, candidates: readonly ChannelCandidate[], hasHubs: boolean): readonly PairedMessage[] {
  const sure = candidates.filter(({ fit }) => fit !== 'pattern');
  const chosen = sure.length > 0 ? sure : candidates;
  const paired = chosen.map(({ message, fit }) => ({
    message,
    variants: namedBy(expectation, message),
    doubtful: fit === 'pattern',
  }));
  const isNamed = paired.some(({ variants }) => variants !== undefined);
  return paired.flatMap((one): readonly PairedMessage[] => {
    if (one.variants !== undefined) return [{ ...one, variants: one.variants }];
    // Other messages of the channel match by name: the contract does not know this one.
    if ((isNamed && one.message.event !== undefined) || (hasHubs && goesByName(one.message))) return [];
    return [{ ...one, variants: expectation.variants }];
  });
}

/** Hubs match by event name alone, and a contract need not name its messages after the hub's methods. */
const goesByName = ({ by, event }: CodeMessage): boolean => event !== undefined && by === 'csharp/sockets';

function otherNames({ direction }: Message, fitting: readonly ChannelCandidate[]): readonly Gap[] {
  const other = fitting.find(({ message }) => message.direction === direction && goesByName(message));
  return (other === undefined ? [] : [other]).map(({ message: { event = '', at } }): Gap => {
    const detail = `the code names the event ${event}, but no message of the contract has that name`;
    return { reason: 'dynamic-channel', detail, at };
  });
}

const folded = new WeakMap<Message, ReadonlySet<string>>();

/** The names of its messages, folded. */
function namesOf(expectation: Message): ReadonlySet<string> {
  const all = folded.get(expectation) ?? new Set(expectation.variants.flatMap(({ names }) => names.map(foldChannel)));
  folded.set(expectation, all);
  return all;
}

function namedBy(expectation: Message, { event }: CodeMessage): Message['variants'] | undefined {
  if (event === undefined) return undefined;
  const requested = foldChannel(event);
  if (!namesOf(expectation).has(requested)) return undefined;
  return expectation.variants.filter(({ names }) => names.some((name) => foldChannel(name) === requested));
}

function noteOf(actuals: readonly PairedMessage[]): { readonly note?: string } {
  const [first] = actuals;
  if (first?.doubtful === true) return { note: `the code names the channel ${first.message.channel}, but it may use others too` };
  if (actuals.every(({ message }) => message.likely === true))
    return { note: 'the name of the channel comes from a sample environment file' };
  return {};
}

function nearOf(
  expectation: Message,
  fitting: readonly ChannelCandidate[],
  alike: readonly CodeMessage[],
  met: ReadonlySet<CodeMessage>,
): EventPairing['near'] {
  const sure = fitting.filter(({ fit }) => fit === 'same' || fit === 'instance').map(({ message }) => message);
  const elsewhere = sure.filter(({ direction }) => direction !== expectation.direction);
  const spelled = alike.filter((one) => one.direction === expectation.direction && !met.has(one) && !sure.includes(one));
  return [
    ...elsewhere.map((message) => ({ message, differs: 'direction' }) as const),
    ...spelled.map((message) => ({ message, differs: 'spelling' }) as const),
  ];
}

const tooMany = (contract: Contract): Gap => ({
  reason: 'unsupported-contract-feature',
  detail: 'too many channels have variable parts to compare them',
  at: { file: contract.at.file, line: contract.at.line },
});

function hidingOf(
  contract: Contract,
  { direction, protocols = [], unaddressed, at }: Message,
  messages: readonly CodeMessage[],
  gaps: readonly Gap[],
): readonly Gap[] {
  const all = hidingAll(gaps, direction);
  const unnamed = { reason: 'unsupported-contract-feature', detail: 'the contract has no address for its channel', at } as const;
  const hiding = unaddressed === true ? [...all, unnamed] : all;
  if (messages.some(({ by }) => speaks(by, protocols))) return hiding;
  const over = protocols.length === 0 ? '' : ` over ${protocols.join(' or ')}`;
  const detail = `no code that publishes or handles events${over} was found`;
  return [...hiding, { reason: 'unsupported-framework', detail, at: { file: contract.at.file, line: contract.at.line } }];
}

const hidingBoth = new WeakMap<readonly Gap[], Map<Message['direction'], readonly Gap[]>>();

/** Cached per direction: there may be thousands of operations and of gaps. */
function hidingAll(gaps: readonly Gap[], direction: Message['direction']): readonly Gap[] {
  const known = hidingBoth.get(gaps) ?? new Map<Message['direction'], readonly Gap[]>();
  hidingBoth.set(gaps, known);
  const before = known.get(direction);
  if (before !== undefined) return before;
  const hiding = gaps.filter(({ hides, reason }) => {
    if (hides === 'service') return !OF_ROUTES.has(reason);
    return hides !== undefined && 'messages' in hides && (hides.messages === 'any' || hides.messages === direction);
  });
  known.set(direction, hiding);
  return hiding;
}

/** Gaps that hide routes for requests, not messages. */
const OF_ROUTES: ReadonlySet<string> = new Set(['dynamic-mount', 'dynamic-path', 'unmounted-router', 'undeclared-router']);

/** Extractors that read one protocol only; others may read any but sockets. */
const SPEAKERS: readonly (readonly [RegExp, RegExp])[] = [
  [/kafka|sarama/, /kafka/],
  [/amqp|pika/, /amqp|rabbit/],
  [/socket/, /ws|socket|stomp|http/],
  [/aws/, /sns|sqs|aws|eventbridge/],
];

/** Whether messages from an extractor may use one of the protocols. */
function speaks(by: string, protocols: readonly string[]): boolean {
  if (protocols.length === 0) return true;
  const own = SPEAKERS.find(([speaker]) => speaker.test(by))?.[1];
  if (own !== undefined) return protocols.some((protocol) => own.test(protocol));
  return /nestjs/.test(by) || protocols.some((protocol) => !/^(?:wss?|websockets?|socket\.io|https?)$/.test(protocol));
}

/** Published messages that no contract describes, one for each channel, with the nearest contract. */
function undocumentedOf(
  contracts: readonly Contract[],
  messages: readonly CodeMessage[],
  met: ReadonlySet<CodeMessage>,
): readonly Undocumented[] {
  const found = new Map<string, Undocumented>();
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
