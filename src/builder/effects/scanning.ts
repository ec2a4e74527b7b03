import { join, relative } from 'node:path';
import { UserError } from '../../model/user-error.js';
import type { Analysis } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import type { Scanned } from '../../scan.js';
import { type Accountable, answeredFor, complianceReport, complianceVerdict } from '../compliance.js';
import type { EventOf } from '../event.js';
import { isBuilt } from '../milestone-state.js';
import { wavesOf } from '../plan/waves.js';
import type { Judged } from '../run.js';
import type { BuildState } from '../state.js';
import { changedContracts } from './contract-texts.js';
import { milestoneOf, type Site } from './site.js';

/** Compares the present code with its contracts. @throws UserError as scans do */
export async function scanned({ scan: request }: Pick<Site, 'scan'>): Promise<Scanned> {
  const { scanned: scan } = await import('../../scan.js');
  return scan(request);
}

/** The findings that a milestone must fix. */
export function accountableOf(site: Site, milestone: string, state: BuildState): Accountable {
  const rest = wavesOf(site.plan)
    .flatMap(({ milestones }) => milestones)
    .filter(({ id }) => id !== milestone && !isBuilt(state.milestones[id]));
  return {
    changed: new Set(state.milestones[milestone]?.files.map((file) => inRepository(site, file))),
    isLast: rest.length === 0,
    text: milestoneOf(site, milestone).text,
    ...{ known: site.known, suppressible: site.known },
  };
}

/** The scan after agents wrote code (WIRE-012 and WIRE-014). */
export async function contractsLooked(site: Site, milestone: string, state: BuildState): Promise<Judged> {
  try {
    const all = await scans(site);
    const [first] = all;
    if (first === undefined) throw new Error('a scan gives an analysis');
    const { analysis } = first;
    const accountable = accountableOf(site, milestone, state);
    const verdicts = all.map((each) => complianceVerdict(each, accountable));
    const gone = withdrawn(site, analysis);
    const reasons = [...new Set([...gone, ...verdicts.flatMap((verdict) => verdict.reasons)])];
    const doubts = [...new Set(verdicts.flatMap((verdict) => verdict.doubts ?? []))];
    const warnings = [...new Set([...changedContractProblems(site), ...verdicts.flatMap((verdict) => verdict.warnings ?? [])])];
    return {
      verdict: { outcome: reasons.length === 0 ? 'passed' : 'refused', reasons, warnings, doubts },
      events: [{ event: 'scanned', milestone, report: complianceReport(analysis) }],
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const gone = withdrawn(site, { contracts: [] });
    // Without contracts, now and before, nothing is known or expected.
    if (gone.length === 0 && isNoContract(error))
      return { verdict: { outcome: 'passed', reasons: [], warnings: [`No contract was compared: ${error.message}`] } };
    if (gone.length === 0 && error.incomplete) {
      return { verdict: { outcome: 'passed', reasons: [], doubts: [`No contract was compared: ${error.message}`] } };
    }
    return { verdict: { outcome: 'refused', reasons: [`the scan cannot be made: ${error.message}`] } };
  }
}

/** The scan of a session in which no milestone was scanned: a plan that says "complete" proves nothing. */
export async function audited(site: Site): Promise<Omit<EventOf<'audited'>, 'at' | 'event'>> {
  try {
    const compared = await scanned(site);
    const text = site.plan.milestones.map((each) => each.text).join('\n');
    const by = { changed: new Set<string>(), isLast: true, text, known: new Set<string>(), suppressible: site.known };
    const verdict = complianceVerdict(compared, by);
    const broken = verdict.outcome === 'refused' ? verdict.reasons.slice(0, 100) : [];
    return { report: complianceReport(compared.analysis), broken, doubts: verdict.doubts ?? [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { broken: [], doubts: isNoContract(error) ? [] : [`the scan cannot be made: ${error.message}`] };
  }
}

/** Violations of the present contracts, and of those before the build. @throws UserError as scans do */
export async function broken(site: Site, by: Accountable): Promise<readonly Violation[]> {
  const found = (await scans(site)).flatMap((compared) => answeredFor(compared, by));
  return [...new Map(found.map((violation) => [violation.fingerprint, violation])).values()];
}

/** Scans with the present contracts and, if agents changed or hid one, with the former ones: changing a contract is no fix. */
async function scans(site: Site): Promise<readonly Scanned[]> {
  const { scan, expected } = site;
  const changed = changedContracts(scan.repository, expected);
  const intact = expected.contracts.filter((file) => !changed.includes(file));
  const now = await scannedUnless(site, intact.length > 0);
  const before = now === undefined || changed.length === 0 ? [] : [await scanned({ scan: { ...scan, instead: expected.texts } })];
  const hidden = now === undefined ? intact : missing(site, now.analysis).filter((file) => intact.includes(file));
  if (hidden.length === 0) return [...(now === undefined ? [] : [now]), ...before];
  // Another file replaced it, or excludes it.
  const contracts = hidden.map((file) => join(scan.repository, file));
  const named = await scanned({ scan: { ...scan, contracts, contractLists: [], registered: [] } });
  return [...(now === undefined ? [] : [now]), ...before, named];
}

/** undefined: no contract was found, and that is an error. */
async function scannedUnless(site: Site, mustBeFound: boolean): Promise<Scanned | undefined> {
  try {
    return await scanned(site);
  } catch (error) {
    if (mustBeFound && error instanceof UserError && isNoContract(error)) return undefined;
    throw error;
  }
}

function changedContractProblems({ scan: { repository }, expected }: Site): readonly string[] {
  const changed = changedContracts(repository, expected).filter((file) => expected.contracts.includes(file));
  return changed.map(
    (file) => `${file} was changed during the build: the code must fulfil both the former and the present version.`,
  );
}

/** Contracts from before the build that are deleted, or no longer contracts. */
function withdrawn(site: Site, now: Pick<Analysis, 'contracts'>): readonly string[] {
  const changed = changedContracts(site.scan.repository, site.expected);
  const gone = missing(site, now).filter((file) => changed.includes(file));
  return gone.map((file) => `${file}, a contract before the build, is none any more: put it back`);
}

function missing({ expected }: Site, { contracts }: Pick<Analysis, 'contracts'>): readonly string[] {
  const ids = new Set(contracts.map(({ id }) => id));
  return expected.contracts.filter((file) => !ids.has(file));
}

function isNoContract({ message }: UserError): boolean {
  return /^No contract/.test(message);
}

/** Paths of workspace files in findings. */
function inRepository({ workspace, scan: { repository } }: Site, file: string): string {
  return relative(repository, join(workspace, file)).replaceAll('\\', '/');
}
