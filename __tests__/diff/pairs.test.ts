import { diffRules } from '../../src/diff/rules.js';
import { removeFolders } from '../contracts/workspace.js';
import { casesIn, diffOf, linesOf } from './cases.js';

afterEach(removeFolders);

const pairs = casesIn('pairs');
const harmless = casesIn('harmless');

test.each(pairs)('$name', async ({ base, head, changes, undecided }) => {
  const diff = await diffOf(base, head);

  expect(linesOf(diff)).toEqual([...changes].sort());
  expect(diff.undecided.map(({ detail }) => detail)).toEqual(undecided);
});

test.each(harmless)('harmless: $name', async ({ base, head }) => {
  const diff = await diffOf(base, head);

  expect(linesOf(diff)).toEqual([]);
  expect(diff.undecided).toEqual([]);
});

test.each([...pairs, ...harmless])('nothing changed: $name with itself', async ({ base, head }) => {
  for (const version of [base, head]) expect(linesOf(await diffOf(version, version))).toEqual([]);
});

test('there are enough pairs and harmless changes to speak of', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(60);
  expect(harmless.length).toBeGreaterThanOrEqual(25);
});

test('every rule is shown by a pair', () => {
  const shown = new Set(pairs.flatMap(({ changes }) => changes.map((line) => line.split(' | ')[1])));
  // Whole contracts are compared in the tests of the verb.
  const elsewhere = ['contract-removed', 'contract-added'];
  expect(diffRules.map(({ id }) => id).filter((id) => !shown.has(id) && !elsewhere.includes(id))).toEqual([]);
});
