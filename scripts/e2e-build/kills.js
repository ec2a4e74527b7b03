/** Builds that are killed at a chosen moment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_MS = 5;

/**
 * Kills a build, once, when this has happened.
 *
 * @param {import('./run-build.js').Place} place
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('./scenario.js').Kill} kill `when: call`: an agent asks for its next message; else: this event is in the log
 */
export function killAt(place, child, { when, signal = 'SIGKILL', ...fields }) {
  const before = lines(place).length;
  const end = () => {
    place.on.call = () => {};
    clearInterval(timer);
    child.kill(signal);
  };
  const timer = setInterval(() => {
    if (when === 'call') return;
    const found = lines(place)
      .slice(before)
      .some((line) => line.endsWith('}') && fits(JSON.parse(line), { event: when, ...fields }));
    if (found) end();
  }, LOOK_MS);
  child.once('exit', () => clearInterval(timer));
  if (when !== 'call') return;
  place.on.call = (call) => {
    if (fits(call, fields)) end();
  };
}

/** @param {import('./run-build.js').Place} place */
function lines({ workspace }) {
  const log = join(workspace, '.tallystick', 'build', 'events.ndjson');
  return existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** @param {Record<string, any>} seen @param {Record<string, any>} requested */
function fits(seen, requested) {
  return Object.entries(requested).every(([name, value]) => seen[name] === value);
}
