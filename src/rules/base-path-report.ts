import type { Contract } from '../contracts/contract.js';
import { fingerprint } from './fingerprint.js';
import { type BasePath, ownPrefixes } from './pair-base-path.js';
import type { Violation } from './rule.js';

/** The warning that a contract is served below a prefix that it does not mention. Its subject is the contract's id. */
export function basePathWarning(contract: Contract, base: BasePath): Violation {
  const path = base.path ?? '/';
  const identity = { check: 'CONTRACT-002', contract: contract.id, subject: contract.id, problem: 'base-path' } as const;
  return {
    ...identity,
    severity: 'warning',
    file_path: contract.at.file,
    line: contract.at.line,
    message: `The code serves this contract below ${path}, which the contract does not mention.`,
    promised: ownPrefixes(contract).join(' or '),
    actual: path,
    promisedAt: contract.at,
    related: [],
    fingerprint: fingerprint(identity),
    suggestion: `State it with --base-path ${path}, with base_path: ${path} in .tallystick.yml, or in the contract's servers.`,
  };
}

/** Why nothing is decided where several base paths pair equally well. */
export function tieReason({ tied, paired }: BasePath): string {
  const paths = tied.join(' and ');
  const [first = '/'] = tied;
  return `its paths are found below ${paths} equally often (${paired}): state which with --base-path ${first} or base_path in .tallystick.yml`;
}
