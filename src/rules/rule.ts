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
  // Of validation, beside the scan:
  | 'document'
  | 'unclear'
  | 'marked'
  | 'response'
  | 'breaking'
  | 'may-break';

/** One broken promise. Field names are those of the JSON report. */
export interface Violation {
  /** `CONTRACT-001`, ... */
  readonly check: string;
  readonly severity: Severity;
  /** Where to mend it: the code, or the contract where no code is. */
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
  /** In words, for laying side by side: `string (date-time)`. */
  readonly promised?: string;
  readonly actual?: string;
  readonly promisedAt: Location;
  readonly related: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** Stable over moved lines and reworded messages: check, contract, subject, status, field, problem, hashed. */
  readonly fingerprint: string;
  readonly suggestion?: string;
  /** Only of what is new in a pull request, and only where it is known what became of the contract. */
  readonly cause?: Cause;
}

/** Whether a form names the rule of a violation (`CONTRACT-001`), or the rule and the problem (`CONTRACT-001/missing`). */
export const isOfRule = ({ check, problem }: Pick<Violation, 'check' | 'problem'>, form: string): boolean =>
  fitsWildcard(form, check) || fitsWildcard(form, `${check}/${problem}`);

/** What is common to all promises that are laid beside code. */
export interface Candidate {
  readonly contract: Contract;
  readonly subject: string;
  /** Gaps that may hide its code. */
  readonly hiddenBy: readonly Gap[];
  /** Why it cannot be decided although there is code (two base paths pair equally well, ...). */
  readonly undecided?: string;
  /** What `undecided` is about; absent: which route answers it. */
  readonly undecidedBy?: 'base-path' | 'other-contract';
  /** What a reader should know of how it was paired: by a parameter, by another method. */
  readonly note?: string;
}

/** A promised operation laid beside the code that should keep it. */
export interface Pairing extends Candidate {
  readonly promise: Operation;
  /** The routes that keep it; none: missing or hidden. */
  readonly actuals: readonly CodeRoute[];
  /** The other operations of the contract at this very path, which differ in the names of parameters alone. */
  readonly sharing?: readonly Operation[];
  /** Routes that nearly keep it: named in messages, never accepted. */
  readonly near: readonly { readonly route: CodeRoute; readonly differs: 'method' | 'spelling' | 'prefix' }[];
  /** `unknown`: the start of its route's path could not be read, the rest is the promised path. */
  readonly start?: 'unknown';
  /** It may be that other routes answer: what these break is broken, what they keep is undecided. */
  readonly tentative?: boolean;
}

/** A promised channel laid beside the code that publishes there, or handles what comes. */
export interface EventPairing extends Candidate {
  readonly promise: Message;
  /** None: missing or hidden. */
  readonly actuals: readonly PairedMessage[];
  readonly near: readonly { readonly message: CodeMessage; readonly differs: 'direction' | 'spelling' }[];
  /** The code does the opposite of every event of the contract: how many events it has. */
  readonly turned?: number;
}
export interface PairedMessage {
  readonly message: CodeMessage;
  /** Which of the promised messages it may be. */
  readonly variants: readonly MessageVariant[];
  /** Part of its channel could not be read: it may be another. */
  readonly doubtful: boolean;
}

/** A shared model laid beside all definitions of it. */
export interface ModelPairing extends Candidate {
  readonly promise: Model;
  readonly actuals: readonly CodeModel[];
}

/** What the code does and no contract promises, with the contract that would have to. */
export interface Unpromised {
  readonly contract: Contract;
  readonly subject: string;
  readonly what:
    | { readonly kind: 'route'; readonly route: CodeRoute }
    | { readonly kind: 'message'; readonly message: CodeMessage };
  /** Where else the same is done. */
  readonly others: readonly Location[];
}

/** What a rule may look up. */
export interface RuleContext {
  /** What the actual side's `ref`s point to. */
  readonly types: Definitions;
  /** Reasons that name a type of a package -> the package. */
  readonly packages?: ReadonlyMap<string, string>;
}

/**
 * - `kept`: all that this rule looks at was compared and fits.
 * - `broken`: at least one error.
 * - `absent`: no code, and no gap that could hide it.
 * - `open`: it could not be fully seen; `unknown` says why.
 * - `silent`: the rule has nothing to say of this subject.
 */
export type Outcome = 'kept' | 'broken' | 'absent' | 'open' | 'silent';

export interface Verdict {
  readonly outcome: Outcome;
  /** How many promised fields were compared. A body that is no object counts as one. */
  readonly compared: number;
  /** Of these promised fields the type alone was compared: values are promised, and those of the code are not known. */
  readonly byType?: readonly string[];
  /** Promised fields (or bodies) that could not be compared, and why; `first`: of several reasons the one that counts. */
  readonly unknown: readonly {
    readonly field: string;
    readonly why: string;
    readonly reason?: OpenReason;
    readonly first?: string;
  }[];
  readonly violations: readonly Violation[];
  /** What else a reader should know, and what is no violation: another status, ... */
  readonly notes?: readonly string[];
}

/** What is said of a rule wherever rules are listed; its page in this folder says the rest. */
export interface DescribedRule {
  readonly id: string;
  readonly title: string;
  /** The problems it can find and how grave each is unless configured otherwise. */
  readonly problems: Readonly<Partial<Record<Problem, Severity>>>;
}

/** What all rules have; a rule is pure and called once for every subject; a crash concerns that subject alone. */
interface RuleParts extends DescribedRule {
  /** What it has to say of something that is not promised at all. */
  readonly unpromised?: (found: Unpromised) => readonly Violation[];
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

/** One way of holding code against contracts. */
export type Rule = EndpointRule | EventRule | ModelRule;
