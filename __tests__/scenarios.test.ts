import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCode } from '../src/commands/exit-code.js';
import type { ContractedService } from '../src/contracts/services.js';
import type { IgnoreEntry } from '../src/rules/ignore.js';
import type { Analysis } from '../src/rules/judge.js';
import type { Scans } from '../src/rules/scans.js';
import { scan } from '../src/scan.js';

/** What a scenario expects; places are `file:line`. */
interface Expected {
  readonly about: string;
  readonly options?: {
    readonly basePath?: string;
    readonly severities?: Readonly<Record<string, 'error' | 'warning' | 'note' | 'off'>>;
    readonly ignore?: readonly IgnoreEntry[];
    readonly services?: readonly ContractedService[];
    /** Besides the four that are on by default. */
    readonly scans?: Partial<Scans>;
  };
  readonly exit: number;
  readonly basePaths?: Readonly<Record<string, string | null>>;
  /** Subject -> status; with several contracts the subject follows the contract's id. */
  readonly matrix: Readonly<Record<string, string>>;
  readonly violations: readonly object[];
  readonly notices?: readonly string[];
  /** Absent: not looked at. */
  readonly undocumented?: readonly string[];
}

const ROOT = resolve('__tests__/scenarios');
const ALL_SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };

function outcomeOf(analysis: Analysis, expected: Expected): unknown {
  const several = analysis.contracts.length > 1;
  return {
    exit: exitCode(analysis, ['error']),
    matrix: Object.fromEntries(
      analysis.matrix.map((row) => [several ? `${row.contract} ${row.subject}` : row.subject, row.status]),
    ),
    violations: sorted(
      analysis.violations.map(({ check, subject, field, problem, severity, file_path, line, promisedAt }) => ({
        check,
        subject,
        ...(field === undefined ? {} : { field }),
        problem,
        severity,
        at: `${file_path}:${line}`,
        promisedAt: `${promisedAt.file}:${promisedAt.line}`,
      })),
    ),
    ...(expected.basePaths && { basePaths: Object.fromEntries(analysis.contracts.map(({ id, basePath }) => [id, basePath])) }),
    ...(expected.notices && { notices: analysis.notices }),
    ...(expected.undocumented && {
      undocumented: analysis.routes
        .filter((route) => !route.documented)
        .map((route) => `${route.method} ${route.path}`)
        .sort(),
    }),
  };
}

function sorted(violations: readonly object[]): readonly object[] {
  const key = (violation: object): string => JSON.stringify(violation);
  return [...violations].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

describe('scenarios', () => {
  // Shows TEST-052 by rules/contract-003.ts
  test.each(readdirSync(ROOT).sort())('%s', async (name) => {
    const folder = join(ROOT, name);
    const expected: Expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
    const { about, options, violations, ...rest } = expected;
    expect(about).toMatch(/\.$/);
    const analysis = await scan({ repository: folder, dir: folder, ...options, scans: { ...ALL_SCANS, ...options?.scans } });
    expect(outcomeOf(analysis, expected)).toEqual({ ...rest, violations: sorted(violations) });
  });
});
