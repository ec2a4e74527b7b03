import { removeFolders } from '../temporary-folder.js';
import { judgedChange } from './judged-change.js';
import { TABLES } from './tables.js';

afterEach(removeFolders);

describe.each(TABLES)('a change of a service in $language', ({ base, rows }) => {
  test.each(rows)('%s', async (_, edits, conclusion, questions) => {
    const judged = await judgedChange(base, edits);
    expect(judged.before).toEqual(['verified', 'verified', 'verified', 'verified', 'verified']);
    expect({ conclusion: judged.conclusion, questions: judged.questions }).toEqual({
      conclusion,
      questions: expect.arrayContaining([...questions]),
    });
  });
});
