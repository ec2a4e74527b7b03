import { diffRules } from '../diff/rules.js';
import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { diffRuleList, diffRulePage } from '../reports/diff/rules.js';
import { describedRules } from '../rules/index.js';
import type { Arguments, Command, Io } from './command.js';
import { rulePage } from './rule-pages.js';

export const explain: Command = {
  name: 'explain',
  summary: 'Say what a rule asks for, with examples, and when to switch it off.',
  operands: '[rule]',
  options: [],
  examples: [
    { command: 'tallystick explain', does: 'the list of rules' },
    { command: 'tallystick explain CONTRACT-001', does: 'one rule' },
    { command: 'tallystick explain diff', does: 'the rules that two versions of a contract are compared by' },
  ],
  run: async (given: Arguments, io: Io) => {
    const asked = given.operands[0];
    io.stdout.write(asked === undefined ? listOfRules() : pageOf(asked));
    return 0;
  },
};

function listOfRules(): string {
  return describedRules.map((rule) => `${rule.id}  ${rule.title}\n`).join('');
}

function pageOf(asked: string): string {
  const [id = ''] = asked.toUpperCase().split('/');
  const page = rulePage(id) ?? diffPage(asked.toLowerCase());
  if (page !== undefined) return page;
  const ids = [...describedRules, ...diffRules].map((rule) => rule.id);
  const meant = nearest(asked, ids);
  throw new UserError(`There is no rule ${asked}.`, {
    hint: meant === undefined ? `Known: ${describedRules.map((rule) => rule.id).join(', ')}, diff.` : `Did you mean ${meant}?`,
  });
}

function diffPage(asked: string): string | undefined {
  if (asked === 'diff') return diffRuleList(diffRules);
  const rule = diffRules.find(({ id }) => id === asked);
  return rule && diffRulePage(rule);
}
