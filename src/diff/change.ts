import type { ContractKind } from '../contracts/contract.js';
import type { Location } from '../model/location.js';
import type { DiffSeverity } from './rule.js';

/** One difference between two versions of a contract. Field names are those of the JSON report. */
export interface ContractChange {
  /** Id in the table of rules: `response-enum-value-added`. */
  readonly rule: string;
  readonly severity: DiffSeverity;
  readonly message: string;
  /** Id of the contract at the head; at the base if the head does not have it. */
  readonly contract: string;
  /** `METHOD /path`, `publish CHANNEL` or the name of a model, as the head writes it (the base, if the head does not have it). */
  readonly subject: string;
  /** Further subjects that the same lines of the contract change. */
  readonly alsoIn: readonly string[];
  /** `response 200 application/json`, `query parameter limit`; absent: the subject as a whole. */
  readonly part?: string;
  /** Dotted, `[]` for items: `articles[].author.username`. Absent: the whole part. */
  readonly field?: string;
  /** In words, for comparing both sides. */
  readonly before?: string;
  readonly after?: string;
  /** The location in each version; if one lacks it, the nearest location around it. */
  readonly baseAt: Location;
  readonly headAt: Location;
  /** Stable over moved lines and reworded messages. */
  readonly fingerprint: string;
}

/** A place for which it is unknown whether a change affects consumers. */
export interface Undecided {
  readonly contract: string;
  /** Absent: the document as a whole. */
  readonly subject?: string;
  readonly detail: string;
  readonly at: Location;
}

/** The differences of one contract between two versions. */
export interface ContractDiff {
  readonly contract: string;
  /** The base's id; absent: the same, or only one version has the contract. */
  readonly before?: string;
  readonly kind: ContractKind;
  readonly title: string;
  readonly versions: { readonly base: string; readonly head: string };
  /** Most severe first, then by place. */
  readonly changes: readonly ContractChange[];
  readonly undecided: readonly Undecided[];
  /** How many subjects the base has. */
  readonly subjects: number;
}

/** Two versions of a set of contracts, with what a report needs. */
export interface VersionDiff {
  readonly tool: { readonly name: string; readonly version: string };
  /** What was compared, as the user named it: files or revisions. */
  readonly base: string;
  readonly head: string;
  /** By contract. */
  readonly diffs: readonly ContractDiff[];
}
