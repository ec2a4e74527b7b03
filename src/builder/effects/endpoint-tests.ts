import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../model/user-error.js';
import { E2E_RESULTS_FILE, type E2eEndpoint, readE2eResults } from '../phases/contract-e2e.js';
import type { Judged, Unstamped } from '../run.js';
import { scanned } from './scanning.js';
import type { Site } from './site.js';

const LARGEST = 4_000_000;

/** The endpoints of contracts. */
export async function contractedEndpoints(site: Site): Promise<readonly E2eEndpoint[]> {
  try {
    const { matrix } = await scanned(site);
    return matrix.filter(({ kind }) => kind === 'endpoint').map(({ contract, subject }) => ({ contract, subject }));
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Reads the agent's results about the running service (REQ-080 and REQ-081). */
export async function endpointsTested(site: Site, milestone: string): Promise<Judged> {
  const endpoints = await contractedEndpoints(site);
  if (endpoints.length === 0)
    return { verdict: { outcome: 'passed', reasons: [], warnings: ['No contract promises an endpoint: none was called.'] } };
  const file = join(site.workspace, E2E_RESULTS_FILE);
  const isRead = existsSync(file) && statSync(file).size <= LARGEST;
  if (!isRead) return { verdict: { outcome: 'failed', reasons: [`${E2E_RESULTS_FILE} was not written`] } };
  const report = readE2eResults(readFileSync(file, 'utf8'), endpoints);
  const { failed_endpoints: failed, tested_endpoints: tested, total_endpoints: total } = report;
  if (tested === 0) return { verdict: { outcome: 'evidence', reasons: [`none of ${total} promised endpoints was called`] } };
  const untested = total - tested;
  const warnings = untested > 0 ? [`${untested} of ${total} promised endpoints were not called.`] : [];
  const events: readonly Unstamped[] = [
    { event: 'endpoints-tested', milestone, report: { ...report, untested_contracts: [...report.untested_contracts] } },
  ];
  if (failed === 0) return { verdict: { outcome: 'passed', reasons: [], warnings }, events };
  const reasons = [`${failed} of ${tested} endpoints do not answer as promised: see ${E2E_RESULTS_FILE}`];
  return { verdict: { outcome: 'refused', reasons, warnings }, events };
}
