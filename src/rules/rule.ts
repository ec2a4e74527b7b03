import type { Contract, Message, MessageVariant, Model, Operation } from '../contracts/contract.js';
import type { CodeMessage, CodeModel, CodeRoute } from '../facts/codebase.js';
import type { Cause } from '../model/cause.js';
import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { OpenReason } from '../model/open-reason.js';
import type { Definitions } from '../model/shape.js';
import { fitsWildcard } from '../model/wildcard.js';

export type Severity = 'error' | 'warning' | 'note';

export type Problem =
  | 'missing'
  | 'extra'
  | 'type'
  | 'optionality'
  | 'nullability'
  | 'enum'
  | 'format'
  | 'status'
  | 'case'
  | 'endpoint-missing'
  | 'wrong-method'
  | 'base-path'
  | 'unpublished'
  | 'unhandled'
  | 'undocumented'
  // Of validation, in addition to the scan:
  | 'document'
  | 'unclear'
  | 'marked'
  | 'response'
  | 'breaking'
  | 'may-break';

/** One violation of a contract. Field names are those of the JSON report. */
export interface Violation {
  /** `CONTRACT-001`, ... */
  readonly check: string;
  readonly severity: Severity;
  /** Where to fix it: the code, or the contract if there is no code. */
  readonly file_path: string;
  readonly line: number;
  readonly message: string;
  /** Id of the contract. */
  readonly contract: string;
  /** `METHOD /path` as the contract writes it. */
  readonly subject: string;
  readonly status?: string;
  /** Dotted, `[]` for items: `articles[].author.username`. Absent: the whole body. */
  readonly field?: string;
  readonly problem: Problem;
  /** In words, for comparing both sides: `string (date-time)`. */
  readonly promised?: string;
  readonly actual?: string;
  readonly promisedAt: Location;
  readonly related: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** Stable over moved lines and reworded messages: the hash of check, contract, subject, status, field and problem. */
  readonly fingerprint: string;
  readonly suggestion?: string;
  /** Only for a new violation in a pull request, and only if it is known what the change did to the contract. */
  readonly cause?: Cause;
}

/** Whether a pattern names the rule of a violation (`CONTRACT-001`), or rule and problem (`CONTRACT-001/missing`). */
export const isOfRule = ({ check, problem }: Pick<Violation, 'check' | 'problem'>, form: string): boolean =>
  fitsWildcard(form, check) || fitsWildcard(form, `${check}/${problem}`);

/** What all subjects that are paired with code have in common. */
export interface Candidate {
  readonly contract: Contract;
  readonly subject: string;
  /** Gaps that may hide its code. */
  readonly hiddenBy: readonly Gap[];
  /** Why it cannot be decided although there is code (two base paths match equally many operations, ...). */
  readonly undecided?: string;
  /** What `undecided` is about; absent: which route answers it. */
  readonly undecidedBy?: 'base-path' | 'other-contract';
  /** What a reader should know about the match: by a parameter, by another method. */
  readonly note?: string;
}

/** An operation of a contract with the code that should implement it. */
export interface Pairing extends Candidate {
  readonly expectation: Operation;
  /** The routes that match it; none: missing or hidden. */
  readonly actuals: readonly CodeRoute[];
  /** The contract's other operations at this exact path, which differ only in the names of parameters. */
  readonly sharing?: readonly Operation[];
  /** Routes that nearly match: messages name them, but they never count. */
  readonly near: readonly { readonly route: CodeRoute; readonly differs: 'method' | 'spelling' | 'prefix' }[];
  /** `unknown`: the start of its route's path is unresolved, the rest is the contract's path. */
  readonly start?: 'unknown';
  /** Other routes may answer instead: a violation by these counts, a match is undecided. */
  readonly tentative?: boolean;
}

/** A channel of a contract with the code that publishes to it or handles its messages. */
export interface EventPairing extends Candidate {
  readonly expectation: Message;
  /** None: missing or hidden. */
  readonly actuals: readonly PairedMessage[];
  readonly near: readonly { readonly message: CodeMessage; readonly differs: 'direction' | 'spelling' }[];
  /** The code does the opposite for all events of the contract: the number of its events. */
  readonly turned?: number;
}
export interface PairedMessage {
  readonly message: CodeMessage;
  /** Which of the contract's messages it may be. */
  readonly variants: readonly MessageVariant[];
  /** A part of its channel is unresolved: it may be another channel. */
  readonly doubtful: boolean;
}

/** A shared model with all its definitions in code. */
export interface ModelPairing extends Candidate {
  readonly expectation: Model;
  readonly actuals: readonly CodeModel[];
}

/** What the code does and no contract describes, with the contract that should describe it. */
export interface Undocumented {
  readonly contract: Contract;
  readonly subject: string;
  readonly what:
    | { readonly kind: 'route'; readonly route: CodeRoute }
    | { readonly kind: 'message'; readonly message: CodeMessage };
  /** Other places that do the same. */
  readonly others: readonly Location[];
}

/** What a rule may look up. */
export interface RuleContext {
  /** The definitions that `ref`s of the code's side point to. */
  readonly types: Definitions;
  /** Reason that names a type of a package -> the package. */
  readonly packages?: ReadonlyMap<string, string>;
}

/**
 * - `kept`: all that this rule checks was compared and fits.
 * - `broken`: at least one error.
 * - `absent`: no code, and no gap that could hide it.
 * - `open`: it could not be fully compared; `unknown` gives the reasons.
 * - `silent`: the rule has nothing to report on this subject.
 */
export type Outcome = 'kept' | 'broken' | 'absent' | 'open' | 'silent';

export interface Verdict {
  readonly outcome: Outcome;
  /** How many expected fields were compared. A body that is no object counts as one. */
  readonly compared: number;
  /** The expected fields that were compared by type alone: the contract lists values, the code's values are unknown. */
  readonly byType?: readonly string[];
  /** Expected fields (or bodies) that could not be compared, and why; `first`: of several reasons the one that counts. */
  readonly unknown: readonly {
    readonly field: string;
    readonly why: string;
    readonly reason?: OpenReason;
    readonly first?: string;
  }[];
  readonly violations: readonly Violation[];
  /** What else a reader should know that is no violation: another status, ... */
  readonly notes?: readonly string[];
}

/** What lists of rules say about a rule; its page in this folder has the details. */
export interface DescribedRule {
  readonly id: string;
  readonly title: string;
  /** The problems it can find, each with its default severity. */
  readonly problems: Readonly<Partial<Record<Problem, Severity>>>;
}

/** What all rules have. A rule is pure and called once for each subject; a crash affects that subject alone. */
interface RuleParts extends DescribedRule {
  /** What it reports about code that no contract describes. */
  readonly undocumented?: (found: Undocumented) => readonly Violation[];
}

export interface EndpointRule extends RuleParts {
  readonly about: 'endpoint';
  readonly check: (pairing: Pairing, context: RuleContext) => Verdict;
}
export interface EventRule extends RuleParts {
  readonly about: 'event';
  readonly check: (pairing: EventPairing, context: RuleContext) => Verdict;
}
export interface ModelRule extends RuleParts {
  readonly about: 'model';
  readonly check: (pairing: ModelPairing, context: RuleContext) => Verdict;
}

/** One way of comparing code with contracts. */
export type Rule = EndpointRule | EventRule | ModelRule;
