import { isGreen, isRed, type Observation, observe, testCommandOf } from '../router-contract/red-green.js';
import type { Judged } from '../run.js';
import { runOptions, type Site } from './site.js';

/** Tests of the workspace, run by us: they must fail before the work (RED), and pass after it (GREEN). Seed 002, builder. */
export async function testsLooked(site: Site, step: 'red' | 'green'): Promise<Judged> {
  const command = testCommandOf(site.workspace, site.options.testCommand);
  if (command === undefined) {
    const reasons = [
      'nobody can tell how the tests are run: no package.json, pyproject.toml, go.mod, pom.xml or the like says so',
    ];
    return { verdict: { outcome: 'refused', reasons } };
  }
  const seen = await observe(command, runOptions(site));
  const { holds, why } = step === 'red' ? isRed(seen) : isGreen(seen);
  if (holds === true) return { verdict: { outcome: 'passed', reasons: [] } };
  const said = step === 'red' ? 'the new tests do not fail before the work' : 'the tests do not pass';
  return { verdict: { outcome: 'refused', reasons: [`${said}: ${why}`, ...outputOf(seen)] } };
}

const LONGEST = 3_000;

/** The end of what was printed, for the agent that has to mend it. */
function outputOf({ command, output }: Observation): readonly string[] {
  const tail = output.trim().slice(-LONGEST);
  return tail === '' ? [] : [`${command} printed at its end:\n${tail}`];
}
