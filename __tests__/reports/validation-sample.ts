import type { EndpointTest, Validation } from '../../src/model/validation.js';
import type { Analysis } from '../../src/rules/judge.js';
import { analysisOf, CONTRACT, finding, row } from './sample.js';

/** What became of an endpoint; by default it passed. */
export function endpointTest(over: Partial<EndpointTest> = {}): EndpointTest {
  return {
    contract: CONTRACT,
    subject: 'GET /books',
    at: { file: CONTRACT, line: 20 },
    outcome: 'passed',
    target: '/books',
    status: 200,
    millis: 12,
    violations: [],
    ...over,
  };
}

/** What validation adds; by default a service of three endpoints, of which one failed and one was not tested. */
export function validationOf(over: Partial<Validation> = {}): Validation {
  const difference = { field: 'pages', expected: 'integer', actual: 'string' };
  return {
    engine: 'the embedded Contract Engine',
    unanswered: [],
    contracts: {
      total_contracts: 1,
      verified_contracts: 1,
      violated_contracts: 0,
      missing_implementations: 0,
      health: 'passed',
      verified_contract_ids: [CONTRACT],
      violated_contract_ids: [],
    },
    implementation: [{ contract: CONTRACT, at: { file: CONTRACT, line: 1 }, marked: true, found: 'kept' }],
    documents: { checked: 1, clean: 0 },
    live: {
      baseUrl: 'http://localhost:3000',
      seed: 7,
      report: {
        total_endpoints: 3,
        tested_endpoints: 2,
        passed_endpoints: 1,
        failed_endpoints: 1,
        untested_contracts: [],
        health: 'partial',
      },
      endpoints: [
        endpointTest(),
        endpointTest({
          subject: 'GET /books/{id}',
          target: '/books/1',
          outcome: 'failed',
          why: 'its answer (200) does not match the contract',
          violations: [difference],
        }),
        { ...unasked(), why: 'POST may change data; --allow-writes calls it' },
      ],
    },
    ...over,
  };
}

function unasked(): EndpointTest {
  const { target: _target, status: _status, millis: _millis, ...rest } = endpointTest({ subject: 'POST /books' });
  return { ...rest, outcome: 'untested' };
}

/** All promises are kept by the code; the service breaks one, and the contract is unclear. */
export function validatedAnalysis(over: Partial<Analysis> = {}): Analysis {
  const subjects = ['GET /books', 'GET /books/{id}', 'POST /books'];
  const at = { file_path: CONTRACT, line: 61 };
  return analysisOf({
    matrix: subjects.map((subject) => row({ subject })),
    violations: [
      finding({
        ...at,
        check: 'VALIDATE-003',
        problem: 'response',
        message: 'The running service, requested /books/1: `pages` is string, promised is integer.',
      }),
      finding({ ...at, check: 'VALIDATE-001', problem: 'unclear', severity: 'warning', message: '`pages` may be any value.' }),
    ],
    validation: validationOf(),
    ...over,
  });
}
