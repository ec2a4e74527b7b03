/** Requirements that have no meaning here, and why. */
const REASONS: readonly (readonly [ids: string, why: string])[] = [
  ['TECH-009', 'An interface of TypeScript is kept by whatever has its shape; there is nothing to decorate.'],
  [
    'TECH-019 TEST-023',
    'The protocol is part of the packaged program: it cannot be missing. That it is loaded only when it is needed is held by dist/dist.test.ts.',
  ],
  [
    'REQ-084 TEST-075',
    'It speaks of the tests of another code base. Those of this one are run by `npm test`, whole, on every change.',
  ],
  [
    'INT-011 INT-012',
    'It keeps the stages and fix loops of another code base. What ours does, and in which order, is REQ-BAP-005 and the transitions of src/builder.',
  ],
  ['002-REMEDIATION-LEGACY-NAME', 'A build reads its own log, not task lists of other programs: no older name can occur.'],
  [
    'REQ-BAP-027',
    "Not wanted by the document itself (its priority is Won't). What took place is in the log of the build and in the journal.",
  ],
  [
    'TEST-BAP-003a TEST-BAP-003b TEST-BAP-003c TEST-BAP-003d TEST-BAP-003i TEST-BAP-003j',
    'There is no context object that is written and read again: the name of an agent is a field of `AgentTask`, which always has one.',
  ],
];

/** By id. */
export const notApplicable: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([ids, why]) => ids.split(' ').map((id) => [id, why] as const)),
);
