import type { Contract } from '../contracts/contract.js';
import type { TextOverrides } from '../contracts/text-overrides.js';
import type { Definitions } from '../model/shape.js';
import { UserError } from '../model/user-error.js';
import { type Analysis, SEVERITIES } from '../rules/judge.js';
import type { Pairing, Severity, Violation } from '../rules/rule.js';
import { additions } from './additions.js';
import type { Documents } from './documents.js';
import { planned } from './plan.js';
import { withoutBrackets } from './sent.js';
import { type Edit, edited } from './text-edits.js';
import type { FileEdit, Proposal, Way } from './ways.js';

/** What a comparison of the code with contracts gives. */
export interface Judgement {
  readonly analysis: Analysis;
  readonly contracts: readonly Contract[];
  readonly pairings: readonly Pairing[];
  readonly types: Definitions;
  readonly basePaths: ReadonlyMap<string, string | null>;
}

/** What fixing asks of the outside. */
export interface Workshop {
  /** Compares the code with contracts of which some have other texts. @throws UserError for a broken contract */
  readonly judge: (texts: TextOverrides) => Promise<Judgement>;
  readonly documents: (texts: TextOverrides) => Documents;
  /** The text of a file that may be written; a sentence: why it may not. */
  readonly text: (file: string) => { readonly text: string } | { readonly why: string };
}

export interface Wish {
  /** Which findings are to go. */
  readonly wanted: (violation: Violation) => boolean;
  /** Operations that the code serves and no contract mentions: which of them are added; absent: none. */
  readonly added?: ((subject: string) => boolean) | undefined;
}

/** One change that was made, or one that was not. */
export interface Fixed {
  readonly findings: readonly Violation[];
  readonly subjects: readonly string[];
  readonly says: string;
}
export interface Left {
  readonly findings: readonly Violation[];
  readonly subjects: readonly string[];
  readonly why: string;
}

export interface FixResult {
  /** File -> its new text. */
  readonly texts: TextOverrides;
  readonly fixed: readonly Fixed[];
  readonly left: readonly Left[];
  readonly before: Analysis;
  readonly after: Analysis;
}

/** Comparisons with edited contracts in one run; what is not tried by then is left. */
const MAX_TRIALS = 150;
const MAX_PASSES = 6;
const MAX_PROPOSALS = 2_000;

/** A proposal on its way: which of its ways comes next. */
interface Attempt {
  readonly key: string;
  readonly proposal: Proposal;
  readonly way: Way;
}

/**
 * Changes contracts so that they say what the code does. Edits are tried together, and in halves where that makes new findings, so
 * that an edit which does stands alone in the end: it is taken back. What one pass settles may let the next one see more.
 */
export async function fixContracts(workshop: Workshop, wish: Wish): Promise<FixResult> {
  return new Run(workshop, wish).result();
}

class Run {
  readonly #workshop: Workshop;
  readonly #wish: Wish;
  #texts: Map<string, string> = new Map();
  #trials = 0;
  readonly #fixed: Fixed[] = [];
  /** Ways that were tried in vain, and why. */
  readonly #refused = new Map<string, string>();

  constructor(workshop: Workshop, wish: Wish) {
    this.#workshop = workshop;
    this.#wish = wish;
  }

  async result(): Promise<FixResult> {
    const first = await this.#workshop.judge(new Map());
    let now = first;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const attempts = this.#attempts(now);
      const next = attempts.length === 0 ? undefined : await this.#settle(attempts, now);
      if (next === undefined) break;
      now = next;
    }
    return { texts: this.#texts, fixed: this.#fixed, left: this.#left(now), before: first.analysis, after: now.analysis };
  }

  #proposals({ analysis, pairings, types, basePaths, contracts }: Judgement): readonly Proposal[] {
    const documents = this.#workshop.documents(this.#texts);
    const violations = analysis.violations.filter(this.#wish.wanted);
    const found = planned({ violations, pairings, types, basePaths }, documents);
    const { added } = this.#wish;
    if (added === undefined) return found;
    const possible = additions({ contracts, routes: analysis.routes, types, basePaths }, documents);
    const own = possible.filter(({ subject }) => added(subject));
    return [...found, ...own.map(({ way, subject }) => ({ findings: [], ways: [way], subject }))];
  }

  /** The next way of each proposal, but one of those that change the same place. */
  #attempts(now: Judgement): readonly Attempt[] {
    const taken = new Set<string>();
    const attempts: Attempt[] = [];
    for (const proposal of this.#proposals(now).slice(0, MAX_PROPOSALS)) {
      const way = proposal.ways.find((one) => !this.#refused.has(keyOf(proposal, one)));
      if (way === undefined) continue;
      const places = way.edits.map(placeOf);
      if (places.some((place) => taken.has(place))) continue;
      for (const place of places) taken.add(place);
      attempts.push({ key: keyOf(proposal, way), proposal, way });
    }
    return attempts;
  }

  /** Tries attempts together, then in halves. The judgement of all that was taken; undefined: nothing was tried with success or in vain. */
  async #settle(attempts: readonly Attempt[], before: Judgement): Promise<Judgement | undefined> {
    let now = before;
    const groups: (readonly Attempt[])[] = [attempts];
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      if (this.#trials >= MAX_TRIALS) {
        for (const { key } of group) this.#refused.set(key, 'there was no time left to try it');
        continue;
      }
      const tried = await this.#try(group, now);
      if ('judgement' in tried) {
        now = tried.judgement;
        this.#texts = tried.texts;
        for (const { proposal, way } of group) {
          this.#fixed.push({ findings: proposal.findings, subjects: subjectsOf(proposal), says: way.says });
        }
        continue;
      }
      const [only] = group;
      if (group.length === 1 && only !== undefined) this.#refused.set(only.key, tried.why);
      else groups.unshift(...split(group, tried.blamed));
    }
    return now;
  }

  async #try(
    group: readonly Attempt[],
    before: Judgement,
  ): Promise<{ readonly judgement: Judgement; readonly texts: Map<string, string> } | Worse> {
    const texts = this.#written(group.flatMap(({ way }) => way.edits));
    if ('why' in texts) return { ...texts, blamed: () => false };
    this.#trials += 1;
    try {
      const judgement = await this.#workshop.judge(texts.texts);
      const worse = worsened(before.analysis, judgement.analysis) ?? brokenPart(before, judgement) ?? unmoved(group, judgement);
      return worse ?? { judgement, texts: texts.texts };
    } catch (error) {
      if (error instanceof UserError) return { why: `the contract would be broken: ${error.message}`, blamed: () => false };
      throw error;
    }
  }

  #written(edits: readonly FileEdit[]): { readonly texts: Map<string, string> } | { readonly why: string } {
    const texts = new Map(this.#texts);
    const byFile = new Map<string, Map<string, Edit>>();
    // Several edits may need the same component.
    for (const { file, edit } of edits) byFile.set(file, (byFile.get(file) ?? new Map()).set(JSON.stringify(edit), edit));
    for (const [file, own] of byFile) {
      const known = texts.get(file);
      const now = known === undefined ? this.#workshop.text(file) : { text: known };
      if ('why' in now) return now;
      const text = edited(now.text, [...own.values()]);
      if (text === undefined) return { why: `${file} cannot be edited there without changing other places` };
      texts.set(file, text);
    }
    return { texts };
  }

  #left(now: Judgement): readonly Left[] {
    return this.#proposals(now).map((proposal) => {
      const reasons = proposal.ways.flatMap((way) => this.#refused.get(keyOf(proposal, way)) ?? []);
      const why = [...new Set([...reasons, ...(proposal.why === undefined ? [] : [proposal.why])])].join('; ');
      return { findings: proposal.findings, subjects: subjectsOf(proposal), why: why === '' ? 'it was not tried' : why };
    });
  }
}

const keyOf = ({ findings }: Proposal, way: Way): string =>
  JSON.stringify([findings.map(({ fingerprint }) => fingerprint).sort(), way.edits]);

const subjectsOf = ({ findings, subject }: Proposal): readonly string[] =>
  subject === undefined ? [...new Set(findings.map((one) => one.subject))] : [subject];

/** Words whose edits change the whole schema that has them. */
const SCHEMA_WORDS = new Set(['nullable', 'x-nullable', 'type', 'enum', 'format', 'anyOf', 'writeOnly']);

/** What an edit changes, by the schema or the operation that it stands in: a name in `required` belongs to its property. */
function placeOf({ file, edit }: FileEdit): string {
  const { path } = edit;
  const last = String(path.at(-1));
  const inList = edit.do === 'add' || edit.do === 'remove';
  const own =
    inList && last === 'required'
      ? [...path.slice(0, -1), 'properties', edit.value]
      : SCHEMA_WORDS.has(last)
        ? path.slice(0, -1)
        : path;
  return JSON.stringify([file, own]);
}

const rank = (severity: Severity): number => SEVERITIES.length - SEVERITIES.indexOf(severity);

/** The gravest severity of each finding, and how often it stands there. */
function counted(violations: readonly Violation[]): ReadonlyMap<string, { readonly grave: number; readonly count: number }> {
  const counts = new Map<string, { grave: number; count: number }>();
  for (const { fingerprint, severity } of violations) {
    const known = counts.get(fingerprint) ?? { grave: 0, count: 0 };
    counts.set(fingerprint, { grave: Math.max(known.grave, rank(severity)), count: known.count + 1 });
  }
  return counts;
}

/** Why edits are taken back, and which of them may be the reason. */
interface Worse {
  readonly why: string;
  readonly blamed: (attempt: Pick<Attempt, 'proposal'>) => boolean;
}

/** What is blamed apart from the rest; halves where that tells nothing apart. */
function split(group: readonly Attempt[], blamed: Worse['blamed']): readonly (readonly Attempt[])[] {
  const suspects = group.filter(blamed);
  const half = Math.ceil(group.length / 2);
  if (suspects.length === 0 || suspects.length === group.length) return [group.slice(0, half), group.slice(half)];
  return [group.filter((attempt) => !suspects.includes(attempt)), suspects];
}

/** The name at the end of a place. */
const lastName = (field = ''): string => {
  const name = withoutBrackets(field);
  return name.slice(name.lastIndexOf('.') + 1);
};

/** What a change made worse: a new finding, a graver one, an operation that was verified and is not any more. */
export function worsened(before: Analysis, after: Analysis): Worse | undefined {
  const known = counted(before.violations);
  const seen = new Map<string, number>();
  const news = after.violations.filter(({ fingerprint, severity }) => {
    const old = known.get(fingerprint);
    const count = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, count);
    return old === undefined || count > old.count || rank(severity) > old.grave;
  });
  const [first] = news;
  if (first !== undefined) {
    const fields = new Set(news.map(({ field }) => lastName(field)));
    const blamed: Worse['blamed'] = ({ proposal }) =>
      proposal.findings.some((one) => one.field === undefined || fields.has(lastName(one.field)) || one.problem === 'type');
    return { why: `it would make a new finding: ${first.subject}: ${first.message.replace(/\.$/, '')}`, blamed };
  }
  const statuses = new Map(after.matrix.map(({ contract, subject, status }) => [`${contract} ${subject}`, status]));
  const lost = before.matrix.find(
    ({ contract, subject, status }) => status === 'verified' && statuses.get(`${contract} ${subject}`) !== 'verified',
  );
  return lost === undefined ? undefined : { why: `${lost.subject} would not be verified any more`, blamed: () => false };
}

/** A part of a contract that is not understood any more. */
function brokenPart(before: Judgement, after: Judgement): Worse | undefined {
  const gaps = ({ contracts }: Judgement): number => contracts.reduce((sum, contract) => sum + contract.gaps.length, 0);
  const broken = ({ contracts }: Judgement): readonly string[] =>
    contracts.flatMap(({ operations }) => operations.flatMap((one) => one.broken ?? []));
  const blamed = () => false;
  if (gaps(after) > gaps(before) || broken(after).length > broken(before).length)
    return { why: 'a part of the contract would not be understood any more', blamed };
  return after.contracts.length < before.contracts.length ? { why: 'nothing would be left of a contract', blamed } : undefined;
}

/** An edit that leaves its findings as they are is none. */
function unmoved(group: readonly Attempt[], after: Judgement): Worse | undefined {
  const left = counted(after.analysis.violations);
  const blamed: Worse['blamed'] = ({ proposal: { findings } }) =>
    findings.length > 0 && findings.every(({ fingerprint, severity }) => (left.get(fingerprint)?.grave ?? -1) >= rank(severity));
  return group.some(blamed) ? { why: 'the finding would stay', blamed } : undefined;
}
