import type { TextOverrides } from '../contracts/text-overrides.js';
import { append } from '../model/multi-map.js';
import { UserError } from '../model/user-error.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { additions } from './additions.js';
import {
  brokenParts,
  type Complaint,
  type Judgement,
  split,
  subjectKey,
  suspects,
  type Tried,
  unmoved,
  worsened,
} from './complaints.js';
import { containers, type Documents } from './documents.js';
import type { Edit, FileEdit } from './edits.js';
import { exampleEdits } from './examples.js';
import { isBelow } from './own-schemas.js';
import { planned } from './plan.js';
import { edited } from './text-edits.js';
import { holding } from './trials.js';
import { unusedEdits } from './unused.js';
import type { Proposal, Way } from './ways.js';

/** The environment of a fix run. */
export interface Workshop {
  /** Compares the code with contracts of which some have other texts. @throws UserError for a broken contract */
  readonly judge: (texts: TextOverrides) => Promise<Judgement>;
  readonly documents: (texts: TextOverrides) => Documents;
  /**
   * Compares the code with the current content of documents, for some subjects; `known` is the result before the documents
   * changed.
   */
  readonly judgeAgain: (documents: Documents, known: Judgement, isJudged: (key: string) => boolean) => Promise<Judgement>;
  /** The text of a file that may be written, or the reason why it may not. */
  readonly text: (file: string) => { readonly text: string } | { readonly why: string };
  /** References into a file from files of the repository that were not read: `/components/schemas/Book`. */
  readonly referredFromElsewhere: (file: string, read: ReadonlySet<string>) => readonly string[];
}

export interface Wish {
  /** Which findings to remove. */
  readonly requested: (violation: Violation) => boolean;
  /** Which operations to add that the code serves and no contract mentions; absent: none. */
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

/** Limits for one run: comparisons with edited contracts; what is not tried by then stays. */
const MAX_TRIALS = 150;
const MAX_PASSES = 6;
const MAX_PROPOSALS = 2_000;

/** A proposal in progress, with its next alternative. */
interface Attempt extends Tried {
  readonly key: string;
  readonly proposal: Proposal;
  readonly way: Way;
}

/**
 * Changes contracts so that they describe the code. Edits are tried in memory, on the parsed documents and for the operations
 * that they touch. Those that succeed are written together and compared once more as a scan would read them. One pass may allow
 * the next one to compare more.
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
  /** Former names of fields -> their names now. */
  readonly #renamed = new Map<string, string>();
  /** Alternatives that failed, and why. */
  readonly #refused = new Map<string, string>();

  constructor(workshop: Workshop, wish: Wish) {
    this.#workshop = workshop;
    this.#wish = wish;
  }

  async result(): Promise<FixResult> {
    const first = await this.#workshop.judge(new Map());
    let now = first;
    let proposals: readonly Proposal[] = [];
    for (let pass = 0; pass <= MAX_PASSES; pass += 1) {
      const documents = this.#workshop.documents(this.#texts);
      proposals = this.#proposals(now, documents);
      const attempts = pass === MAX_PASSES ? [] : this.#attempts(proposals, now, documents);
      if (attempts.length === 0) break;
      now = await this.#settle(await this.#promising(attempts, now, documents), now);
    }
    now = await this.#settle(this.#leftovers(now), now);
    const left = this.#left(proposals);
    return { texts: this.#texts, fixed: this.#counted(first, now), left, before: first.analysis, after: now.analysis };
  }

  /** The changes, each with the findings of the first comparison that it removed for good. */
  #counted(first: Judgement, now: Judgement): readonly Fixed[] {
    const gone = new Set(first.analysis.violations.map((one) => one.fingerprint));
    for (const one of now.analysis.violations) gone.delete(one.fingerprint);
    const isGone = ({ fingerprint }: Violation): boolean => gone.delete(fingerprint);
    return this.#fixed.map((one) => ({ ...one, findings: one.findings.filter(isGone) }));
  }

  /** What changes left behind: schemas without references, examples that do not fit any more. */
  #leftovers({ contracts }: Judgement): readonly Attempt[] {
    if (this.#texts.size === 0) return [];
    const before = this.#workshop.documents(new Map());
    const now = this.#workshop.documents(this.#texts);
    const changed = contracts.filter(({ kind, id }) => kind === 'openapi' && this.#texts.has(id));
    return changed.flatMap(({ id }) => {
      const unused = unusedEdits(before, now, id, (read) => this.#workshop.referredFromElsewhere(id, read));
      const gone = unused.map(({ edit }) => edit.path);
      const examples = exampleEdits(before, now, id, this.#renamed).filter(
        ({ edit }) => !gone.some((path) => isBelow(path, edit.path)),
      );
      const names = gone.map((path) => `\`${String(path.at(-1))}\``).join(', ');
      const ways: readonly Way[] = [
        { edits: unused, says: `${names} ${gone.length === 1 ? 'is' : 'are'} gone: nothing refers there any more` },
        { edits: examples, says: 'examples follow their schemas' },
      ];
      return ways.flatMap((way) => {
        const proposal = { findings: [], ways: [way], subject: id };
        return way.edits.length === 0
          ? []
          : [{ ...{ key: keyOf(way), proposal, way, findings: [] }, touched: new Set<string>() }];
      });
    });
  }

  #proposals({ analysis, pairings, types, basePaths, contracts }: Judgement, documents: Documents): readonly Proposal[] {
    const violations = analysis.violations.filter(this.#wish.requested);
    const found = planned({ violations, pairings, types, basePaths }, documents);
    const { added } = this.#wish;
    if (added === undefined) return found;
    const possible = additions({ contracts, routes: analysis.routes, types, basePaths }, documents);
    const own = possible.filter(({ subject }) => added(subject));
    return [...found, ...own.map(({ way, subject }) => ({ findings: [], ways: [way], subject }))];
  }

  /** The next alternative of each proposal, without those that change the same place differently. */
  #attempts(proposals: readonly Proposal[], now: Judgement, documents: Documents): readonly Attempt[] {
    const taken = new Map<string, string>();
    const attempts: Attempt[] = [];
    const touchedBy = touching(now, documents);
    const next = proposals.slice(0, MAX_PROPOSALS).flatMap((proposal) => {
      const way = proposal.ways.find((one) => !this.#refused.has(keyOf(one)));
      return way === undefined ? [] : [{ proposal, way }];
    });
    for (const { proposal, way } of joined(next)) {
      const places = way.edits.map((one) => [placeOf(one), JSON.stringify(one)] as const);
      if (places.some(([place, edit]) => (taken.get(place) ?? edit) !== edit)) continue;
      for (const [place, edit] of places) taken.set(place, edit);
      const { findings } = proposal;
      attempts.push({
        ...{ key: keyOf(way), proposal, way, findings },
        touched: new Set([...findings.map(subjectKey), ...touchedBy(way.edits)]),
      });
    }
    return attempts;
  }

  /**
   * The attempts that succeed, tried in memory. Changes that decide which operations exist come first: all others are compared
   * with those.
   */
  async #promising(attempts: readonly Attempt[], before: Judgement, documents: Documents): Promise<readonly Attempt[]> {
    const stored = (isWide: boolean): Promise<readonly Attempt[]> =>
      holding(
        attempts.filter((one) => changesOperations(one) === isWide),
        {
          change: (group) => documents.change(editsOf(group)),
          refuse: ({ key }, why) => this.#refused.set(key, why),
          mayTry: () => this.#trials < MAX_TRIALS,
          complaints: async (tried) => {
            const keys = new Set(tried.flatMap(({ touched }) => [...touched]));
            const isJudged = isWide ? () => true : (key: string) => keys.has(key);
            return this.#complaints(tried, before, isJudged, () => this.#workshop.judgeAgain(documents, before, isJudged));
          },
        },
      );
    return [...(await stored(true)), ...(await stored(false))];
  }

  async #complaints(
    tried: readonly Attempt[],
    before: Judgement,
    isJudged: (key: string) => boolean,
    judge: () => Promise<Judgement>,
  ): Promise<readonly Complaint<Attempt>[]> {
    this.#trials += 1;
    try {
      const after = await judge();
      return [
        ...worsened(before.analysis, after.analysis, isJudged),
        ...brokenParts(before, after),
        ...unmoved(tried, after.analysis),
      ];
    } catch (error) {
      if (error instanceof UserError) return [{ why: `the contract would be broken: ${error.message}` }];
      throw error;
    }
  }

  /** Writes the attempts that succeeded: together, and in halves if the texts say something else than the documents did. */
  async #settle(attempts: readonly Attempt[], before: Judgement): Promise<Judgement> {
    let now = before;
    const groups: (readonly Attempt[])[] = attempts.length === 0 ? [] : [attempts];
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const tried = await this.#try(group, now);
      if ('judgement' in tried) {
        now = tried.judgement;
        this.#texts = tried.texts;
        for (const { proposal, way } of group) {
          this.#fixed.push({ findings: proposal.findings, subjects: subjectsOf(proposal), says: way.says });
          for (const { edit } of way.edits)
            if (edit.do === 'rename' && edit.path.at(-2) === 'properties') this.#renamed.set(String(edit.path.at(-1)), edit.to);
        }
        continue;
      }
      const [only] = group;
      if (group.length === 1 && only !== undefined) this.#refused.set(only.key, tried.why);
      else groups.unshift(...split(group, tried.suspected));
    }
    return now;
  }

  async #try(
    group: readonly Attempt[],
    before: Judgement,
  ): Promise<
    | { readonly judgement: Judgement; readonly texts: Map<string, string> }
    | { readonly why: string; readonly suspected: ReadonlySet<Attempt> }
  > {
    const suspected: ReadonlySet<Attempt> = new Set();
    if (this.#trials >= 2 * MAX_TRIALS) return { why: 'there was no time left to try it', suspected };
    const written = this.#written(editsOf(group));
    if ('why' in written) return { ...written, suspected };
    let judgement = before;
    const judge = async () => {
      judgement = await this.#workshop.judge(written.texts);
      return judgement;
    };
    const [first, ...others] = await this.#complaints(group, before, () => true, judge);
    if (first === undefined) return { judgement, texts: written.texts };
    return { why: first.why, suspected: new Set([first, ...others].flatMap((one) => suspects(one, group))) };
  }

  #written(edits: readonly FileEdit[]): { readonly texts: Map<string, string> } | { readonly why: string } {
    const texts = new Map(this.#texts);
    const byFile = new Map<string, Edit[]>();
    for (const { file, edit } of edits) append(byFile, file, edit);
    for (const [file, own] of byFile) {
      const known = texts.get(file);
      const now = known === undefined ? this.#workshop.text(file) : { text: known };
      if ('why' in now) return now;
      const text = edited(now.text, own);
      if (text === undefined) return { why: `${file} cannot be edited there without changing other places` };
      texts.set(file, text);
    }
    return { texts };
  }

  #left(proposals: readonly Proposal[]): readonly Left[] {
    return proposals.map((proposal) => {
      const reasons = proposal.ways.flatMap((way) => this.#refused.get(keyOf(way)) ?? []);
      const why = [...new Set([...reasons, ...(proposal.why === undefined ? [] : [proposal.why])])].join('; ');
      return { findings: proposal.findings, subjects: subjectsOf(proposal), why: why === '' ? 'it was not tried' : why };
    });
  }
}

const keyOf = ({ edits }: Way): string => JSON.stringify(edits);

const subjectsOf = ({ findings, subject }: Proposal): readonly string[] =>
  subject === undefined ? [...new Set(findings.map((one) => one.subject))] : [subject];

/** Keywords whose edits change the whole schema that has them. */
const SCHEMA_WORDS = new Set(['nullable', 'x-nullable', 'type', 'enum', 'format', 'anyOf', 'writeOnly']);

/** The schema or the operation that an edit changes: a name in `required` belongs to its property. */
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

/** Several alternatives may need the same component. */
const editsOf = (group: readonly Attempt[]): readonly FileEdit[] => [
  ...new Map(group.flatMap(({ way }) => way.edits).map((edit) => [JSON.stringify(edit), edit])).values(),
];

/** Proposals that ask for the same edits become one, whatever other alternatives they have. */
function joined(next: readonly { readonly proposal: Proposal; readonly way: Way }[]) {
  const byEdits = new Map<string, { proposal: Proposal; readonly way: Way }>();
  for (const one of next) {
    const key = JSON.stringify([one.proposal.subject, one.way.edits]);
    const known = byEdits.get(key);
    if (known === undefined) byEdits.set(key, { ...one });
    else known.proposal = { ...known.proposal, findings: [...known.proposal.findings, ...one.proposal.findings] };
  }
  return byEdits.values();
}

/** Whether a change decides which operations exist. */
const changesOperations = ({ proposal: { subject, findings } }: Attempt): boolean =>
  subject !== undefined || findings.some(({ problem }) => problem === 'endpoint-missing' || problem === 'wrong-method');

/** The subjects that edits may affect. */
function touching({ contracts, analysis }: Judgement, documents: Documents): (edits: readonly FileEdit[]) => readonly string[] {
  const paths = contracts.filter(({ kind }) => kind === 'openapi').map(({ id }) => id);
  return (edits) =>
    edits.flatMap(({ file, edit }) => {
      const changed = containers(documents.root(file)?.value, edit.path);
      const operations = paths.flatMap((contract) =>
        changed.flatMap((value) => documents.touching(contract, value).map((subject) => subjectKey({ contract, subject }))),
      );
      // In a document of events or models, an edit may affect all subjects.
      const whole = analysis.matrix.filter(({ contract }) => contract === file && !paths.includes(contract));
      return [...operations, ...whole.map(subjectKey)];
    });
}
