import { fingerprint } from './fingerprint.js';
import type { EndpointRule, Undocumented, Violation } from './rule.js';

/** The rule's id in reports. */
const ID = 'CONTRACT-005';

/** Each endpoint of the code is documented. */
export const contract005: EndpointRule = {
  about: 'endpoint',
  id: ID,
  title: 'Every endpoint is documented',
  problems: { undocumented: 'warning' },
  check: () => ({ outcome: 'silent', compared: 0, unknown: [], violations: [] }),
  undocumented,
};

function undocumented({ contract, subject, what, others }: Undocumented): readonly Violation[] {
  if (what.kind !== 'route') return [];
  const { at } = what.route;
  const identity = { check: ID, contract: contract.id, subject, problem: 'undocumented' } as const;
  return [
    {
      ...identity,
      severity: 'warning',
      file_path: at.file,
      line: at.line,
      message: `${subject} is served, but no contract describes it.`,
      actual: subject,
      promisedAt: contract.at,
      related: others.map(({ file, line }) => ({ file, line, message: 'here too' })),
      fingerprint: fingerprint(identity),
    },
  ];
}
