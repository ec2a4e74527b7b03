import { z } from 'zod';
import type { Analysis, Status } from '../rules/judge.js';
import type { Severity } from '../rules/rule.js';

/** Longer names of contracts are truncated, and contracts beyond this number left out, to bound the file. */
const LONGEST_NAME = 1000;
const MOST_CONTRACTS = 1000;

const count = z.int().min(0);
const ratio = z.number().min(0).max(1).nullable();

const contractResult = z.strictObject({
  contract: z.string().max(LONGEST_NAME).describe('Id of the contract: its file.'),
  subjects: count,
  verified: count,
  verifiedByRoute: count.optional(),
  unverified: count,
  errors: count,
  warnings: count,
  complianceRatio: ratio,
});

/** The stored part of a scan: counts, without code or texts of findings. */
export const resultSchema = z.strictObject({
  at: z.iso.datetime().describe('When it was scanned, in UTC.'),
  commit: z
    .string()
    .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
    .nullable()
    .describe('The commit that was scanned, where it is known.'),
  run: count.nullable().describe('Number by which GitHub knows the workflow run: a later run has a greater one.'),
  tool: z.string().max(100).describe('Version of Tallystick: other versions may find more or less in the same code.'),
  subjects: count,
  verified: count,
  verifiedByRoute: count.optional().describe('How many of the verified have no compared field; absent: not counted then.'),
  violated: count,
  missing: count,
  unverified: count,
  errors: count,
  warnings: count,
  notes: count,
  complianceRatio: ratio.describe('verified / (subjects - unverified); null when nothing was decided.'),
  health: z.enum(['passed', 'partial', 'failed', 'unknown']),
  contracts: z.array(contractResult).max(MOST_CONTRACTS),
});

export type Result = z.output<typeof resultSchema>;
export type ContractResult = Result['contracts'][number];
/** What was scanned, and when. */
export type Occasion = Pick<Result, 'at' | 'commit' | 'run'>;

export function resultOf(analysis: Pick<Analysis, 'summary' | 'matrix' | 'violations' | 'tool'>, occasion: Occasion): Result {
  const { summary } = analysis;
  return {
    at: occasion.at,
    commit: occasion.commit,
    run: occasion.run,
    tool: analysis.tool.version,
    subjects: summary.subjects,
    verified: summary.verified,
    verifiedByRoute: summary.verifiedByRoute,
    violated: summary.violated,
    missing: summary.missing,
    unverified: summary.unverified,
    errors: summary.errors,
    warnings: summary.warnings,
    notes: summary.notes,
    complianceRatio: summary.complianceRatio,
    health: summary.health,
    contracts: contractResults(analysis),
  };
}

function contractResults({ matrix, violations }: Pick<Analysis, 'matrix' | 'violations'>): ContractResult[] {
  const names = [...new Set([...matrix, ...violations].map(({ contract }) => contract))].sort().slice(0, MOST_CONTRACTS);
  return names.map((contract) => {
    const rows = matrix.filter((row) => row.contract === contract);
    const withStatus = (status: Status): number => rows.filter((row) => row.status === status).length;
    const found = (severity: Severity): number =>
      violations.filter((violation) => violation.contract === contract && violation.severity === severity).length;
    const [verified, unverified] = [withStatus('verified'), withStatus('unverified')];
    const decided = rows.length - unverified;
    return {
      contract: contract.slice(0, LONGEST_NAME),
      subjects: rows.length,
      verified,
      verifiedByRoute: rows.filter(({ byRoute }) => byRoute === true).length,
      unverified,
      errors: found('error'),
      warnings: found('warning'),
      complianceRatio: decided === 0 ? null : verified / decided,
    };
  });
}
