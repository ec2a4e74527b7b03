import type { DescribedRule } from './rule.js';

/** The checks that `validate` adds. None runs in a scan: they ask engines and running services. */
export const validationRules = [
  {
    id: 'VALIDATE-001',
    title: 'Contracts are valid, complete and unambiguous',
    problems: { document: 'error', unclear: 'warning' },
  },
  {
    id: 'VALIDATE-002',
    title: 'Code marked as implemented matches its contract',
    problems: { marked: 'error' },
  },
  {
    id: 'VALIDATE-003',
    title: 'A running service answers as the contract says',
    problems: { response: 'error' },
  },
  {
    id: 'VALIDATE-004',
    title: 'Contract changes do not break consumers',
    problems: { breaking: 'error', 'may-break': 'warning' },
  },
] as const satisfies readonly DescribedRule[];

/** Whether a rule belongs to `validate` alone. */
export function isOfValidation(check: string): boolean {
  return check.startsWith('VALIDATE-');
}
