import { contractReport } from '../../src/rules/contract-report.js';
import type { Analysis } from '../../src/rules/judge.js';

type Status = Analysis['matrix'][number]['status'];

/** What the contracts come to whose promises have these statuses. */
function reportOf(promises: Readonly<Record<string, readonly Status[]>>) {
  const contracts = Object.keys(promises).map((id) => ({ id }));
  const matrix = Object.entries(promises).flatMap(([contract, all]) => all.map((status) => ({ contract, status })));
  return contractReport({ contracts, matrix } as unknown as Pick<Analysis, 'contracts' | 'matrix'>);
}

describe('what the contracts come to', () => {
  // Shows TECH-029 by rules/contract-report.ts; REQ-079 by rules/contract-report.ts
  test('a contract is verified where every promise of it is, and violated where one is broken or missing', () => {
    expect(
      reportOf({
        kept: ['verified', 'verified'],
        open: ['verified', 'unverified'],
        broken: ['violated', 'verified'],
        gone: ['missing'],
      }),
    ).toEqual({
      total_contracts: 4,
      verified_contracts: 1,
      violated_contracts: 2,
      missing_implementations: 1,
      health: 'partial',
      verified_contract_ids: ['kept'],
      violated_contract_ids: ['broken', 'gone'],
    });
  });

  test.each<[Readonly<Record<string, readonly Status[]>>, string]>([
    [{ a: ['verified'], b: ['verified'] }, 'passed'],
    [{ a: ['verified'], b: ['violated'] }, 'partial'],
    [{ a: ['verified'], b: ['violated'], c: ['missing'] }, 'failed'],
    [{ a: ['unverified'] }, 'unknown'],
    [{ a: [] }, 'unknown'],
    [{}, 'unknown'],
    // Shows TEST-046; TEST-060 by rules/contract-report.ts
  ])('%j is %s', (promises, health) => {
    expect(reportOf(promises).health).toBe(health);
  });
});
