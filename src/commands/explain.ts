import { diffRules } from '../diff/rules.js';
import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { diffRuleList, diffRulePage } from '../reports/diff/rules.js';
import { describedRules } from '../rules/index.js';
import type { Arguments, Command, Io } from './command.js';
import { GLOSSARY, meaningsOf } from './glossary.js';
import { rulePage } from './rule-pages.js';

export const explain: Command = {
  name: 'explain',
  summary: 'Explain a rule, a status, a reason or a word of the output.',
  operands: '[word...]',
  options: [],
  examples: [
    { command: 'tallystick explain', does: 'the list of rules' },
    { command: 'tallystick explain CONTRACT-001', does: 'one rule, with examples, and when to switch it off' },
    { command: 'tallystick explain unverified', does: 'one word of the output' },
    { command: 'tallystick explain diff', does: 'the rules for two versions of a contract' },
  ],
  run: async (given: Arguments, io: Io) => {
    const asked = given.operands.join(' ');
    io.stdout.write(explained(asked));
    return 0;
  },
};

function listOfAll(): string {
  const rules = describedRules.map((rule) => `${rule.id}  ${rule.title}\n`).join('');
  const words = GLOSSARY.map(({ title, words }) => `${title}: ${Object.keys(words).join(', ')}\n`).join('');
  return `${rules}\n${words}`;
}

/**
 * The page of a rule or a word; without one the list of all.
 *
 * @param all how to get that list, for who asks for an unknown word
 * @throws UserError for an unknown word, with the nearest
 */
export function explained(asked: string, all = '`tallystick explain` lists all of them.'): string {
  if (asked === '') return listOfAll();
  const [id = ''] = asked.toUpperCase().split('/');
  const page = rulePage(id) ?? diffPage(asked.toLowerCase());
  if (page !== undefined) return page;
  const meanings = meaningsOf(asked);
  if (meanings.length > 0) return meanings.join('\n');
  const words = GLOSSARY.flatMap(({ words }) => Object.keys(words));
  const meant = nearest(asked, [...[...describedRules, ...diffRules].map((rule) => rule.id), ...words]);
  throw new UserError(`There is no rule or word ${asked}.`, {
    hint: meant === undefined ? all : `Did you mean ${meant}?`,
  });
}

function diffPage(asked: string): string | undefined {
  if (asked === 'diff') return diffRuleList(diffRules);
  const rule = diffRules.find(({ id }) => id === asked);
  return rule && diffRulePage(rule);
}
