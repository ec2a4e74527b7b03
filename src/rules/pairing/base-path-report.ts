import type { Contract } from '../../contracts/contract.js';
import type { PathTemplate } from '../../model/endpoint.js';
import { fingerprint } from '../fingerprint.js';
import type { Violation } from '../rule.js';
import { type BasePath, declaredPrefixes, ownPrefixes } from './pair-base-path.js';
import { segmentsOf } from './route-match.js';

/** The finding about the path below which the code serves a contract, if there is one. Its subject is the contract's id. */
export function basePathFinding(contract: Contract, base: BasePath): Violation | undefined {
  if (base.better !== undefined) return givenWrongly(contract, base, base.better);
  return base.how === 'foreign' ? unmentioned(contract, base.path ?? '/') : undefined;
}

/**
 * A proxy may remove the start of a declared path. Where the code adds another prefix, the requests that the contract describes
 * do not reach it.
 */
function unmentioned(contract: Contract, path: PathTemplate): Violation {
  const declared = declaredPrefixes(contract);
  const contradicts = declared.every((one) => one !== '/' && !endsIn(segmentsOf(one), segmentsOf(path)));
  const message = contradicts
    ? `The code serves this contract below ${path}, but its servers say ${declared.join(' or ')}.`
    : `The code serves this contract below ${path}, which the contract does not mention.`;
  return {
    ...findingOf(contract, { message, promised: ownPrefixes(contract).join(' or '), actual: path }),
    severity: contradicts ? 'error' : 'warning',
    suggestion: `State it with --base-path ${path}, with base_path: ${path} in .tallystick.yml, or in the contract's servers.`,
  };
}

const endsIn = (whole: readonly string[], end: readonly string[]): boolean =>
  end.every((segment, index) => whole[whole.length - end.length + index] === segment);

function givenWrongly(contract: Contract, { path = '/', paired }: BasePath, better: BasePath): Violation {
  const places = better.path ?? better.tied.join(' or ');
  const message = `Of ${contract.operations.length} operations, ${paired} have a route below the given base path ${path}; below ${places}, ${better.paired} would.`;
  return {
    ...findingOf(contract, { message, promised: path, actual: places }),
    suggestion: `Correct --base-path, or base_path in .tallystick.yml, if ${places} is meant.`,
  };
}

function findingOf(contract: Contract, words: Pick<Violation, 'message' | 'promised' | 'actual'>): Violation {
  const identity = { check: 'CONTRACT-002', contract: contract.id, subject: contract.id, problem: 'base-path' } as const;
  return {
    ...identity,
    ...words,
    severity: 'warning',
    file_path: contract.at.file,
    line: contract.at.line,
    promisedAt: contract.at,
    related: [],
    fingerprint: fingerprint(identity),
  };
}

/** The reason why nothing is decided where several base paths match equally many operations. */
export function tieReason({ tied, paired }: BasePath): string {
  const paths = tied.join(' and ');
  const [first = '/'] = tied;
  return `the code has its paths below ${paths} equally often (${paired}); choose one with --base-path ${first} or base_path in .tallystick.yml`;
}
