import { join, relative } from 'node:path';
import { UserError } from '../../model/user-error.js';
import type { Analysis } from '../../rules/judge.js';
import { type Accountable, complianceReport, complianceVerdict } from '../compliance.js';
import { wavesOf } from '../plan/waves.js';
import type { Judged } from '../run.js';
import type { BuildState } from '../state.js';
import { milestoneOf, type Site } from './site.js';

/** The code as it is now, held against its contracts. @throws UserError as scans have it */
export async function scanned({ scan: request }: Pick<Site, 'scan'>): Promise<Analysis> {
  const { scan } = await import('../../scan.js');
  return scan(request);
}

/** What a milestone has to answer for. */
export function accountableOf(site: Site, milestone: string, state: BuildState): Accountable {
  const rest = wavesOf(site.plan)
    .flatMap(({ milestones }) => milestones)
    .filter(({ id }) => id !== milestone && state.milestones[id]?.status !== 'completed');
  return {
    changed: new Set(state.milestones[milestone]?.files.map((file) => inRepository(site, file))),
    isLast: rest.length === 0,
    text: milestoneOf(site, milestone).text,
    known: site.known,
  };
}

/** The scan after what agents wrote (seed 000, WIRE-012 and WIRE-014). */
export async function contractsLooked(site: Site, milestone: string, state: BuildState): Promise<Judged> {
  try {
    const analysis = await scanned(site);
    const verdict = complianceVerdict(analysis, accountableOf(site, milestone, state));
    return { verdict, events: [{ event: 'scanned', milestone, report: complianceReport(analysis) }] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // No contract, or one that agents broke: nothing is known, and that is no reason to go on as if it were.
    if (error.incomplete || isNoContract(error))
      return { verdict: { outcome: 'passed', reasons: [], warnings: [`No contract was compared: ${error.message}`] } };
    return { verdict: { outcome: 'refused', reasons: [`the scan cannot be made: ${error.message}`] } };
  }
}

function isNoContract({ message }: UserError): boolean {
  return /^No contract/.test(message);
}

/** Files of a workspace as findings name them. */
function inRepository({ workspace, scan: { repository } }: Site, file: string): string {
  return relative(repository, join(workspace, file)).replaceAll('\\', '/');
}
