import type { ImplementationState, Validation } from '../model/validation.js';
import { counted } from './verdict.js';

/** The findings of validation, each a sentence without its full stop. */
export function validationFacts({ engine, contracts, documents, changes }: Validation): readonly string[] {
  const { total_contracts, verified_contracts, violated_contracts, missing_implementations, health } = contracts;
  const missing = missing_implementations === 0 ? '' : `, ${counted(missing_implementations, 'implementation')} missing`;
  return [
    `Asked: ${engine}`,
    `Contracts: ${verified_contracts} of ${total_contracts} verified, ${violated_contracts} violated${missing}; health: ${health}`,
    `Documents: ${documents.clean} of ${documents.checked} valid, complete and unambiguous`,
    ...(changes === undefined ? [] : [`Since ${changes.base}: ${counted(changes.breaking, 'breaking change')} of contracts`]),
  ];
}

/** The state of a contract's implementation, in words. */
export function implementationWords({ marked, found }: ImplementationState): string {
  const code = { kept: 'the scan verifies it', broken: 'the scan finds it broken', open: 'the scan could not compare all of it' }[
    found
  ];
  return `${marked ? 'marked as implemented' : 'not marked as implemented'}; ${code}`;
}

/** The outcome of calling a running service, in a line. */
export function liveSummary({ baseUrl, seed, report }: NonNullable<Validation['live']>): string {
  const { total_endpoints, tested_endpoints, passed_endpoints, failed_endpoints, health } = report;
  return `${baseUrl}: ${tested_endpoints} of ${counted(total_endpoints, 'endpoint')} tested, ${passed_endpoints} passed, ${failed_endpoints} failed; health: ${health} (--seed ${seed})`;
}
