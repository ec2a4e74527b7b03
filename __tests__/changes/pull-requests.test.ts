import { removeFolders } from '../temporary-folder.js';
import { CONTRACT, GIN_SERVICE } from './gin-service.js';
import { judgedChange } from './judged-change.js';
import { edited } from './row.js';
import { TABLES } from './tables.js';

afterEach(removeFolders);

test('what of the base’s contract cannot be compared either is not the change’s doing', async () => {
  const nowhere = 'requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Nowhere" } } } }';
  const contract = edited(CONTRACT, '    post:\n', `    post:\n      ${nowhere}\n`);
  const judged = (head: string) => judgedChange({ ...GIN_SERVICE, 'openapi.yaml': contract }, { 'openapi.yaml': head });
  expect((await judged(edited(contract, 'title: Feeds', 'title: All feeds'))).questions).toEqual([]);
  expect((await judged(edited(contract, 'Nowhere', 'Elsewhere'))).questions).toEqual(['unanswered']);
});

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
