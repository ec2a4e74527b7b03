import { groupBy } from '../model/multi-map.js';
import { subjectKey } from '../model/subject-key.js';
import type { EndpointTest, ImplementationState, Validation } from '../model/validation.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { type Case, caseOfFindings, findingLine, type Suite } from './junit-cases.js';
import { implementationWords } from './validation-words.js';

/**
 * What validation adds: the documents and marks of each contract, questions without an engine's answer, a test for each endpoint.
 */
export function validationSuites(analysis: Analysis): readonly Suite[] {
  const { validation } = analysis;
  if (validation === undefined) return [];
  return [...documentSuites(analysis, validation), ...unansweredSuite(validation), ...liveSuites(analysis, validation)];
}

function documentSuites({ contracts, violations }: Analysis, { implementation }: Validation): readonly Suite[] {
  return contracts.flatMap(({ id, title, version }) => {
    const own = violations.filter(({ check, contract }) => contract === id && isOfDocument(check));
    const groups = groupBy(own, ({ check, subject }) => `${check} ${subject}`);
    const states = implementation.filter(({ contract, marked, found }) => contract === id && marked && found !== 'broken');
    const cases = [...[...groups].map(([name, found]) => caseOfFindings({ name, file: id }, found)), ...states.map(caseOfState)];
    return cases.length === 0 ? [] : [{ name: `Validation of ${`${title} ${version}`.trim() || id}`, contract: id, cases }];
  });
}

const isOfDocument = (check: string): boolean => check.startsWith('VALIDATE-') && check !== 'VALIDATE-003';

function caseOfState(state: ImplementationState): Case {
  const { contract, at, found } = state;
  const words = implementationWords(state);
  const base = { name: 'marked as implemented', file: at.file || contract, line: at.line, kind: '', details: [] };
  if (found === 'kept') return { ...base, outcome: 'passed', message: '', output: [words] };
  return { ...base, outcome: 'skipped', message: words, output: [] };
}

/** Without an engine's answer the test neither fails nor passes. */
function unansweredSuite({ engine, unanswered }: Validation): readonly Suite[] {
  if (unanswered.length === 0) return [];
  const cases = unanswered.map(
    (why, index): Case => ({
      name: `call without an answer ${index + 1}`,
      file: '',
      line: 0,
      outcome: 'skipped',
      kind: '',
      message: why,
      details: [],
      output: [],
    }),
  );
  return [{ name: engine, contract: 'tallystick', cases }];
}

function liveSuites({ contracts, violations }: Analysis, { live }: Validation): readonly Suite[] {
  if (live === undefined) return [];
  const findings = groupBy(
    violations.filter(({ check }) => check === 'VALIDATE-003'),
    subjectKey,
  );
  const ids = [...new Set(live.endpoints.map(({ contract }) => contract))];
  return ids.map((id) => {
    const title = contracts.find((contract) => contract.id === id)?.title || id;
    const own = live.endpoints.filter(({ contract }) => contract === id);
    return {
      name: `${title} at ${live.baseUrl}`,
      contract: id,
      cases: own.map((test) => caseOfTest(test, findings.get(subjectKey(test)) ?? [])),
    };
  });
}

function caseOfTest(test: EndpointTest, findings: readonly Violation[]): Case {
  const { subject, at, outcome, target, status, millis, why = '' } = test;
  const asked = target === undefined ? [] : [`requested ${target}: ${status ?? 'no answer'} (${millis ?? 0} ms)`];
  const base = { name: subject, file: at.file, line: at.line, kind: 'VALIDATE-003', details: [], output: asked };
  if (outcome === 'passed') return { ...base, outcome: 'passed', message: '' };
  if (outcome === 'untested') return { ...base, outcome: 'skipped', message: why };
  const errors = findings.filter(({ severity }) => severity === 'error');
  // A user decided to ignore these findings, so the test is skipped and does not pass.
  if (errors.length === 0)
    return {
      ...base,
      outcome: 'skipped',
      message: `${why}; not an error here`,
      output: [...asked, ...findings.map(findingLine)],
    };
  return { ...base, outcome: 'failure', message: why, details: errors.map(findingLine) };
}
