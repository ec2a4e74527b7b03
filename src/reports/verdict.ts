import type { Analysis } from '../rules/judge.js';
import type { Problem } from '../rules/rule.js';

/**
 * Why a run is incomplete, one sentence each: what crashed, and every contract of which nothing at all could be compared.
 * A contract that promises nothing is complete.
 */
export function incompleteness(analysis: Pick<Analysis, 'crashes' | 'matrix' | 'validation'>): readonly string[] {
  const contracts = [...new Set(analysis.matrix.map((row) => row.contract))];
  const seen = new Set(
    analysis.matrix
      .filter((row) => row.status !== 'unverified' || row.compared > 0 || row.excused === true)
      .map((row) => row.contract),
  );
  // What a running service showed was compared, if not with code.
  const tested = (analysis.validation?.live?.endpoints ?? []).filter(({ outcome }) => outcome !== 'untested');
  for (const { contract } of tested) seen.add(contract);
  const blind = contracts.filter((contract) => !seen.has(contract));
  return [...analysis.crashes, ...blind.map((contract) => `Not one promise of ${contract} could be compared with code.`)];
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What the subjects are called: endpoints, as long as there are no others. */
export function subjectNoun(analysis: Pick<Analysis, 'matrix'>): string {
  return analysis.matrix.every((row) => row.kind === 'endpoint') ? 'endpoint' : 'subject';
}

export type Mood = 'good' | 'bad' | 'incomplete' | 'open';

/** The outcome in one sentence, and how good it is. */
export function verdict(analysis: Analysis): { readonly mood: Mood; readonly sentence: string } {
  const { summary } = analysis;
  const noun = subjectNoun(analysis);
  const wrong = summary.violated + summary.missing;
  const paid = analysis.baseline?.paid.length ?? 0;
  if (paid > 0 && summary.errors === 0) {
    return {
      mood: 'bad',
      sentence: `The baseline still lists ${counted(paid, 'finding')} that ${paid === 1 ? 'is' : 'are'} mended.`,
    };
  }
  const isPartial = analysis.baseline !== undefined || analysis.scope !== undefined;
  if (wrong > 0 && isPartial && summary.errors === 0 && incompleteness(analysis).length === 0) {
    const were = `${wrong} of ${counted(summary.subjects, noun)}`;
    return {
      mood: 'open',
      sentence: `No error is reported; ${were} ${wrong === 1 ? 'is' : 'are'} broken by what is known or elsewhere.`,
    };
  }
  if (wrong > 0) {
    const open = incompleteness(analysis).length > 0 ? ', and the run is incomplete' : '';
    return {
      mood: 'bad',
      sentence: `Broken: ${wrong} of ${counted(summary.subjects, noun)} ${wrong === 1 ? 'does' : 'do'} not keep what is promised${open}.`,
    };
  }
  if (summary.errors > 0) return { mood: 'bad', sentence: `Broken: ${findingCounts(analysis)}.` };
  if (incompleteness(analysis).length > 0) return { mood: 'incomplete', sentence: 'Incomplete: this run proves nothing.' };
  if (summary.subjects === 0) return { mood: 'open', sentence: 'The contracts promise nothing.' };
  if (summary.unverified > 0) {
    return {
      mood: 'open',
      sentence: `Nothing broken was found; ${counted(summary.unverified, noun)} could not be fully compared.`,
    };
  }
  return {
    mood: 'good',
    sentence: `Kept: ${summary.subjects === 1 ? `the one ${noun} keeps` : `all ${summary.subjects} ${noun}s keep`} what is promised.`,
  };
}

/** `4 verified, 3 violated, 1 missing, 2 unverified`: zeros only of `verified`. */
export function statusCounts(analysis: Pick<Analysis, 'summary'>): string {
  const { verified, violated, missing, unverified } = analysis.summary;
  const others = Object.entries({ violated, missing, unverified }).filter(([, count]) => count > 0);
  return [`${verified} verified`, ...others.map(([status, count]) => `${count} ${status}`)].join(', ');
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

/** `57 % compliant (4 of 7 decided; 2 unverified not counted)`. */
export function compliance(analysis: Pick<Analysis, 'summary'>): string {
  const { complianceRatio, subjects, unverified, verified } = analysis.summary;
  const open = unverified > 0 ? `; ${unverified} unverified not counted` : '';
  if (complianceRatio === null) return `compliance unknown (nothing decided${open})`;
  return `${percent(complianceRatio)} compliant (${verified} of ${subjects - unverified} decided${open})`;
}

/** A ratio in whole percent; 100 only for all, 0 only for none. */
export function percent(ratio: number): string {
  const rounded = Math.round(ratio * 100);
  const honest = rounded === 100 && ratio < 1 ? 99 : rounded === 0 && ratio > 0 ? 1 : rounded;
  return `${honest} %`;
}

/** What is to be mended where validation alone found something. */
const MENDED: Partial<Record<Problem, string>> = {
  document: 'the contract',
  unclear: 'the contract',
  marked: 'the code',
  response: 'the service, or the contract where that is wrong',
};

/** What a reader should do next, one sentence each, the most pressing first. */
export function nextSteps(analysis: Analysis): readonly string[] {
  const { summary, violations, matrix } = analysis;
  const steps: string[] = [];
  if ((analysis.baseline?.paid.length ?? 0) > 0) {
    steps.push('Take out of the baseline what is mended: `tallystick scan --update-baseline` writes it anew.');
  }
  const ofCode = violations.find(({ check }) => !check.startsWith('VALIDATE-'));
  const [first] = ofCode === undefined ? violations : [ofCode];
  if (first !== undefined) {
    const what = first === ofCode ? 'the code, or the contract where that is wrong' : MENDED[first.problem];
    steps.push(`Mend ${what ?? 'what the findings name'}; \`tallystick explain ${first.check}\` says what the rule asks for.`);
  }
  const called = (analysis.validation?.live?.endpoints ?? []).filter(({ status }) => status !== undefined);
  if (called.length > 1 && called.every(({ status }) => status === 404)) {
    steps.push('Every endpoint answered 404: name the path below which the service has them in --base-url.');
  }
  if (violations.some((violation) => violation.problem === 'base-path')) {
    steps.push("State the base path: in the contract's servers, with --base-path, or as base_path in .tallystick.yml.");
  }
  if (matrix.some(({ kind }) => kind === 'endpoint') && analysis.routes.length === 0) {
    steps.push('No route was found: scan the folder that holds the service, or see in the README which frameworks are read.');
  } else if (summary.unverified > 0) {
    steps.push('Unverified is neither kept nor broken: declare the types that the reasons above name.');
  }
  return steps;
}
