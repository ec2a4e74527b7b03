import type { Fact } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { SENDER } from '../../../sender-names.js';
import { originOf, type Scope } from '../scope.js';
import type { Source } from '../source.js';
import { lastName } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';
import { type CallSite, callsOf } from './walk.js';

/** The function that contains a scope, if it has parameters: its callers determine what it sends. */
export function insideOf(scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.of === undefined) continue;
    return at.of.parameters.length === 0 ? undefined : at.of.fact;
  }
  return undefined;
}

const MOST_CALLS = 500;
const MOST_ARGUMENTS = 5;
/** `publish_event` as `publishEvent`. */
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Calls of functions through which the service may publish events. */
export const ownSenders: Extractor<Source> = {
  ...eventProfiles.ownSenders,
  extract: (source): Extraction => ({
    facts: callsOf(source)
      .filter(isSender)
      .slice(0, MOST_CALLS)
      .map((site) => sendingOf(source, site)),
    gaps: [],
  }),
};

function isSender({ call, scope }: CallSite): boolean {
  const name = lastName(call.of) ?? '';
  if (!SENDER.test(camel(name)) || call.arguments.length === 0 || call.arguments.length > MOST_ARGUMENTS) return false;
  if (call.arguments.some(({ star }) => star !== undefined)) return false;
  return !/^(?:requests|httpx|logging|socket|smtplib)\b/.test(originOf(scope, call.of) ?? '');
}

function sendingOf(source: Source, { call, scope }: CallSite): Fact {
  const inside = insideOf(scope);
  return {
    kind: 'sending',
    callable: readValue(source, scope, call.of),
    given: call.arguments.filter(({ name }) => name === undefined).map(({ value }) => readValue(source, scope, value)),
    ...(inside === undefined ? {} : { inside }),
    at: source.at(call.start),
  };
}
