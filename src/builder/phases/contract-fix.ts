import type { Violation } from '../../rules/rule.js';
import { block, inline, paragraphs } from './blocks.js';

/** The kinds of contract fixes, by the scan that found the violation (WIRE-015). */
export const CONTRACT_FIX_KINDS = [
  'contract_endpoint_schema',
  'contract_missing_endpoint',
  'contract_event_schema',
  'contract_shared_model',
] as const;
export type ContractFixKind = (typeof CONTRACT_FIX_KINDS)[number];

const KIND_OF_CHECK: Readonly<Record<string, ContractFixKind>> = {
  'CONTRACT-001': 'contract_endpoint_schema',
  'CONTRACT-002': 'contract_missing_endpoint',
  'CONTRACT-003': 'contract_event_schema',
  'CONTRACT-004': 'contract_shared_model',
};

const ORDERS: Readonly<Record<ContractFixKind, readonly string[]>> = {
  contract_endpoint_schema: [
    'The bodies of these endpoints differ from what their contracts promise.',
    'For each: go from the route to where the body is made, and change the code so that the field has the promised name, type and presence. A field that is missing is filled from where its value really is; if there is no such value yet, build what makes it. A constant, a null or an empty text that only satisfies the comparison is mock data.',
    'Look at who else uses the changed type: clients, tests, other endpoints.',
  ],
  contract_missing_endpoint: [
    'No code was found for these promised endpoints.',
    'For each: see whether it is there under another path, another method or without its base path. If so, correct the registration and what calls it. If not, build it: route, checks of its input, behaviour, every promised status and body.',
    'Register it where the service registers its other routes, so that it is reached from the entry point.',
  ],
  contract_event_schema: [
    'What is sent or read on these channels differs from what their contracts promise.',
    'For each: go to the call that publishes or subscribes, and make the payload what is promised, on both sides: name of the channel, fields, types, what may be absent. A publisher that is promised and missing is called where the event happens, and nowhere else.',
    'Messages of the old form may still be on their way: let the reader accept them if the contract allows it.',
  ],
  contract_shared_model: [
    'Definitions of these shared models have drifted from their schema.',
    'For each: make every definition, in every service and language, agree with the schema in names, types and what is optional. Where the code names a field otherwise (snake_case beside camelCase), keep its name in the code and declare the name on the wire.',
    'Then fix all places that used the old name or type: the compiler finds some, texts and tests hide others.',
  ],
};

const LISTED = 50;

/** The fix kind of a violation; undefined: no agent fixes this rule. */
export function contractFixKind({ check }: Pick<Violation, 'check'>): ContractFixKind | undefined {
  return Object.hasOwn(KIND_OF_CHECK, check) ? KIND_OF_CHECK[check] : undefined;
}

/** Violations by fix kind, in the order of kinds; other rules are left out. */
export function violationsByKind(violations: readonly Violation[]): ReadonlyMap<ContractFixKind, readonly Violation[]> {
  return new Map(
    CONTRACT_FIX_KINDS.map((kind) => [kind, violations.filter((each) => contractFixKind(each) === kind)] as const).filter(
      ([, found]) => found.length > 0,
    ),
  );
}

/** The developer's task for broken contracts: what is wrong where, and how to fix this kind. */
export function contractFixPrompt(kind: ContractFixKind, violations: readonly Violation[]): string {
  const lines = violations.slice(0, LISTED).map(lineOf);
  const rest = violations.length - LISTED;
  return paragraphs(
    `CONTRACT FIX (${kind}): ${ORDERS[kind].join('\n')}`,
    block(
      'VIOLATIONS',
      [...lines, ...(rest > 0 ? [`and ${rest} more of the same kind: scan again after these`] : [])].join('\n'),
    ),
    'The contract is not yours to change, nor is what the scan leaves out: no entry to ignore, no lower severity, no other baseline. First write a test that fails because of the violation. When you are done all tests pass, and the scan is run again.',
  );
}

/** The tasks for all violations, each kind with its own instructions. */
export function contractFixPrompts(violations: readonly Violation[]): string {
  return paragraphs(...[...violationsByKind(violations)].map(([kind, found]) => contractFixPrompt(kind, found)));
}

function lineOf({
  check,
  severity,
  file_path,
  line,
  contract,
  subject,
  status,
  field,
  message,
  promised: expected,
  actual,
  suggestion,
}: Violation): string {
  const facts = [
    `${check} ${severity} at ${file_path}:${line}`,
    `contract ${contract}, ${subject}${status === undefined ? '' : ` ${status}`}${field === undefined ? '' : `, field ${field}`}`,
    message,
    ...(expected === undefined ? [] : [`promised: ${expected}`]),
    ...(actual === undefined ? [] : [`found: ${actual}`]),
    ...(suggestion === undefined ? [] : [`proposed: ${suggestion}`]),
  ];
  return `- ${facts.map((fact) => inline(fact)).join(' | ')}`;
}
