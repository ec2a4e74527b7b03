import { parseBuildSummary } from '../../../src/builder/phases/build-summary.js';
import { expectQuick } from '../../processor-time.js';

const SUMMARY = `BUILD_COMPLETE
PROJECT: order-service
LOCATION: .
LANGUAGE: TypeScript
SUMMARY: Keeps orders: made, paid, sent
USAGE: npm start
TESTS: npm test
SKILL: skills/order-service/SKILL.md`;

test('the summary is found at the end of what delivery wrote', () => {
  expect(parseBuildSummary(`Wrote the README.\n\n\`\`\`text\n${SUMMARY}\n\`\`\`\n`)).toEqual({
    complete: true,
    project: 'order-service',
    location: '.',
    language: 'TypeScript',
    summary: 'Keeps orders: made, paid, sent',
    usage: 'npm start',
    tests: 'npm test',
    skill: 'skills/order-service/SKILL.md',
  });
});

test('white space and emphasis do not matter', () => {
  const spaced = SUMMARY.split('\n').map((line) => `\t ${line.replace(/^([A-Z]+):/, '**$1:**')}  `);
  expect(parseBuildSummary(spaced.join('\r\n'))).toEqual(parseBuildSummary(SUMMARY));
});

test('fields that are missing are empty, and a skill that is none is absent', () => {
  expect(parseBuildSummary('BUILD_COMPLETE\nPROJECT: b\nSKILL: none')).toEqual({
    complete: true,
    project: 'b',
    location: '',
    language: '',
    summary: '',
    usage: '',
    tests: '',
  });
});

test('without the mark, or without a project, there is none', () => {
  expect(parseBuildSummary('')).toBeUndefined();
  expect(parseBuildSummary('PROJECT: b\nSUMMARY: x')).toBeUndefined();
  expect(parseBuildSummary('I end with BUILD_COMPLETE\nPROJECT: b')).toBeUndefined();
  expect(parseBuildSummary('BUILD_COMPLETE')).toBeUndefined();
});

test('who did not finish says so', () => {
  expect(parseBuildSummary('BUILD_INCOMPLETE\nPROJECT: b\nSUMMARY: no README')).toMatchObject({
    complete: false,
    summary: 'no README',
  });
});

test('the last block counts', () => {
  expect(parseBuildSummary(`${SUMMARY}\n\nBUILD_INCOMPLETE\nPROJECT: other`)).toMatchObject({
    complete: false,
    project: 'other',
  });
});

test('other letters and marks stay', () => {
  expect(parseBuildSummary('BUILD_COMPLETE\nPROJECT: b\nSUMMARY: Bücher & 図書 <b> `x` 📚')?.summary).toBe(
    'Bücher & 図書 <b> `x` 📚',
  );
});

test('very long answers are read at once, and stay bounded', async () => {
  const text = `${'BUILD_COMPLETE\n'.repeat(300_000)}PROJECT: b\nSUMMARY: ${'x'.repeat(1_000_000)}`;
  await expectQuick(5_000, () => expect(parseBuildSummary(text)?.summary).toHaveLength(2_000));
});
