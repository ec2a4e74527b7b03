import { type AskArchitect, readPlanWithArchitect } from '../../../src/builder/plan/asked-plan.js';
import { readPlan } from '../../../src/builder/plan/read-plan.js';
import { wavesOf } from '../../../src/builder/plan/waves.js';
import { decompose } from '../../../src/mcp/engines/architect/decompose.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

const TEXT = `# Library

- [ ] REQ-001: Books are listed
- [ ] REQ-002: A book is lent
- [ ] SVC-001: Books.list() -> GET /books {} -> { title: string }
- [ ] REQ-003: Nobody thought of this
`;
const answer: Awaited<ReturnType<AskArchitect>> = {
  services: [],
  contracts: [],
  models: [],
  problems: [],
  milestones: [
    { id: 'loans', title: 'Loans', dependencies: ['books'], services: [], requirements: ['REQ-002', 'REQ-009'] },
    {
      id: 'books',
      title: 'Books\u202e',
      dependencies: [],
      services: ['catalogue'],
      requirements: ['REQ-001', 'SVC-001', 'REQ-001'],
    },
  ],
};
const workspace = (text: string) => folderOf({ 'PRD.md': text });
const asking = (text: string, ask: AskArchitect) => readPlanWithArchitect(workspace(text), undefined, ask);

describe('a document without milestones', () => {
  // Shows INT-003 by builder/plan/asked-plan.ts commands/building/plan.ts
  test('is taken apart by the Architect, with what the document itself says', async () => {
    const plan = await asking(TEXT, async () => answer);
    expect(wavesOf(plan).map(({ milestones }) => milestones.map(({ id }) => id))).toEqual([['books'], ['loans']]);
    const [loans, books] = plan.milestones;
    expect(loans).toMatchObject({
      number: 1,
      dependencies: ['books'],
      requirements: [{ id: 'REQ-002', line: 4, file: 'PRD.md' }],
    });
    expect(books?.services.map(({ path }) => path)).toEqual(['/books']);
    expect(books?.text).toBe(
      '## Milestone 2: Books\\u202e\n\nServices: catalogue\n\n- [ ] REQ-001: Books are listed\n- [ ] SVC-001: Books.list() -> GET /books {} -> { title: string }',
    );
    expect(plan.unassigned.map(({ id }) => id)).toEqual(['REQ-003']);
  });

  test.each<[string, Awaited<ReturnType<AskArchitect>>]>([
    ['gives no answer', undefined],
    ['finds no milestones', { ...answer, milestones: [] }],
    [
      'lets milestones wait for one another',
      { ...answer, milestones: answer.milestones.map((each) => ({ ...each, dependencies: ['books'] })) },
    ],
    [
      'gives ids that lead elsewhere',
      { ...answer, milestones: [{ id: '../up', title: 'Up', dependencies: [], services: [], requirements: [] }] },
    ],
    // Shows INT-003
  ])('is one milestone where the Architect %s', async (_, given) => {
    const folder = workspace(TEXT);
    expect(await readPlanWithArchitect(folder, 'PRD.md', async () => given)).toEqual(readPlan(folder));
  });

  test('has its requirements where they stand', async () => {
    const folder = folderOf({ 'PRD.md': 'Only words.', 'REQUIREMENTS.md': TEXT });
    const plan = await readPlanWithArchitect(folder, undefined, async () => answer);
    expect(
      plan.milestones.map(({ at, requirements }) => [at.line, ...requirements.map(({ file, line }) => `${file}:${line}`)]),
    ).toEqual([
      [1, 'REQUIREMENTS.md:4'],
      [1, 'REQUIREMENTS.md:3', 'REQUIREMENTS.md:5'],
    ]);
  });

  test('is one milestone for the embedded Architect, which makes nothing up', async () => {
    const plan = await asking(TEXT, async (prd) => decompose(prd));
    expect(plan.milestones.map(({ id, requirements }) => [id, requirements.length])).toEqual([['milestone-1', 4]]);
  });
});

test('a document with milestones is not asked about', async () => {
  let asked = 0;
  const plan = await asking('## Milestone 1: Books\n', async () => {
    asked++;
    return answer;
  });
  expect([asked, ...plan.milestones.map(({ title }) => title)]).toEqual([0, 'Books']);
});
