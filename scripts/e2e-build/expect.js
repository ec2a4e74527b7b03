/** What a build with a scripted model has to come to. */

/**
 * @param {import('./run-build.js').Place} place
 * @param {{ code: number | null, stdout: string, stderr: string }} built
 * @returns {string[]} sentences
 */
export function problemsOf(place, { code, stdout, stderr }) {
  const { expect } = place.scenario;
  const problems = place.model.unknown.map((each) => `no answer fits ${each}`);
  /** @param {string} what @param {unknown} seen @param {unknown} wanted */
  const same = (what, seen, wanted) => {
    const [is, should] = [JSON.stringify(seen), JSON.stringify(wanted)];
    if (is !== should) problems.push(`${what} is ${is}, not ${should}`);
  };
  same('the exit code', code, expect.exit);
  if (!place.has('.tallystick/STATE.json')) return [...problems, 'there is no STATE.json'];
  const state = place.state();
  same('the status', state.status, expect.status);
  for (const milestone of ['milestone-1', 'milestone-2'])
    same(`what was done of ${milestone}`, stepsOf(place, milestone), expect[milestone] ?? []);
  for (const text of expect.says ?? []) if (!`${stderr}\n${stdout}`.includes(text)) problems.push(`nothing says '${text}'`);
  return problems;
}

/** @param {import('./run-build.js').Place} place @param {string} milestone */
function stepsOf(place, milestone) {
  return place.events().flatMap((each) => (each.event === 'task-ended' && each.milestone === milestone ? [each.step] : []));
}
