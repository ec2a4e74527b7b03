import type { Contract } from '../../../contracts/contract.js';
import { openText } from '../../../contracts/open.js';
import { diffContracts } from '../../../diff/diff.js';
import { UserError } from '../../../model/user-error.js';
import { CallError } from '../../call-failure.js';
import { NAME, TYPE_OF_KIND } from './create-contract.js';
import { documentText, problemOf } from './document-text.js';

/** One change of a new version. */
export interface Change {
  /** Id in the table of rules; `undecided`: its effect on users is unknown. */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly breaking: boolean;
  readonly subject: string;
  readonly message: string;
}

/** The changes of a new document that break its users. @throws CallError for an unreadable document, or one of another kind */
export function breakingChanges(before: Contract, spec: Readonly<Record<string, unknown>>): readonly Change[] {
  const after = contractOf(spec);
  if (after.kind !== before.kind)
    throw new CallError('tool-error', `The new document is no ${TYPE_OF_KIND[before.kind]}, but ${TYPE_OF_KIND[after.kind]}.`);
  const { changes, undecided } = diffContracts(before, after);
  return [
    ...changes.map(({ rule, severity, subject, message }) => ({
      rule,
      severity,
      breaking: severity === 'error',
      subject,
      message,
    })),
    ...undecided.map(({ subject, detail }) => ({
      rule: 'undecided',
      severity: 'warning' as const,
      breaking: false,
      subject: subject ?? before.id,
      message: detail,
    })),
  ];
}

function contractOf(spec: Readonly<Record<string, unknown>>): Contract {
  const document = documentText(spec);
  try {
    return openText(document.text, NAME).contract;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new CallError('tool-error', problemOf(error, document, NAME).message, { cause: error });
  }
}
