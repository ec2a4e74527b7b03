import type { ContractKind } from '../contracts/contract.js';
import type { Location } from '../model/location.js';
import type { DiffSeverity } from './rule.js';

/** One thing in which two versions of a contract differ. Field names are those of the JSON report. */
export interface ContractChange {
  /** Id in the table of rules: `response-enum-value-added`. */
  readonly rule: string;
  readonly severity: DiffSeverity;
  readonly message: string;
  /** Id of the contract at the head; at the base where the head has none. */
  readonly contract: string;
  /** `METHOD /path`, `publish CHANNEL` or the name of a model, as the head writes it (the base, where the head has none). */
  readonly subject: string;
  /** Further subjects that the same lines of the contract change. */
  readonly alsoIn: readonly string[];
  /** `response 200 application/json`, `query parameter limit`; absent: the subject as a whole. */
  readonly part?: string;
  /** Dotted, `[]` for items: `articles[].author.username`. Absent: the whole part. */
  readonly field?: string;
  /** In words, for laying side by side. */
  readonly before?: string;
  readonly after?: string;
  /** Where each version says it; the nearest place around what one of them lacks. */
  readonly baseAt: Location;
  readonly headAt: Location;
  /** Stable over moved lines and reworded messages. */
  readonly fingerprint: string;
}

/** A place of which it is not known whether it changed for those who use it. */
export interface Undecided {
  readonly contract: string;
  /** Absent: the document as a whole. */
  readonly subject?: string;
  readonly detail: string;
  readonly at: Location;
}

/** What became of a contract between two versions. */
export interface ContractDiff {
  readonly contract: string;
  /** What the base calls it; absent: the same, or one of the two has none. */
  readonly before?: string;
  readonly kind: ContractKind;
  readonly title: string;
  readonly versions: { readonly base: string; readonly head: string };
  /** Gravest first, then by place. */
  readonly changes: readonly ContractChange[];
  readonly undecided: readonly Undecided[];
  /** How many the base promises. */
  readonly subjects: number;
}

/** Two versions of a set of contracts, as far as a report sees them. */
export interface VersionDiff {
  readonly tool: { readonly name: string; readonly version: string };
  /** What was compared, as the user named it: files or revisions. */
  readonly base: string;
  readonly head: string;
  /** By contract. */
  readonly diffs: readonly ContractDiff[];
}
