import { createHash } from 'node:crypto';
import type { Violation } from './rule.js';

/** What makes a violation the same one in another revision. */
export type Identity = Pick<Violation, 'check' | 'contract' | 'subject'> & {
  readonly problem: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
};

/** A subject as it is compared: what its path parameters are called says nothing of it. */
export const withoutNames = (subject: string): string => subject.replaceAll(/\{[^{}]{0,200}\}/g, '{}');

/**
 * A name for a violation that outlives moved lines, reworded messages, another order and renamed path parameters: 32 hex digits of the
 * SHA-256 of check, contract, subject, status, field and problem.
 */
export function fingerprint({ check, contract, subject, status, field, problem }: Identity): string {
  // JSON keeps the parts apart: joined by a character, two identities could read alike.
  const identity = JSON.stringify([check, contract, withoutNames(subject), status ?? null, field ?? null, problem]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
