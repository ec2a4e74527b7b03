import type { Role } from '../agent-names.js';
import { ALL_ENGINES, type Engines } from './engines.js';

/** A rule for writing and reviewing code. */
export interface Standard {
  /** The scan's rule, or `STD-INT-00N`: INT-0xx are ids of requirements too. */
  readonly id: string;
  readonly title: string;
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** REQ-071: the rules of the four contract scans. */
export const CONTRACT_COMPLIANCE_STANDARDS: readonly Standard[] = [
  {
    id: 'CONTRACT-001',
    title: 'Bodies have the promised fields',
    severity: 'error',
    text: 'Every JSON body of a contracted endpoint has the fields that its contract promises: the same names in the same case, the same types, nothing required left out or null. Declare the type of each body, so that it can be compared.',
  },
  {
    id: 'CONTRACT-002',
    title: 'Every promised endpoint is there',
    severity: 'error',
    text: 'Each method and path of a contract is registered as a route, below the promised base path. A route that exists only in a test or behind a switch that is off does not count.',
  },
  {
    id: 'CONTRACT-003',
    title: 'Events carry the promised payload',
    severity: 'error',
    text: 'What is published on a contracted channel, and what its subscriber reads, has the promised payload field by field. Name channels by constants that a reader can follow.',
  },
  {
    id: 'CONTRACT-004',
    title: 'Shared models do not drift',
    severity: 'error',
    text: 'Every definition of a shared model, in whatever language and service, agrees with its schema in names, types and what is optional. Where the code names fields otherwise (snake_case beside camelCase), say on the field how it is written on the wire.',
  },
];

/** REQ-072 (there INT-001 to INT-004). */
export const INTEGRATION_STANDARDS: readonly Standard[] = [
  {
    id: 'STD-INT-001',
    title: 'Services are found through the environment',
    severity: 'error',
    text: 'Addresses of other services, brokers and databases come from environment variables with a documented default for development; none is written into the code.',
  },
  {
    id: 'STD-INT-002',
    title: 'Trace ids travel along',
    severity: 'warning',
    text: 'A trace id that comes with a request (`traceparent`, else `X-Request-Id`) is written into logs and passed on with every request and event that follows from it; one is made where none came.',
  },
  {
    id: 'STD-INT-003',
    title: 'Failures of others stop at the border',
    severity: 'error',
    text: 'Calls to other services have a timeout, and their failure becomes an answer of this service (502, 503 or 504, or an event that is tried again): never an unhandled exception, never an empty success.',
  },
  {
    id: 'STD-INT-004',
    title: 'Health can be asked for',
    severity: 'warning',
    text: 'The service answers `GET /health` without authentication: 200 when it can work, 503 when something it cannot work without is missing.',
  },
];

/** REQ-073 and REQ-074. */
export const STANDARDS_BY_ROLE: Readonly<Record<Role, readonly Standard[]>> = {
  architect: CONTRACT_COMPLIANCE_STANDARDS,
  'code-writer': [...CONTRACT_COMPLIANCE_STANDARDS, ...INTEGRATION_STANDARDS],
  'code-reviewer': [...CONTRACT_COMPLIANCE_STANDARDS, ...INTEGRATION_STANDARDS],
  'test-engineer': [],
  'wiring-verifier': [],
};

/** The standards of a role as a Markdown list, without a heading; empty: none, or unknown role. */
export function standardsFor(role: string): string {
  return (isRole(role) ? STANDARDS_BY_ROLE[role] : [])
    .map(({ id, title, severity, text }) => `- **${id}** (${severity}): ${title}. ${text}`)
    .join('\n');
}

/**
 * Instructions about contracts and engines for a role, as Markdown without a heading of level 1 or 2 (REQ-045 to REQ-049,
 * REQ-057 to REQ-059). Omits disabled engines. An unknown role gets the common part (TECH-034).
 */
export function awarenessFor(role: string, engines: Engines = ALL_ENGINES): string {
  const pieces = isRole(role) ? AWARENESS[role] : GENERIC;
  return pieces
    .filter(({ needs }) => needs === undefined || engines[needs])
    .map(({ text }, index) => (index === 0 ? '' : text.startsWith('- ') ? '\n' : '\n\n') + text)
    .join('');
}

interface Piece {
  readonly needs?: keyof Engines;
  readonly text: string;
}

const EXACT: Piece = {
  text: [
    '### API contract compliance',
    'A contract is a promise to people you cannot ask. Field names, their case, types, what is required, status codes and paths are taken from it exactly. Where a requirement and a contract differ, keep the contract and tell the difference under `DEVIATIONS_FROM_PLAN`.',
  ].join('\n'),
};
const NO_MOCK_DATA: Piece = {
  text: [
    '### ZERO MOCK DATA POLICY',
    'Nothing that is delivered answers with invented data: no hard-coded rows, no placeholder bodies, no functions that only look finished, no switch that turns real behaviour off. Test doubles live in test folders alone.',
  ].join('\n'),
};

const GENERIC: readonly Piece[] = [
  EXACT,
  NO_MOCK_DATA,
  {
    needs: 'contractEngine',
    text: 'Ask the Contract Engine (`get_contract`) for the contracts that your work touches before you change anything.',
  },
  {
    needs: 'codebaseIntelligence',
    text: 'Ask Codebase Intelligence (`find_definition`, `search_semantic`) what is there already before you write it anew.',
  },
];

const AWARENESS: Readonly<Record<Role, readonly Piece[]>> = {
  architect: [
    EXACT,
    {
      needs: 'contractEngine',
      text: [
        '### Contracts first',
        '- Before you design, query the Contract Engine for existing contracts: `get_unimplemented_contracts(service_name)` for what is still to be built, `get_contract(contract_id)` for each contract your service keeps or uses.',
        '- A changed contract is compared first: `check_breaking_changes(contract_id, new_spec)`. A breaking change is a decision that you write down with its reason.',
      ].join('\n'),
    },
    {
      needs: 'codebaseIntelligence',
      text: [
        '### Existing code first',
        '- Query Codebase Intelligence for existing code before you plan a module: `search_semantic(query)` for similar work, `find_definition(symbol)` and `find_dependencies(file_path)` for what you build on, `get_service_interface(service_name)` for services you call.',
      ].join('\n'),
    },
    {
      text: [
        '### SVC-xxx contract stubs with EXACT FIELD SCHEMAS',
        'For every call between services or from a client, write a stub into `specs/architecture.md`, a row of a table `| SVC-ID | Client Method | METHOD /path | Request DTO | Response DTO |`, ids `SVC-001`, `SVC-002` and on. A DTO names every field with its type, `{ id: string, total: number, paidAt?: string | null }`; "object", "data" or "..." is no schema.',
      ].join('\n'),
    },
  ],
  'code-writer': [
    NO_MOCK_DATA,
    EXACT,
    {
      needs: 'validation',
      text: [
        '### After each endpoint',
        '- Call `validate_endpoint(service_name, method, path, response_body, status_code)` with a real response after you finish each API endpoint, and fix what it finds before you go on to the next.',
        '- Only then call `mark_implemented(contract_id, service_name, evidence_path)`: it is refused unless the code keeps the contract.',
      ].join('\n'),
    },
    {
      needs: 'registration',
      text: [
        '### After each new file',
        '- Call `register_artifact(file_path, service_name)` after you create each new file, so that those who come after you find it. A slow answer is not waited for, and not asked for again.',
      ].join('\n'),
    },
  ],
  'code-reviewer': [
    {
      text: [
        '### Contract field verification',
        '- Lay every API endpoint beside its SVC-xxx contract, field by field: names, case, types, what is required, status codes.',
        '- A CONTRACT-001 to CONTRACT-004 violation is a blocking issue (CRITICAL): it is reported with file, line, field, what was promised and what is there, and never waved through as a matter of style.',
      ].join('\n'),
    },
    {
      needs: 'contractEngine',
      text: '- Take the promise from the Contract Engine (`get_contract(contract_id)`), not from what the code says of itself.',
    },
    {
      needs: 'codebaseIntelligence',
      text: '- Use Codebase Intelligence for cross-file impact analysis: `find_callers(symbol)` and `find_dependencies(file_path)` of everything that changed; a changed signature with callers that were left alone is a finding.',
    },
  ],
  'test-engineer': [
    EXACT,
    {
      text: [
        '### Tests that are asked for',
        '- Unit tests for every module: each Must requirement, its edges and its failures.',
        '- Integration tests for every endpoint and event: through the real router, against real storage of the test run, asserting status and every promised field.',
      ].join('\n'),
    },
    {
      needs: 'testGeneration',
      text: '- Contract conformance tests come from the Contract Engine: `generate_tests(contract_id, framework)` for each contract of the milestone; put what it answers beside your own tests and make it run.',
    },
  ],
  'wiring-verifier': [
    {
      text: [
        '### Contract endpoint verification',
        '- Start the service and request every contracted endpoint once with a real request; compare status and every field of the answer with the promise. An unregistered endpoint is a blocker.',
      ].join('\n'),
    },
    {
      needs: 'validation',
      text: '- Hand each answer to `validate_endpoint(service_name, method, path, response_body, status_code)`; what it calls a violation is a blocker.',
    },
    {
      needs: 'codebaseIntelligence',
      text: '- Trace imports with `find_dependencies(file_path)`: code must be reachable from an entry point; report circles. `check_dead_code(service_name)` finds unused exports: wire or name each.',
    },
  ],
};

function isRole(role: string): role is Role {
  return Object.hasOwn(AWARENESS, role);
}
