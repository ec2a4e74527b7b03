import { fingerprint } from './fingerprint.js';
import { hiddenBy, openFor } from './open-verdict.js';
import type { EndpointRule, Pairing, Violation } from './rule.js';

/** The rule's id in reports. */
const ID = 'CONTRACT-002';

/** Each operation of the contract has a route. */
export const contract002: EndpointRule = {
  about: 'endpoint',
  id: ID,
  title: 'Every endpoint of the contract has a route',
  problems: { 'endpoint-missing': 'error', 'wrong-method': 'error', 'base-path': 'warning' },
  check: (pairing) => {
    if (pairing.undecided !== undefined) return openFor(pairing.undecided);
    if (pairing.actuals.length > 0) return { outcome: 'kept', compared: 0, unknown: [], violations: [] };
    if (pairing.hiddenBy.length > 0) return hiddenBy(pairing.hiddenBy);
    return { outcome: 'absent', compared: 0, unknown: [], violations: [missingEndpoint(pairing)] };
  },
};

function missingEndpoint({ contract, subject, expectation, near }: Pairing): Violation {
  const otherMethod = near.find(({ differs }) => differs === 'method');
  const problem = otherMethod === undefined ? 'endpoint-missing' : 'wrong-method';
  const identity = { check: ID, contract: contract.id, subject, problem } as const;
  const [nearest] = otherMethod === undefined ? near : [otherMethod];
  return {
    ...identity,
    severity: 'error',
    file_path: expectation.at.file,
    line: expectation.at.line,
    message: messageOf(subject, expectation.method, nearest),
    promised: subject,
    actual: nearest === undefined ? 'no route' : `${nearest.route.method} ${nearest.route.path}`,
    promisedAt: expectation.at,
    related: near.map(({ route, differs }) => ({
      file: route.at.file,
      line: route.at.line,
      message: `${route.method} ${route.path} differs in its ${differs}`,
    })),
    fingerprint: fingerprint(identity),
  };
}

function messageOf(subject: string, method: string, nearest: Pairing['near'][number] | undefined): string {
  const missing = `${subject} is in the contract, but no route serves it.`;
  if (nearest === undefined) return missing;
  const { route, differs } = nearest;
  const named = `${route.method} ${route.path}`;
  if (differs === 'method') return `The code has ${named}, but the contract expects ${method}.`;
  return differs === 'spelling' ? `${missing} ${named} is spelled differently.` : `${missing} ${named} is below another prefix.`;
}
