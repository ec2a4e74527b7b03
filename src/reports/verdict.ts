import type { Analysis, Summary } from '../rules/judge.js';
import type { Problem } from '../rules/rule.js';
import { cureOf } from './causes.js';

/**
 * Why a run is incomplete, one sentence each: what crashed, and each contract of which nothing could be compared, or no field
 * although it describes bodies.
 */
export function incompleteness(analysis: Completed): readonly string[] {
  return [...analysis.crashes, ...blindContracts(analysis)];
}

function blindContracts(analysis: Completed): readonly string[] {
  const others = new Set(analysis.leftOut?.map(({ file }) => file));
  const contracts = [...new Set(analysis.matrix.map((row) => row.contract))].filter((contract) => !others.has(contract));
  // Responses of a running service were compared, too.
  const live = (analysis.validation?.live?.endpoints ?? []).filter(({ outcome }) => outcome !== 'untested');
  const compared = new Set([...analysis.matrix.filter(isCompared), ...live].map(({ contract }) => contract));
  const routed = new Set(analysis.matrix.filter(({ byRoute }) => byRoute === true).map(({ contract }) => contract));
  const bodied = new Set(analysis.contracts.flatMap(({ id, bodies = 0 }) => (bodies > 0 ? [id] : [])));
  return contracts.flatMap((contract) => {
    if (compared.has(contract)) return [];
    if (!routed.has(contract)) return [`Nothing in ${contract} could be compared with code.`];
    return bodied.has(contract) ? [`${contract} has JSON bodies, but no field of them could be compared.`] : [];
  });
}

/** Whether no contract could be compared, or only some of them could not. */
function incompleteSentence(analysis: Completed): string {
  const all = new Set(analysis.matrix.map(({ contract }) => contract)).size;
  const blind = blindContracts(analysis).length;
  return analysis.crashes.length > 0 || blind === all
    ? 'Incomplete: this run proves nothing.'
    : `Incomplete: ${blind} of ${all} contracts could not be compared.`;
}

/** What determines whether a run is complete. */
export type Completed = Pick<Analysis, 'crashes' | 'matrix' | 'contracts' | 'validation' | 'leftOut'>;

/** Whether a row says more than that a route exists. */
function isCompared({ status, compared, excused }: Analysis['matrix'][number]): boolean {
  return compared > 0 || status === 'violated' || status === 'missing' || excused === true;
}

/** Why a run fails because it decided less than required, in a sentence; undefined: it decided enough, or there is no minimum. */
export function shortfall({ matrix, minDecided }: Pick<Analysis, 'matrix' | 'minDecided'>): string | undefined {
  const decided = matrix.filter(({ status, excused }) => status !== 'unverified' || excused === true).length;
  if (minDecided === undefined || matrix.length === 0 || decided >= minDecided * matrix.length) return undefined;
  const share = percent(decided / matrix.length);
  return `Too little is decided: ${decided} of ${counted(matrix.length, 'subject')} (${share}), where at least ${percent(minDecided)} is required.`;
}

/** How many resolved entries fail the run, because the baseline is strict. */
export function failingEntries({ baseline }: Pick<Analysis, 'baseline'>): number {
  return baseline?.strict === true ? baseline.resolved.length : 0;
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The noun for subjects: `endpoint` if there are no other kinds. */
export function subjectNoun(analysis: Pick<Analysis, 'matrix'>): string {
  return analysis.matrix.every((row) => row.kind === 'endpoint') ? 'endpoint' : 'subject';
}

export type Mood = 'good' | 'bad' | 'incomplete' | 'open';

/** How many subjects have a reported error; contracts and services are no subjects. */
function brokenBy({ violations, matrix }: Pick<Analysis, 'violations' | 'matrix'>): number {
  const errors = violations.filter(({ severity }) => severity === 'error');
  const broken = new Set(errors.map(({ contract, subject }) => JSON.stringify([contract, subject])));
  return matrix.filter(({ contract, subject }) => broken.has(JSON.stringify([contract, subject]))).length;
}

/** The violations that the baseline does not cover; undefined: there is no baseline, or it covers all. */
function newlyBroken(analysis: Analysis): string | undefined {
  const newly = analysis.baseline === undefined ? 0 : brokenBy(analysis);
  if (newly === 0) return undefined;
  const { subjects, violated, missing } = analysis.summary;
  const wrong = violated + missing;
  const have = newly === 1 ? 'has' : 'have';
  const all = wrong > newly ? `; including its entries, ${wrong} are broken` : '';
  const open = incompleteness(analysis).length > 0 ? ', and the run is incomplete' : '';
  return `Broken: ${newly} of ${counted(subjects, subjectNoun(analysis))} ${have} errors that the baseline does not list${all}${open}.`;
}

/** The outcome in one sentence, and its mood. */
export function verdict(analysis: Analysis): { readonly mood: Mood; readonly sentence: string } {
  const { summary } = analysis;
  const noun = subjectNoun(analysis);
  const wrong = summary.violated + summary.missing;
  const resolved = failingEntries(analysis);
  if (resolved > 0 && summary.errors === 0) {
    return {
      mood: 'bad',
      sentence: `The strict baseline still lists ${counted(resolved, 'finding')} that ${resolved === 1 ? 'is' : 'are'} resolved.`,
    };
  }
  const isPartial = analysis.baseline !== undefined || analysis.scope !== undefined;
  if (
    wrong > 0 &&
    isPartial &&
    summary.errors === 0 &&
    shortfall(analysis) === undefined &&
    incompleteness(analysis).length === 0
  ) {
    const were = `${wrong} of ${counted(summary.subjects, noun)} ${wrong === 1 ? 'is' : 'are'}`;
    const places = [...(analysis.baseline ? ['in the baseline'] : []), ...(analysis.scope ? ['outside the change'] : [])];
    return { mood: 'open', sentence: `No error is reported; ${were} broken by findings ${places.join(' or ')}.` };
  }
  const newly = newlyBroken(analysis);
  if (newly !== undefined) return { mood: 'bad', sentence: newly };
  if (wrong > 0) {
    const open = incompleteness(analysis).length > 0 ? ', and the run is incomplete' : '';
    return {
      mood: 'bad',
      sentence: `Broken: ${wrong} of ${counted(summary.subjects, noun)} ${wrong === 1 ? 'does' : 'do'} not match the contract${open}.`,
    };
  }
  if (summary.errors > 0) return { mood: 'bad', sentence: `Broken: ${findingCounts(analysis)}.` };
  if (incompleteness(analysis).length > 0) return { mood: 'incomplete', sentence: incompleteSentence(analysis) };
  if (shortfall(analysis) !== undefined) return { mood: 'bad', sentence: 'Too little was decided to pass.' };
  if (summary.subjects === 0) return { mood: 'open', sentence: 'The contracts have nothing to compare.' };
  const unverified = counted(summary.unverified, noun);
  if (summary.unverified > 0)
    return { mood: 'open', sentence: `Nothing broken was found; ${unverified} could not be fully compared.` };
  const all = `${summary.subjects === 1 ? `the one ${noun} matches` : `all ${summary.subjects} ${noun}s match`} the contract`;
  const isBare = summary.verifiedByRoute === summary.verified;
  return {
    mood: 'good',
    sentence: `Passed: ${all}${isBare ? ', by route alone because the contract describes no body' : ''}.`,
  };
}

/** `4 verified, 2 of them by route alone, 3 violated, 1 missing, 2 unverified`: of the zeros only that of `verified`. */
export function statusCounts({ summary }: Pick<Analysis, 'summary'>): string {
  const { violated, missing, unverified } = summary;
  const others = Object.entries({ violated, missing, unverified }).filter(([, count]) => count > 0);
  return [verifiedCount(summary), ...others.map(([status, count]) => `${count} ${status}`)].join(', ');
}

/** `4 verified, 2 of them by route alone, 3 by a path with an unknown start`. */
export function verifiedCount({
  verified,
  verifiedByRoute,
  startUnknown = 0,
}: Pick<Summary, 'verified' | 'verifiedByRoute' | 'startUnknown'>): string {
  const counts = [
    { count: verifiedByRoute, how: 'by route alone' },
    { count: startUnknown, how: 'by a path with an unknown start' },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return `${verified} verified`;
  if (verified === 1) return `1 verified ${counts.map(({ how }) => how).join(', ')}`;
  const [first, ...others] = counts.map(({ count, how }) => ({ many: count < verified ? String(count) : 'all', how }));
  return [
    `${verified} verified`,
    `${first?.many} of them ${first?.how}`,
    ...others.map(({ many, how }) => `${many} ${how}`),
  ].join(', ');
}

/** `12 fields compared, 3 of them by type alone, 1 unknown`. */
export function fieldCounts({ summary }: Pick<Analysis, 'summary'>): string {
  const { fieldsCompared, fieldsByType = 0, fieldsUnknown } = summary;
  const byType = fieldsByType > 0 ? `, ${fieldsByType} of them by type alone` : '';
  return `${counted(fieldsCompared, 'field')} compared${byType}${fieldsUnknown > 0 ? `, ${fieldsUnknown} unknown` : ''}`;
}

/** `3 errors, 1 warning`, or `no findings`. */
export function findingCounts(analysis: Pick<Analysis, 'summary'>): string {
  const { errors, warnings, notes } = analysis.summary;
  const parts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [notes, 'note'],
  ] as const;
  const found = parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  return found.length === 0 ? 'no findings' : found.join(', ');
}

/** `57 % compliant (4 of 7 decided; 2 unverified not counted)`, or why a percentage would be meaningless. */
export function compliance({ summary }: Pick<Analysis, 'summary'>): string {
  const { complianceRatio, subjects, unverified, verified } = summary;
  const decided = subjects - unverified;
  const open = unverified > 0 ? `; ${unverified} unverified not counted` : '';
  if (complianceRatio === null) return `compliance unknown (nothing decided${open})`;
  const share = headlineRatio(summary);
  if (share !== undefined) return `${percent(share)} compliant (${verified} of ${decided} decided${open})`;
  return `${decided} of ${subjects} decided, ${isMostly(summary) ? 'and no field of these was compared' : 'too few for a percentage'}`;
}

/** Counts that a percentage may be computed from. */
export type Counts = Pick<Summary, 'subjects' | 'verified' | 'unverified' | 'complianceRatio'> & {
  readonly verifiedByRoute?: number | undefined;
};

/**
 * The ratio for a headline; undefined if it says too little: less than half of the subjects are decided, or only routes verify
 * the verified ones.
 */
export function headlineRatio(counts: Counts): number | undefined {
  const { verified, verifiedByRoute = 0, complianceRatio } = counts;
  const isBare = verified > 0 && verifiedByRoute === verified;
  return complianceRatio === null || isBare || !isMostly(counts) ? undefined : complianceRatio;
}

const isMostly = ({ subjects, unverified }: Counts): boolean => (subjects - unverified) * 2 >= subjects;

/** The headline for a result: a percentage, else how much was decided. */
export function headlineText(counts: Counts): string {
  const ratio = headlineRatio(counts);
  if (ratio !== undefined) return percent(ratio);
  const { subjects, unverified } = counts;
  return counts.complianceRatio === null ? 'unknown' : `${subjects - unverified} of ${subjects} decided`;
}

/** A ratio in whole percent; 100 only for all, 0 only for none. */
export function percent(ratio: number): string {
  const rounded = Math.round(ratio * 100);
  const honest = rounded === 100 && ratio < 1 ? 99 : rounded === 0 && ratio > 0 ? 1 : rounded;
  return `${honest} %`;
}

/** What to fix if only validation has findings. */
const FIXED: Partial<Record<Problem, string>> = {
  document: 'the contract',
  unclear: 'the contract',
  marked: 'the code',
  response: 'the service, or the contract where that is wrong',
};

function baselineSteps({ baseline }: Pick<Analysis, 'baseline'>): readonly string[] {
  if (baseline?.commands === undefined) return [];
  const { resolved, known, commands } = baseline;
  return [
    ...(resolved.length > 0 ? [`Remove the resolved entries from the baseline: \`${commands.update}\` rewrites it.`] : []),
    ...(known.length > 0 ? [`\`${commands.all}\` also reports the findings in the baseline.`] : []),
  ];
}

/** What a reader should do next, one sentence each, the most urgent first. */
export function nextSteps(analysis: Analysis, eachSaysItsFix = false): readonly string[] {
  const { summary, violations, matrix } = analysis;
  const steps: string[] = [];
  steps.push(...baselineSteps(analysis));
  // A note requires no action.
  const findings = violations.filter(({ severity }) => severity !== 'note');
  const ofCode = findings.find(({ check }) => !check.startsWith('VALIDATE-'));
  const [first] = ofCode === undefined ? findings : [ofCode];
  if (first !== undefined && !eachSaysItsFix) {
    const what = first === ofCode ? 'the code, or the contract where that is wrong' : FIXED[first.problem];
    steps.push(`Fix ${what ?? 'what the findings name'}; \`tallystick explain ${first.check}\` explains the rule.`);
  }
  const called = (analysis.validation?.live?.endpoints ?? []).filter(({ status }) => status !== undefined);
  if (called.length > 1 && called.every(({ status }) => status === 404)) {
    steps.push('Every endpoint answered 404. Add the base path of the service to --base-url.');
  }
  if (violations.some((violation) => violation.problem === 'base-path')) {
    steps.push("State the base path: in the contract's servers, with --base-path, or as base_path in .tallystick.yml.");
  }
  const isRouteless = matrix.some(({ kind }) => kind === 'endpoint') && analysis.routes.length === 0;
  // A framework that is recognised but not supported is a better explanation than that no route was found.
  if (isRouteless && analysis.gaps.every(({ reason }) => reason !== 'unsupported-framework')) {
    steps.push(
      'No route was found. Scan the folder of the service, or see docs/reference/supported.md for the supported frameworks.',
    );
  } else if (summary.unverified > 0) {
    steps.push(cureOf(matrix));
  }
  return steps;
}
