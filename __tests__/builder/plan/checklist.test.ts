import fc from 'fast-check';
import { withChecked, withReviewCycles, withStatus } from '../../../src/builder/plan/checklist.js';
import { parseRequirements } from '../../../src/contracts/requirements/requirements.js';

const TEXT = `\uFEFF# Library\r\n
- [ ] REQ-001: a book [ ] with a box in its text (review_cycles: 9)  \r\n
  * [x] **REQ-002**: a shelf (review_cycles: 0)
- [ ] REQ-003: no count, and (review_cycles: 4) in the middle\r
- [ ] something without an id

\`\`\`
- [ ] REQ-001: an example (review_cycles: 0)
\`\`\`
`;

describe('ticking off', () => {
  test('changes the boxes of the requirements that are meant, and nothing else', () => {
    expect(withChecked(TEXT, ['REQ-001', 'REQ-009'])).toBe(TEXT.replace('- [ ] REQ-001: a', '- [x] REQ-001: a'));
    expect(withChecked(TEXT, ['REQ-001', 'REQ-002', 'REQ-003'])).toBe(
      TEXT.replace('- [ ] REQ-001: a', '- [x] REQ-001: a').replace('- [ ] REQ-003', '- [x] REQ-003'),
    );
    expect(withChecked(TEXT, [])).toBe(TEXT);
  });

  test('can be taken back', () => {
    expect(withChecked(TEXT, ['REQ-002'], false)).toBe(TEXT.replace('* [x]', '* [ ]'));
  });
});

describe('counting a review', () => {
  test('keeps the form of the count', () => {
    expect(withReviewCycles(TEXT, 'REQ-001')).toBe(TEXT.replace('(review_cycles: 9)', '(review_cycles: 10)'));
    expect(withReviewCycles(TEXT, 'REQ-002')).toBe(TEXT.replace('shelf (review_cycles: 0)', 'shelf (review_cycles: 1)'));
  });

  test('begins where there is no count yet', () => {
    expect(withReviewCycles(TEXT, 'REQ-003')).toBe(TEXT.replace('in the middle', 'in the middle (review_cycles: 1)'));
  });
});

describe('how far a milestone is', () => {
  const PLAN = '## Milestone 1: A\r\n\r\n- Status: PENDING\r\n\n## Milestone 2: B\n\n- ID: second\n- **Status:** IN_PROGRESS\n';

  test.each([
    ['milestone-1', 'Status: PENDING', 'Status: COMPLETE'],
    ['second', '**Status:** IN_PROGRESS', '**Status:** COMPLETE'],
  ])('is written in the line of %s, and nothing else is touched', (id, before, after) => {
    expect(withStatus(PLAN, id, 'COMPLETE')).toBe(PLAN.replace(before, after));
  });

  test('is not written where there is no such line', () => {
    expect(withStatus('## Milestone 1: A\n', 'milestone-1', 'COMPLETE')).toBe('## Milestone 1: A\n');
    expect(withStatus(PLAN, 'milestone-9', 'COMPLETE')).toBe(PLAN);
  });
});

const line = fc.oneof(
  fc.constantFrom(
    '- [ ] REQ-001: a (review_cycles: 1)',
    '* [x] REQ-002: b',
    '+ [ ] REQ-003: (review_cycles: 3)',
    '```',
    '## A',
    '| a |',
  ),
  fc.string(),
);
const texts = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 })
  .map((lines) => lines.map(([stated, end]) => stated + end).join(''));

test('whatever a text is, ticking and counting change what they say they change', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const ids = ['REQ-001', 'REQ-003'];
      const before = parseRequirements(text).requirements;
      const after = parseRequirements(withReviewCycles(withChecked(text, ids), 'REQ-001')).requirements;
      expect(after).toEqual(
        before.map((each) => ({
          ...each,
          done: each.done || ids.includes(each.id),
          reviewCycles: each.reviewCycles + (each.id === 'REQ-001' ? 1 : 0),
        })),
      );
      const undone = before.flatMap(({ id, done }) => (done ? [] : [id]));
      const done = before.flatMap((each) => (each.done ? [each.id] : []));
      const isMixed = undone.some((id) => done.includes(id));
      if (!isMixed) expect(withChecked(withChecked(text, undone), undone, false)).toBe(text);
    }),
  );
});
