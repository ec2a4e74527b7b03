import type { Validation } from '../../model/validation.js';
import type { DocumentsReport } from './documents.js';

/** The requested checks and their coverage. */
export interface Asked {
  readonly documents: Pick<DocumentsReport, 'unchecked' | 'checked'>;
  /** Absent: no running service was named. */
  readonly live?: Pick<NonNullable<Validation['live']>, 'baseUrl' | 'report' | 'endpoints'> | undefined;
  /** Why the service could not be reached at all. */
  readonly unreached?: string | undefined;
}

/** Why a validation is incomplete, a sentence each: without any comparison the lack of findings proves nothing. */
export function notLookedAt({ documents: { checked, unchecked }, live, unreached }: Asked): readonly string[] {
  const documents = unchecked === 0 ? [] : [`No engine could validate ${unchecked} of ${checked + unchecked} contracts.`];
  return live === undefined ? documents : [...documents, ...untested(live, unreached)];
}

function untested({ baseUrl, report, endpoints }: NonNullable<Asked['live']>, unreached: string | undefined): readonly string[] {
  if (report.tested_endpoints > 0) return [];
  if (unreached !== undefined) return [`No endpoint of ${baseUrl} could be tested: ${unreached}.`];
  const why = endpoints.find((each) => each.why !== undefined)?.why;
  if (why === undefined) return [`No contract has an endpoint to call at ${baseUrl}.`];
  return [`No endpoint of ${baseUrl} could be tested; the first: ${why}.`];
}
