/** Plays scenarios: builds with the real `claude` and a scripted model, and what is wrong with them. */

import { fetchClaude, LONG_FETCH_MS } from './claude.js';
import { leftSoon, problemsOf, unusedAnswers } from './expect.js';
import { killAt } from './kills.js';
import { Place } from './run-build.js';
import { scenarioNames, scenarioOf } from './scenario.js';

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;

/**
 * @param {string} cli the compiled command line
 * @param {readonly string[]} names default: all
 * @param {{ keep?: boolean }} options `keep`: workspaces stay, to be looked at
 * @returns {Promise<string[]>} what failed, a sentence each
 */
export async function playAll(cli, names = scenarioNames, { keep = false } = {}) {
  const claude = fetchClaude(LONG_FETCH_MS);
  if (claude.problem !== undefined) return [`nothing was built: ${claude.problem}`];
  const failures = [];
  for (const name of names) {
    const problems = await play(name, { cli, claude: claude.folder, keep });
    for (const problem of problems) console.error(`  ✗ ${problem}`);
    failures.push(...problems.map((problem) => `${name}: ${problem}`));
  }
  return failures;
}

/** @param {string} name @param {{ cli: string, claude: string, keep: boolean }} options */
async function play(name, { cli, claude, keep }) {
  const scenario = scenarioOf(name);
  const place = await Place.make(scenario, claude);
  /** @type {string[]} */
  const problems = [];
  try {
    for (const kill of scenario.kills ?? []) problems.push(...(await killed(place, cli, kill)));
    const args = scenario.kills === undefined ? (scenario.args ?? []) : ['--resume'];
    for (const run of [{ args, expect: scenario.expect }, ...(scenario.then ?? [])]) {
      const calls = place.model.calls.length;
      const built = await place.build(cli, run.args);
      console.log(`${name}: ${built.seconds.toFixed(1)} s, ${place.model.calls.length - calls} calls of the model`);
      const found = problemsOf(place, built, run.expect);
      if (found.length > 0) console.error(`${built.stderr}\n${built.stdout}\n`);
      problems.push(...found);
    }
    if (keep) console.log(`  ${place.workspace}`);
    return [...problems, ...unusedAnswers(place)];
  } finally {
    if (keep) await place.model.close();
    else await place.remove();
  }
}

/** @param {Place} place @param {string} cli @param {import('./scenario.js').Kill} kill */
async function killed(place, cli, kill) {
  const args = place.has('.tallystick/build/events.ndjson') ? ['--resume'] : (place.scenario.args ?? []);
  const { signal, code, seconds, stdout, stderr } = await place.build(cli, args, (child) => killAt(place, child, kill));
  const at = Object.values(kill).join(' ');
  console.log(`  ended at ${at} after ${seconds.toFixed(1)} s`);
  const isEnded = kill.signal === 'SIGINT' ? code === INTERRUPTED : signal === 'SIGKILL';
  if (!isEnded) return [`at ${at} it ended with ${signal ?? code}: ${stdout}${stderr}`];
  return (await leftSoon(place)).map((each) => `ended at ${at}: ${each}`);
}
