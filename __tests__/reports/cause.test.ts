import { checkAnnotations } from '../../src/reports/github/check.js';
import { comment } from '../../src/reports/github/comment.js';
import { json } from '../../src/reports/json.js';
import { sarif } from '../../src/reports/sarif.js';
import { text } from '../../src/reports/terminal.js';
import { resultOf } from './result-sample.js';
import { analysisOf, finding } from './sample.js';

const broke = finding({ cause: 'contract-broke' });
const WORDS = 'The contract itself changed in a way that can break its consumers.';
const options = { maxViolations: 100 };
const analysis = analysisOf({ violations: [broke] });

test.each([
  ['text', text.render(analysis, options)],
  ['the comment', comment(resultOf({ analysis }))],
  ['annotations of a check run', checkAnnotations([broke])[0]?.raw_details ?? ''],
])('%s says why a promise is newly broken', (_, shown) => {
  expect(shown).toContain(WORDS);
});

test('machines are told by a word', () => {
  expect(JSON.parse(json.render(analysis, options)).violations[0].cause).toBe('contract-broke');
  expect(JSON.parse(sarif.render(analysis, options)).runs[0].results[0].properties.cause).toBe('contract-broke');
});

test('where no cause is known nothing is said', () => {
  const silent = analysisOf({ violations: [finding()] });
  expect(text.render(silent, options)).not.toContain('cause');
  expect(json.render(silent, options)).not.toContain('cause');
});
