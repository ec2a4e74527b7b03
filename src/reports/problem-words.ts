import type { Problem } from '../rules/rule.js';

/** The problems in words, for people. */
export const PROBLEM_WORDS: Readonly<Record<Problem, string>> = {
  missing: 'missing field',
  extra: 'extra field',
  type: 'wrong type',
  optionality: 'may be left out',
  nullability: 'may be null',
  enum: 'value outside the promise',
  format: 'wrong format',
  status: 'another status',
  case: 'spelled differently',
  'endpoint-missing': 'no route',
  'wrong-method': 'other method',
  'base-path': 'base path',
  unpublished: 'never published',
  unhandled: 'never handled',
  undocumented: 'not promised',
  document: 'invalid contract',
  unclear: 'unclear contract',
  marked: 'marked as implemented',
  response: 'answered differently',
  breaking: 'breaking change',
  'may-break': 'change that may break somebody',
};
