import type { Fact, Sending } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { SENDER } from '../../../sender-names.js';
import { callableName } from '../bodies/functions.js';
import { type Body, bodyOf, readIn } from '../bodies/variables.js';
import { at, type Source } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, tokenAt } from '../tokens.js';
import type { Method, TypeDecl } from '../unit.js';
import { eventProfiles } from './profiles.js';
import { senderForm } from './templates.js';

/** Calls of methods by which a service itself may publish events. */
export const ownSenders: Extractor<Source> = {
  ...eventProfiles.ownSenders,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    for (const decl of source.unit.types) {
      for (const method of decl.methods) if (facts.length < MOST_CALLS) facts.push(...callsIn(source, decl, method));
    }
    return { facts, gaps: [] };
  },
};

/** No real file has more such calls. */
const MOST_CALLS = 500;
const MOST_ARGUMENTS = 5;

function callsIn(source: Source, decl: TypeDecl, method: Method): readonly Sending[] {
  const range = method.body ?? method.expression;
  if (range === undefined) return [];
  const { tokens } = source.unit;
  const found: Sending[] = [];
  let body: Body | undefined;
  for (let index = range.from; index < range.to; index += 1) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word' || !SENDER.test(text) || tokenAt(tokens, index + 1).text !== '(') continue;
    body ??= bodyOf(source, decl, method, callableName(decl, method));
    const from = startOf(body, index);
    const given = argumentsOf(tokens, index + 1);
    if (from === undefined || given.length === 0 || given.length > MOST_ARGUMENTS) continue;
    const called = readIn(body, { from, to: closingOf(tokens, index + 1) + 1 });
    if (called.kind !== 'returns') continue;
    const inside = method.parameters.length > 0 ? { inside: callableName(decl, method) } : {};
    found.push({
      kind: 'sending',
      callable: called.of,
      given: given.map((one) => (body === undefined ? called : readIn(body, one))),
      ...inside,
      at: at(source, index),
    });
  }
  return found;
}

/** The start of `events.publish(` or `publish(`; undefined if a library declares the method, or the receiver is unresolved. */
function startOf(body: Body, index: number): number | undefined {
  const { tokens } = body.source.unit;
  const before = tokenAt(tokens, index - 1);
  if (before.text === 'new' || before.text === 'fun' || before.kind === 'word') return undefined;
  if (!/^\??\.$/.test(before.text)) return index;
  const receiver = tokenAt(tokens, index - 2);
  if (receiver.kind !== 'word' || /^\??\.$/.test(tokenAt(tokens, index - 3).text)) return undefined;
  return senderForm(body, receiver.text, index) === undefined ? index - 2 : undefined;
}
