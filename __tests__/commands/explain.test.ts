import { explain } from '../../src/commands/explain.js';
import { GLOSSARY } from '../../src/commands/glossary.js';
import { diffRules } from '../../src/diff/rules.js';
import { describedRules } from '../../src/rules/index.js';
import { recordedIo } from './io.js';

async function explained(...operands: string[]): Promise<string> {
  const io = recordedIo();
  expect(await explain.run({ operands, options: {} }, io)).toBe(0);
  return io.out();
}

describe('explain', () => {
  test('lists the rules and the words', async () => {
    const listed = await explained();
    for (const rule of describedRules) expect(listed).toContain(`${rule.id}  ${rule.title}\n`);
    expect(listed).toMatch(/^Statuses: verified, /m);
  });

  test.each(GLOSSARY.flatMap(({ words }) => Object.entries(words)))('%s has a meaning', async (word, meaning) => {
    expect(await explained(...word.split(' '))).toContain(meaning);
  });

  test.each(describedRules.map((rule) => rule.id))('%s has a page', async (id) => {
    expect(await explained(id)).toContain(id);
    expect(await explained(id.toLowerCase())).toBe(await explained(id));
    expect(await explained(`${id}/extra`)).toBe(await explained(id));
  });

  test('the rules of diff are listed, and each has a page', async () => {
    const lines = (await explained('diff')).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(diffRules.map(({ id }) => id));
    for (const { id, purpose } of diffRules) expect(await explained(id)).toContain(`# ${id}\n\n${purpose}\n`);
    await expect(explained('response-null-add')).rejects.toMatchObject({ hint: 'Did you mean response-null-added?' });
  });

  test('a rule that there is not is answered with the nearest', async () => {
    await expect(explained('CONTRACT-0001')).rejects.toMatchObject({ hint: 'Did you mean CONTRACT-001?' });
    await expect(explained('constructor')).rejects.toMatchObject({ message: 'There is no rule or word constructor.' });
  });
});
