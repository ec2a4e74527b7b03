/**
 * `node scripts/e2e-build.js [--cli FILE] [scenario ...]`: builds a small plan with the real `claude` and a model that answers by
 * scenarios (`scripts/e2e-build/scenarios`). Without names: all of them.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.js';
import { fetchClaude } from './e2e-build/claude.js';
import { leftSoon, problemsOf, unusedAnswers } from './e2e-build/expect.js';
import { killAt } from './e2e-build/kills.js';
import { Place } from './e2e-build/run-build.js';
import { scenarioNames, scenarioOf } from './e2e-build/scenario.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cli: { type: 'string' }, keep: { type: 'boolean', default: false } },
});

const claude = fetchClaude();
if (claude.problem !== undefined) console.log(`Nothing was built: ${claude.problem}`);
else await all(claude.folder);

/** @param {string} claude */
async function all(claude) {
  const program = join(root, 'node_modules', '.cache', 'tallystick-e2e-build');
  const cli = values.cli ?? compiled(program);
  try {
    for (const name of positionals.length === 0 ? scenarioNames : positionals) {
      const problems = await play(name, cli, claude);
      for (const problem of problems) console.error(`  ✗ ${problem}`);
      if (problems.length > 0) process.exitCode = 1;
    }
  } finally {
    if (values.cli === undefined) rmSync(program, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} cli @param {string} claude */
async function play(name, cli, claude) {
  const scenario = scenarioOf(name);
  const place = await Place.make(scenario, claude);
  try {
    /** @type {string[]} */
    const problems = [];
    for (const kill of scenario.kills ?? []) problems.push(...(await killed(place, cli, kill)));
    if (scenario.kills !== undefined) scenario.args = ['--resume'];
    for (const { args, expect } of [scenario, ...(scenario.then ?? [])]) {
      const calls = place.model.calls.length;
      const built = await place.build(cli, args);
      console.log(`${name}: ${built.seconds.toFixed(1)} s, ${place.model.calls.length - calls} calls of the model`);
      const found = problemsOf(place, built, expect);
      if (found.length > 0) console.error(`${built.stderr}\n${built.stdout}\n`);
      problems.push(...found);
    }
    problems.push(...unusedAnswers(place));
    if (values.keep) console.log(`  ${place.workspace}`);
    return problems;
  } finally {
    if (!values.keep) await place.remove();
    else await place.model.close();
  }
}

/** @param {Place} place @param {string} cli @param {import('./e2e-build/scenario.js').Kill} kill */
async function killed(place, cli, kill) {
  const args = place.has('.tallystick/build/events.ndjson') ? ['--resume'] : [];
  const { signal, seconds, stdout, stderr } = await place.build(cli, args, (child) => killAt(place, child, kill));
  const at = Object.values(kill).join(' ');
  console.log(`  killed at ${at} after ${seconds.toFixed(1)} s`);
  if (signal !== 'SIGKILL') return [`it was not killed at ${at}: ${stdout}${stderr}`];
  return (await leftSoon(place)).map((each) => `killed at ${at}: ${each}`);
}

/** Below the packages that the compiled program needs. @param {string} program */
function compiled(program) {
  mkdirSync(program, { recursive: true });
  cpSync(join(root, 'package.json'), join(program, 'package.json'));
  return join(build(join(program, 'lib')), 'cli.js');
}
