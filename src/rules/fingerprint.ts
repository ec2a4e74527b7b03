import { hash } from 'node:crypto';
import type { Violation } from './rule.js';

/** The properties that identify a violation in another revision. */
export type Identity = Pick<Violation, 'check' | 'contract' | 'subject'> & {
  readonly problem: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
};

/** A subject without the names of its path parameters, for comparison. */
export const withoutNames = (subject: string): string => subject.replaceAll(/\{[^{}]{0,200}\}/g, '{}');

/**
 * An id for a violation that survives moved lines, reworded messages, another order and renamed path parameters: 32 hex digits of
 * the SHA-256 of check, contract, subject, status, field and problem.
 */
export function fingerprint({ check, contract, subject, status, field, problem }: Identity): string {
  // JSON separates the parts: with a plain separator two identities could give the same text.
  const identity = JSON.stringify([check, contract, withoutNames(subject), status ?? null, field ?? null, problem]);
  return hash('sha256', identity, 'hex').slice(0, 32);
}
