import type { Problem, Violation } from '../rules/rule.js';

const WORDS: Readonly<Record<Problem, string>> = {
  missing: 'missing field',
  extra: 'extra field',
  type: 'wrong type',
  optionality: 'may be left out',
  nullability: 'may be null',
  enum: 'value not in the contract',
  format: 'wrong format',
  status: 'another status',
  case: 'spelled differently',
  'endpoint-missing': 'no route',
  'wrong-method': 'other method',
  'base-path': 'base path',
  unpublished: 'never published',
  unhandled: 'never handled',
  undocumented: 'not in the contract',
  document: 'invalid contract',
  unclear: 'unclear contract',
  marked: 'marked as implemented',
  response: 'answered differently',
  breaking: 'breaking change',
  'may-break': 'change that may break consumers',
};

/** The problem in words for people. Without a field it concerns the whole body. */
export const problemWords = ({ problem, field }: Pick<Violation, 'problem' | 'field'>): string =>
  problem === 'missing' && field === undefined ? 'missing body' : WORDS[problem];
