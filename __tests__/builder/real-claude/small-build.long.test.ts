import { afterAll, describe, expect, test } from '@jest/globals';
import { fetchClaude } from '../../../scripts/e2e-build/claude.js';
import { problemsOf } from '../../../scripts/e2e-build/expect.js';
import { Place } from '../../../scripts/e2e-build/run-build.js';
import { scenarioOf } from '../../../scripts/e2e-build/scenario.js';
import { runCommandLine } from '../../../src/commands/command-line.js';
import { commands } from '../../../src/commands/index.js';

const { folder, problem } = fetchClaude();
if (problem !== undefined) console.log(`The real claude builds nothing here: ${problem}`);
const real = folder === undefined ? describe.skip : describe;
/** Twenty times what it takes where nothing else runs. */
const PATIENCE_MS = 400_000;

real('the real command line of claude, and a model that answers by a scenario', () => {
  const places: Place[] = [];
  afterAll(async () => {
    for (const place of places) await place.remove();
  });

  // Shows REQ-BAP-005; REQ-BAP-013
  test(
    'a plan of two milestones becomes a service with tests that pass, scanned and verified; nothing else is left',
    async () => {
      const scenario = scenarioOf('whole-build');
      const place = await Place.make(scenario, folder ?? '');
      places.push(place);
      const [out, err]: [string[], string[]] = [[], []];
      const code = await runCommandLine(['build'], commands, {
        stdout: { write: (text) => out.push(text), isTTY: false },
        stderr: { write: (text) => err.push(text), isTTY: false },
        cwd: place.workspace,
        env: place.env,
      });
      const built = { code, signal: null, stdout: out.join(''), stderr: err.join(''), seconds: 0, started: [], holders: [] };
      expect(problemsOf(place, built, scenario.expect)).toEqual([]);
      expect(place.state()).toMatchObject({
        summary: { success: true, test_passed: 2, test_total: 2, convergence_ratio: 1 },
        contract_report: { total_contracts: 1, verified_contracts: 1, health: 'passed' },
        agent_teams_active: false,
      });
      expect(place.file('MASTER_PLAN.md')).toContain('- [x] REQ-002: GET /health answers with ok (review_cycles: 1)');
    },
    PATIENCE_MS,
  );
});
