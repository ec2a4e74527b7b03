import type { GapReason } from '../../model/gap.js';
import type { NamingPolicy } from '../../model/naming-policy.js';
import type { Operator } from '../expression.js';
import type { Setting, ValueForm } from '../fact.js';
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
  instances: true,
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
  'mux-pattern': true,
  'route-template': true,
  'typed-path': true,
  'if-text': true,
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
  received: true,
  rooted: true,
  below: true,
  serialized: true,
  'nulls-omitted': true,
  'camel-cased': true,
  'unset-omitted': true,
  possible: true,
  encoded: true,
});

/** A policy of names. */
export const namingPolicy = oneOfTexts<NamingPolicy>({
  kept: true,
  declared: true,
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
  'undeclared-router': true,
  'unsupported-framework': true,
  'unresolved-reference': true,
  'unsupported-contract-feature': true,
  'extractor-crash': true,
  'rule-crash': true,
});

/** What a setting of a service is about. */
export const settingKey = oneOfTexts<Setting['key']>({
  moduleAlias: true,
  package: true,
  baseUrl: true,
  extends: true,
  environment: true,
  naming: true,
  enums: true,
  nulls: true,
  serializers: true,
  defaults: true,
  nothing: true,
  options: true,
  parsers: true,
  provided: true,
  usings: true,
});

/** The form of a value that a condition asks for. */
export const valueForm = oneOfTexts<ValueForm>({
  object: true,
  string: true,
  number: true,
  boolean: true,
  undefined: true,
  function: true,
  list: true,
  map: true,
  foreign: true,
  nothing: true,
  falsy: true,
});
