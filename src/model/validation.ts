import type { Location } from './location.js';

/** How a set of promises does (seed 000, TEST-060): all kept, some broken, most broken, nothing decided. */
export type Health = 'passed' | 'partial' | 'failed' | 'unknown';

/** What the contracts of a repository come to (seed 000, TECH-029). Field names are the seed's. */
export interface ContractReport {
  readonly total_contracts: number;
  readonly verified_contracts: number;
  readonly violated_contracts: number;
  /** Promises for which there is no code. */
  readonly missing_implementations: number;
  readonly health: Health;
  readonly verified_contract_ids: readonly string[];
  readonly violated_contract_ids: readonly string[];
}

/** What a running service did (seed 000, TECH-030). Field names are the seed's. */
export interface EndpointTestReport {
  readonly total_endpoints: number;
  readonly tested_endpoints: number;
  readonly passed_endpoints: number;
  readonly failed_endpoints: number;
  /** Contracts of which no endpoint was tested. */
  readonly untested_contracts: readonly string[];
  readonly health: Health;
}

/** What became of one endpoint of a running service. */
export interface EndpointTest {
  readonly contract: string;
  /** `METHOD /path` as the contract writes it. */
  readonly subject: string;
  readonly at: Location;
  readonly outcome: 'passed' | 'failed' | 'untested';
  /** Path and query that were asked for; absent: nothing was sent. */
  readonly target?: string;
  /** What it answered; absent: nothing. */
  readonly status?: number;
  readonly millis?: number;
  /** Why it failed or was not tested: a sentence without its full stop. */
  readonly why?: string;
  /** Where the answer differs. */
  readonly violations: readonly { readonly field: string; readonly expected: string; readonly actual: string }[];
}

/** How far somebody says a contract is implemented, and what the scan says. */
export interface ImplementationState {
  readonly contract: string;
  readonly at: Location;
  /** As the Contract Engine has it. */
  readonly marked: boolean;
  /** As the scan finds the code. */
  readonly found: 'kept' | 'broken' | 'open';
}

/** What `tallystick validate` adds to a scan. */
export interface Validation {
  /** Who answered, in words: `the embedded Contract Engine`. */
  readonly engine: string;
  /** Calls that gave no answer: nothing is known where they were asked. */
  readonly unanswered: readonly string[];
  readonly contracts: ContractReport;
  /** Only of contracts that the engine knows. */
  readonly implementation: readonly ImplementationState[];
  /** Documents that were looked at, and how many of them are valid, complete and unambiguous. */
  readonly documents: { readonly checked: number; readonly clean: number };
  /** Absent: no base was named. */
  readonly changes?: { readonly base: string; readonly breaking: number };
  /** Absent: no running service was named. */
  readonly live?: {
    readonly baseUrl: string;
    readonly seed: number;
    readonly report: EndpointTestReport;
    readonly endpoints: readonly EndpointTest[];
  };
}

/** The health of what was decided: all kept; more than half broken; some. */
export function healthOf(kept: number, broken: number, total = kept + broken): Health {
  if (kept + broken === 0) return 'unknown';
  if (kept === total) return 'passed';
  return broken * 2 > total ? 'failed' : 'partial';
}
