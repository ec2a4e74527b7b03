import { nearest } from '../config/nearest.js';
import { UserError } from '../model/user-error.js';
import { rules } from '../rules/index.js';
import { rulePage } from './rule-pages.js';
import type { Arguments, Io, Verb } from './verb.js';

/** What a rule asks for. */
export const explain: Verb = {
  name: 'explain',
  summary: 'Say what a rule asks for, with examples, and when to switch it off.',
  operands: '[rule]',
  options: [],
  examples: [
    { command: 'tallystick explain', does: 'the list of rules' },
    { command: 'tallystick explain CONTRACT-001', does: 'one rule' },
  ],
  run: async (given: Arguments, io: Io) => {
    const asked = given.operands[0];
    io.stdout.write(asked === undefined ? listOfRules() : pageOf(asked));
    return 0;
  },
};

function listOfRules(): string {
  return rules.map((rule) => `${rule.id}  ${rule.title}\n`).join('');
}

function pageOf(asked: string): string {
  const [id = ''] = asked.toUpperCase().split('/');
  const page = rulePage(id);
  if (page !== undefined) return page;
  const ids = rules.map((rule) => rule.id);
  const meant = nearest(asked, ids);
  throw new UserError(`There is no rule ${asked}.`, {
    hint: meant === undefined ? `Known: ${ids.join(', ')}.` : `Did you mean ${meant}?`,
  });
}
