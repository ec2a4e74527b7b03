import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../model/user-error.js';
import { endpointReportOf } from '../../model/validation.js';
import { E2E_RESULTS_FILE, type E2eEndpoint, readE2eResults } from '../phases/contract-e2e.js';
import type { Judged, Unstamped } from '../run.js';
import type { BuildState } from '../state.js';
import { scanned } from './scanning.js';
import type { Site } from './site.js';
import { startedService, startOf, untestedAnswers, wrongAnswers } from './started-service.js';

const LARGEST = 4_000_000;

/** The endpoints of contracts. */
export async function contractedEndpoints(site: Site): Promise<readonly E2eEndpoint[]> {
  try {
    const { analysis } = await scanned(site);
    return analysis.matrix.filter(({ kind }) => kind === 'endpoint').map(({ contract, subject }) => ({ contract, subject }));
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/**
 * Starts the service and calls its endpoints (REQ-080 and REQ-081). The agent's results are a claim: what differs from our own
 * is reported, and only our own counts.
 */
export async function endpointsTested(site: Site, milestone: string, output: string, state: BuildState): Promise<Judged> {
  const started = await startedService(site, milestone, state, startOf(output));
  if (started.kind === 'none') {
    const stated = [`no endpoint of the running service was called: ${started.why}`];
    return { verdict: { outcome: 'passed', reasons: [], ...(started.isExpected ? { doubts: stated } : { warnings: stated }) } };
  }
  if (started.kind === 'refused') return { verdict: { outcome: 'evidence', reasons: [started.why] } };
  const { tests } = started;
  const report = endpointReportOf(tests);
  const events: readonly Unstamped[] = [{ event: 'endpoints-tested', milestone, report }];
  const untested = untestedAnswers(started);
  const warnings = [...untested.warnings, ...wrongClaims(site, tests)];
  if (report.failed_endpoints > 0)
    return { verdict: { outcome: 'refused', reasons: [...wrongAnswers(tests)], warnings }, events };
  return { verdict: { outcome: 'passed', reasons: [], warnings, doubts: [...untested.doubts] }, events };
}

/** Endpoints that the agent says to have called, where our own calls say something else. */
function wrongClaims(
  site: Site,
  tests: readonly { readonly contract: string; readonly subject: string; readonly outcome: string }[],
) {
  const file = join(site.workspace, E2E_RESULTS_FILE);
  if (!existsSync(file) || statSync(file).size > LARGEST) return [];
  const claimed = readE2eResults(readFileSync(file, 'utf8'), tests);
  return tests.flatMap(({ subject, contract, outcome }) => {
    const claim = claimed.get(`${contract} ${subject}`);
    return claim === undefined || claim === outcome ? [] : [`${subject}: the agent says ${claim}, our own call says ${outcome}`];
  });
}
