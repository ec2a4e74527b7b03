/** What a build with a scripted model has to come to. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftIn } from './processes.js';
import { CANARY } from './run-build.js';

const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/**
 * @param {import('./run-build.js').Place} place
 * @param {import('./run-build.js').Built} built
 * @param {Record<string, any>} expect
 * @returns {string[]} sentences
 */
export function problemsOf(place, built, expect) {
  const problems = place.model.unknown.splice(0).map((each) => `no answer fits ${each}`);
  /** @param {string} what @param {unknown} seen @param {unknown} requested */
  const same = (what, seen, requested) => {
    const [is, should] = [JSON.stringify(seen), JSON.stringify(requested)];
    if (is !== should) problems.push(`${what}: ${is}, not ${should}`);
  };
  same('the exit code', built.code, expect.exit);
  /** @type {Record<string, unknown>} */
  const state = place.has('.tallystick/STATE.json') ? place.state() : {};
  same('the status', state.status, expect.status);
  for (const [name, requested] of Object.entries(expect.state ?? {})) same(name, only(state[name], requested), requested);
  for (const [file, texts] of Object.entries(expect.contains ?? {})) {
    const text = place.has(file) ? place.file(file) : '';
    problems.push(
      ...texts
        .filter((/** @type {string} */ each) => !text.includes(each))
        .map((/** @type {string} */ each) => `${file} does not say: ${each}`),
    );
  }
  for (const milestone of ['milestone-1', 'milestone-2']) {
    if (expect[milestone] !== undefined) same(milestone, stepsOf(place, milestone), expect[milestone].flat());
  }
  for (const text of expect.says ?? [])
    if (!`${built.stderr}\n${built.stdout}`.includes(text)) problems.push(`nothing says '${text}'`);
  for (const file of expect.absent ?? []) if (place.has(file)) problems.push(`${file} is there`);
  const refused = place.model.calls.flatMap(({ agent, body }) =>
    (/No such tool available: (\w+)/.exec(JSON.stringify(body.messages)) ?? []).slice(1).map((tool) => `${agent} has no ${tool}`),
  );
  problems.push(...new Set(refused));
  const there = [...new Set(place.model.calls.flatMap((call) => call.there))].sort();
  if (expect.there !== undefined) same('what agents found', there, [...expect.there].sort());
  for (const word of expect.without ?? []) {
    problems.push(
      ...built.started.filter((command) => command.includes(word)).map((command) => `it started ${command.slice(0, 200)}`),
    );
  }
  if (typeof expect.handoffs === 'number') same('hand-offs that hold', handoffsOf(place), expect.handoffs);
  if (expect.tests !== undefined) same('tests that pass', testsPassing(place), expect.tests);
  return [...problems, ...leftovers(place), ...leaks(place, built)];
}

/** @param {import('./run-build.js').Place} place @param {string} milestone */
function stepsOf(place, milestone) {
  return place.events().flatMap((each) => (each.event === 'task-ended' && each.milestone === milestone ? [each.step] : []));
}

/** Of an object, the fields that are asked for. @param {any} seen @param {any} requested */
function only(seen, requested) {
  if (typeof requested !== 'object' || requested === null || typeof seen !== 'object' || seen === null) return seen;
  return Object.fromEntries(Object.keys(requested).map((name) => [name, seen[name]]));
}

/** @param {import('./run-build.js').Place} place */
function handoffsOf(place) {
  if (!place.has('.tallystick/build/handoffs.ndjson')) return 0;
  const lines = place.file('.tallystick/build/handoffs.ndjson').trim().split('\n');
  return lines.filter((line) => JSON.parse(line).valid).length;
}

/** Run by us, not by the build. @param {import('./run-build.js').Place} place */
function testsPassing({ workspace }) {
  const words = ['--test', '--test-reporter=tap'];
  const { stdout, status } = spawnSync(process.execPath, words, {
    cwd: workspace,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return status === 0 ? Number(/^# pass (\d+)/m.exec(stdout)?.[1] ?? 0) : -1;
}

/** What still runs a while after a build was killed. @param {import('./run-build.js').Place} place */
export async function leftSoon({ root }) {
  const until = performance.now() + PATIENCE_MS;
  while (leftIn(root).length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return leftIn(root).map((command) => `it still runs: ${command}`);
}

/** What a build must not leave behind. @param {import('./run-build.js').Place} place @returns {string[]} */
function leftovers(place) {
  return [
    ...['.claude', 'CLAUDE.md', '.mcp.json'].filter((file) => place.has(file)).map((file) => `${file} is left behind`),
    ...leftIn(place.root).map((command) => `it still runs: ${command}`),
  ];
}

/** @param {import('./run-build.js').Place} place */
export function unusedAnswers({ model }) {
  return model.unused().map(({ agent, milestone = '', says = '' }) => `nobody asked for this: ${agent} ${milestone} ${says}`);
}

/**
 * The key reaches the model, and nothing else.
 *
 * @param {import('./run-build.js').Place} place
 * @param {import('./run-build.js').Built} built
 * @returns {string[]}
 */
function leaks({ root, model }, { stdout, stderr, holders }) {
  const unsigned = model.calls.filter(({ key }) => key !== CANARY).length;
  const known = model.calls.filter(({ body }) => JSON.stringify(body).includes(CANARY)).length;
  return [
    ...(unsigned === 0 ? [] : [`${unsigned} calls of the model came without its key`]),
    ...(known === 0 ? [] : [`the model was told its key ${known} times`]),
    ...(`${stdout}${stderr}`.includes(CANARY) ? ['the key was printed'] : []),
    ...holders.map((command) => `a process was given the key: ${command}`),
    ...filesIn(root)
      .filter((file) => readFileSync(file).includes(CANARY))
      .map((file) => `the key stands in ${file}`),
  ];
}

/** @param {string} folder */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
