import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decompose } from '../../../../src/mcp/engines/architect/decompose.js';
import { expectQuick } from '../../../processor-time.js';

const PRD = `# Library

## Services

- **catalogue**: knows the books
- loans - lends them

## Milestone 1: Catalogue

- ID: milestone-1
- Dependencies: none
- Description: The catalogue service answers.

- [ ] REQ-001: Books are listed (review_cycles: 0)
- [x] TECH-001: \`Book\` dataclass with fields: \`id: int\`, \`title: str\`, \`isbn: str = ""\` (review_cycles: 1)

| SVC-ID | Service | Client | Endpoint | Request DTO | Response DTO |
|---|---|---|---|---|---|
| SVC-001 | catalogue | web | GET /books/:id | - | BookDto { id: number, title?: string } |

## Milestone 2: Lending

- ID: milestone-2
- Dependencies: milestone-1

- [ ] REQ-002: Loans are kept

### Loan model

| Field | Type | Required |
|---|---|---|
| id | uuid | yes |
| returned_at | timestamp | no |
`;

/** What takes quadratic time takes minutes for so many. */
const MANY = 20_000;
const all = Array.from({ length: MANY }, (_, index) => `milestone-${index}`).join(', ');

function milestoneThatWaits(number: number, dependencies: string): string {
  return `## Milestone ${number}: M\n- ID: milestone-${number}\n- Dependencies: ${dependencies}\n`;
}

describe('decompose', () => {
  test('takes a document apart by its headings, tables and checklists', () => {
    expect(decompose(PRD)).toEqual({
      services: [
        { name: 'catalogue', description: 'knows the books' },
        { name: 'loans', description: 'lends them' },
      ],
      milestones: [
        {
          id: 'milestone-1',
          title: 'Catalogue',
          dependencies: [],
          services: ['catalogue'],
          requirements: ['REQ-001', 'TECH-001'],
        },
        { id: 'milestone-2', title: 'Lending', dependencies: ['milestone-1'], services: ['loans'], requirements: ['REQ-002'] },
      ],
      contracts: [{ id: 'SVC-001', service_name: 'catalogue', promise: 'GET /books/{id} -> { id: number, title?: string }' }],
      models: [
        {
          name: 'BookDto',
          fields: [
            { name: 'id', type: 'number', required: true },
            { name: 'title', type: 'string', required: false },
          ],
        },
        {
          name: 'Loan',
          fields: [
            { name: 'id', type: 'uuid', required: true },
            { name: 'returned_at', type: 'timestamp', required: false },
          ],
        },
        {
          name: 'Book',
          fields: [
            { name: 'id', type: 'int', required: true },
            { name: 'title', type: 'str', required: true },
            { name: 'isbn', type: 'str', required: false },
          ],
        },
      ],
      problems: [],
    });
  });

  test('finds services in headings, and what they promise below them', () => {
    const { services, contracts } = decompose(
      [
        '## Service 1: Orders',
        'Takes orders.',
        '',
        '### API',
        '| SVC-ID | Call | Response DTO |',
        '|---|---|---|',
        '| SVC-001 | POST /orders | { id: string } |',
        '## Billing Service',
        '- [ ] SVC-002: Client.pay() -> POST /payments { order: string } -> { paid: boolean }',
      ].join('\n'),
    );
    expect(services).toEqual([
      { name: 'Orders', description: 'Takes orders.' },
      { name: 'Billing', description: '' },
    ]);
    expect(contracts).toEqual([
      { id: 'SVC-001', service_name: 'Orders', promise: 'POST /orders -> { id: string }' },
      { id: 'SVC-002', service_name: 'Billing', promise: 'POST /payments { order: string } -> { paid: boolean }' },
    ]);
  });

  test('finds services below a heading of theirs, and in tables', () => {
    const text =
      '# Services\n\n## Mail\n\nSends mail.\n\n# Teams\n\n| Service | Responsibilities |\n|---|---|\n| `search` | Finds |\n';
    expect(decompose(text).services).toEqual([
      { name: 'Mail', description: 'Sends mail.' },
      { name: 'search', description: 'Finds' },
    ]);
  });

  test('names the lines that contradict one another', () => {
    const milestone = (number: number, dependencies: string) =>
      `## Milestone ${number}: M\n- ID: milestone-${number}\n- Dependencies: ${dependencies}\n`;
    const text = [
      milestone(1, 'milestone-3'),
      milestone(2, 'milestone-1'),
      milestone(3, 'milestone-2'),
      milestone(4, 'milestone-3, milestone-9'),
      milestone(2, 'none'),
      '- [ ] REQ-001: one\n- [ ] REQ-001: two',
    ].join('\n');
    // The later milestone of the same id waits for nobody, so nothing says that the three wait for one another.
    expect(decompose(text).problems).toEqual([
      { line: 13, message: 'milestone-4 depends on milestone-9, which is no milestone of this document.' },
      { line: 17, message: 'The milestone milestone-2 is there already, in line 5.' },
      { line: 22, message: 'The requirement REQ-001 is there already, in line 21.' },
    ]);
    const circle = [
      milestone(1, 'milestone-3'),
      milestone(2, 'milestone-1'),
      milestone(3, 'milestone-2'),
      milestone(4, 'milestone-3'),
    ];
    expect(decompose(circle.join('\n')).problems).toEqual([
      { line: 1, message: 'These milestones wait for one another: milestone-1 -> milestone-3 -> milestone-2 -> milestone-1.' },
    ]);
    expect(decompose(milestone(7, 'milestone-7')).problems).toEqual([
      { line: 1, message: 'These milestones wait for one another: milestone-7 -> milestone-7.' },
    ]);
  });

  test('makes nothing up of what says nothing, nor of examples', () => {
    const nothing = { services: [], milestones: [], contracts: [], models: [], problems: [] };
    expect(decompose('# A title\n\nSome words about our service.\n')).toEqual(nothing);
    expect(decompose('### Service-to-API Wiring\n').services).toEqual([]);
    expect(decompose('```\n## Milestone 1: M\n## Mail Service\n```\n')).toEqual(nothing);
  });

  test.each([
    ['headings that stand below nothing', (index: number) => `## H${index}`],
    ['a list of services', (index: number) => (index === 0 ? '# Services' : `## H${index}`)],
    ['milestones that wait for the next', (index: number) => milestoneThatWaits(index, `milestone-${index + 1}`)],
    [
      'one that all wait for, and that waits for all',
      (index: number) => milestoneThatWaits(index, index === 0 ? all : 'milestone-0'),
    ],
  ])('takes time in proportion to its length: %s', async (_, line) => {
    const text = Array.from({ length: MANY }, (__, index) => line(index)).join('\n');
    await expectQuick(2_000, () => decompose(text));
  });

  test('takes any text', () => {
    const words = fc.constantFrom(
      '## Services',
      '## Milestone 1: a',
      '- x: y',
      '| Service | a |',
      '|---|---|',
      '| b |',
      '```',
      '',
      '`',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (lines) => {
        const { services, milestones } = decompose(lines.join('\n'));
        const names = new Set(services.map(({ name }) => name));
        expect(milestones.every((each) => each.services.every((name) => names.has(name)))).toBe(true);
      }),
    );
  });
});
