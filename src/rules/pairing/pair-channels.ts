import type { Message } from '../../contracts/contract.js';
import type { CodeMessage } from '../../facts/codebase.js';
import { type ChannelFit, fitForms, foldChannel, formOf, isOpenForm } from '../../model/channel.js';
import { append } from '../../model/multi-map.js';
import { foldName } from '../comparison/spelling.js';

/** A message of the code and how its channel fits a channel of the contract. */
export interface ChannelCandidate {
  readonly message: CodeMessage;
  readonly fit: ChannelFit;
}

/**
 * An index of the code's messages by channel: most operations fit messages of one name only, and there may be thousands of both.
 */
export interface ChannelIndex {
  /** In the order of the code. */
  readonly fitting: (expectation: Message) => readonly ChannelCandidate[];
  /** Messages with one of these event names, on any channel; names are folded. */
  readonly named: (names: ReadonlySet<string>) => readonly CodeMessage[];
  /** Messages whose names differ only in case and separators. */
  readonly alike: (expectation: Message) => readonly CodeMessage[];
  /** Whether the limit for comparing names with variable parts was reached: what was not compared is unknown. */
  readonly isSpent: () => boolean;
}

const RANKS: readonly ChannelFit[] = ['same', 'instance', 'pattern', 'open'];
/** Letters of one name times letters of the other, summed over all pairs. */
const MAX_WORK = 200_000_000;

interface Named {
  readonly message: CodeMessage;
  readonly index: number;
  readonly forms: readonly string[];
}

export function channelIndex(messages: readonly CodeMessage[]): ChannelIndex {
  const all = messages.map((message, index): Named => ({ message, index, forms: namesOf(message).map(formOf) }));
  const open = all.filter(({ forms }) => forms.some(isOpenForm));
  const byForm = gathered(all, ({ forms }) => forms);
  const byEvent = gathered(all, ({ message: { event } }) => (event === undefined ? [] : [foldChannel(event)]));
  const byFold = gathered(all, ({ message: { channel } }) => [`c${foldChannel(channel)}`, `n${foldName(channel)}`]);
  let work = 0;
  const fitOf = (requested: readonly string[], { forms }: Named): ChannelFit | undefined => {
    const fits = requested.flatMap((one) =>
      forms.flatMap((other) => {
        if (one !== other && (isOpenForm(one) || isOpenForm(other))) work += one.length * other.length;
        return work > MAX_WORK ? [] : (fitForms(one, other) ?? []);
      }),
    );
    return RANKS.find((rank) => fits.includes(rank));
  };
  return {
    fitting: (expectation) => {
      const requested = [expectation.channel, ...expectation.aliases].map(formOf);
      const near = requested.some(isOpenForm)
        ? all
        : [...new Set([...open, ...requested.flatMap((form) => byForm.get(form) ?? [])])];
      const found = near.flatMap((one) => {
        const fit = fitOf(requested, one);
        return fit === undefined ? [] : [{ message: one.message, fit, index: one.index }];
      });
      return found.sort((a, b) => a.index - b.index).map(({ message, fit }) => ({ message, fit }));
    },
    named: (names) => {
      const found = [...names].flatMap((name) => byEvent.get(name) ?? []);
      return [...new Set(found)].sort((a, b) => a.index - b.index).map(({ message }) => message);
    },
    alike: ({ channel }) => {
      const folded = foldChannel(channel);
      const near = folded === '' ? [] : [...(byFold.get(`c${folded}`) ?? []), ...(byFold.get(`n${foldName(channel)}`) ?? [])];
      return [...new Set(near)].sort((a, b) => a.index - b.index).map(({ message }) => message);
    },
    isSpent: () => work > MAX_WORK,
  };
}

/** The channel and its other names; the event of a socket or a job may be what the contract calls a channel. */
function namesOf({ channel, aliases, event }: CodeMessage): readonly string[] {
  return [channel, ...aliases, ...(event === undefined ? [] : [event])];
}

function gathered(all: readonly Named[], keys: (one: Named) => readonly string[]): ReadonlyMap<string, readonly Named[]> {
  const found = new Map<string, Named[]>();
  for (const one of all) {
    for (const key of new Set(keys(one))) append(found, key, one);
  }
  return found;
}
