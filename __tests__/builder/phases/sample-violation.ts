import type { Violation } from '../../../src/rules/rule.js';

/** What a scan could find. */
export function sampleViolation(changes: Partial<Violation> = {}): Violation {
  return {
    check: 'CONTRACT-001',
    severity: 'error',
    file_path: 'src/orders.ts',
    line: 12,
    message: 'total is a text, a number is promised.',
    contract: 'orders.yaml',
    subject: 'GET /orders/{id}',
    status: '200',
    field: 'total',
    problem: 'type',
    promised: 'number',
    actual: 'string',
    promisedAt: { file: 'orders.yaml', line: 30 },
    related: [],
    fingerprint: 'abc',
    ...changes,
  };
}
