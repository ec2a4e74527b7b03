import type { GapReason } from '../model/gap.js';
import type { NamingPolicy } from '../model/naming-policy.js';
import type { Operator } from './expression.js';
import { oneOfTexts } from './sheet-check.js';

/** An operator of expressions. */
export const operator = oneOfTexts<Operator>({
  awaited: true,
  partial: true,
  required: true,
  nullable: true,
  'non-null': true,
  tested: true,
  tagged: true,
  'members-tested': true,
  'or-else': true,
  when: true,
  pick: true,
  omit: true,
  record: true,
  named: true,
  keyof: true,
  'values-of': true,
  'instance-type': true,
  'colon-path': true,
  'segment-path': true,
  'route-template': true,
  'typed-path': true,
  slashed: true,
  likely: true,
  declared: true,
  entries: true,
  sum: true,
  difference: true,
  'source-names': true,
  described: true,
  altered: true,
  having: true,
  'first-known': true,
  made: true,
  narrowed: true,
  content: true,
  mapped: true,
  filled: true,
  given: true,
  blank: true,
  rooted: true,
  serialized: true,
  'nulls-omitted': true,
  encoded: true,
});

/** A policy of names. */
export const namingPolicy = oneOfTexts<NamingPolicy>({
  kept: true,
  camel: true,
  pascal: true,
  snake: true,
  kebab: true,
  'upper-snake': true,
  'dotnet-camel': true,
  'dotnet-snake': true,
  'dotnet-kebab': true,
  'dotnet-upper-snake': true,
  unread: true,
});

/** A reason of gaps. */
export const reason = oneOfTexts<GapReason>({
  'unreadable-file': true,
  'syntax-error': true,
  'too-large': true,
  minified: true,
  'outside-repository': true,
  'dynamic-path': true,
  'dynamic-mount': true,
  'dynamic-channel': true,
  'unmounted-router': true,
  'unsupported-framework': true,
  'unresolved-reference': true,
  'unsupported-contract-feature': true,
  'extractor-crash': true,
  'rule-crash': true,
});
