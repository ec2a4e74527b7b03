import type { Location } from './location.js';

/** The state of a set of subjects (requirement TEST-060): all fit, some are violated, most are violated, nothing is decided. */
export type Health = 'passed' | 'partial' | 'failed' | 'unknown';

/** The result for the contracts of a repository (requirement TECH-029). The requirement defines the field names. */
export interface ContractReport {
  readonly total_contracts: number;
  readonly verified_contracts: number;
  readonly violated_contracts: number;
  /** Contract subjects without code. */
  readonly missing_implementations: number;
  readonly health: Health;
  readonly verified_contract_ids: readonly string[];
  readonly violated_contract_ids: readonly string[];
}

/** The result for a running service (requirement TECH-030). The requirement defines the field names. */
export interface EndpointTestReport {
  readonly total_endpoints: number;
  readonly tested_endpoints: number;
  readonly passed_endpoints: number;
  readonly failed_endpoints: number;
  /** Contracts of which no endpoint was tested. */
  readonly untested_contracts: readonly string[];
  readonly health: Health;
}

/** The result for one endpoint of a running service. */
export interface EndpointTest {
  readonly contract: string;
  /** `METHOD /path` as the contract writes it. */
  readonly subject: string;
  readonly at: Location;
  readonly outcome: 'passed' | 'failed' | 'untested';
  /** Path and query of the request; absent: no request was sent. */
  readonly target?: string;
  /** The status of the response; absent: there was none. */
  readonly status?: number;
  readonly millis?: number;
  /** Why it failed or was not tested: a sentence without its full stop. */
  readonly why?: string;
  /** Where the response differs. */
  readonly violations: readonly { readonly field: string; readonly expected: string; readonly actual: string }[];
}

/** How far a contract is implemented, according to the engine's mark and to the scan. */
export interface ImplementationState {
  readonly contract: string;
  readonly at: Location;
  /** According to the Contract Engine. */
  readonly marked: boolean;
  /** According to the scan. */
  readonly found: 'kept' | 'broken' | 'open';
}

/** What `tallystick validate` adds to a scan. */
export interface Validation {
  /** The engine that answered, in words: `the embedded Contract Engine`. */
  readonly engine: string;
  /** Calls without an answer: their subjects are unknown. */
  readonly unanswered: readonly string[];
  readonly contracts: ContractReport;
  /** Only for contracts that the engine has. */
  readonly implementation: readonly ImplementationState[];
  /** How many documents were checked, and how many of them are valid, complete and unambiguous. */
  readonly documents: { readonly checked: number; readonly clean: number };
  /** Absent: the user named no base. */
  readonly changes?: { readonly base: string; readonly breaking: number };
  /** Absent: the user named no running service. */
  readonly live?: {
    readonly baseUrl: string;
    readonly seed: number;
    readonly report: EndpointTestReport;
    readonly endpoints: readonly EndpointTest[];
  };
}

/** The health of the decided subjects: all fit; more than half are violated; some are. */
export function healthOf(retained: number, broken: number, total = retained + broken): Health {
  if (retained + broken === 0) return 'unknown';
  if (retained === total) return 'passed';
  return broken * 2 > total ? 'failed' : 'partial';
}

/** The figures of tests; `asked`: how many endpoints could have been called. */
export function endpointReportOf(
  tests: readonly Pick<EndpointTest, 'contract' | 'outcome'>[],
  asked = tests.length,
): EndpointTestReport & { readonly untested_contracts: string[] } {
  const count = (outcome: EndpointTest['outcome']): number => tests.filter((test) => test.outcome === outcome).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const contracts = [...new Set(tests.map(({ contract }) => contract))];
  return {
    total_endpoints: tests.length,
    tested_endpoints: passed + failed,
    passed_endpoints: passed,
    failed_endpoints: failed,
    untested_contracts: contracts.filter((id) => tests.every((test) => test.contract !== id || test.outcome === 'untested')),
    health: healthOf(passed, failed, asked),
  };
}
