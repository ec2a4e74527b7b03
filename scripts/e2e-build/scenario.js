/** Scenarios: what a model answers to whom, and what a build has to come to. README.md beside this has their form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, 'scenarios');

/**
 * @typedef {Record<string, any>} Turn one message of the model
 * @typedef {{ agent: string, milestone?: string, lens?: string, says?: string, times?: number, by?: string, turns: Turn[] }} Answer
 * @typedef {{ when: string, signal?: 'SIGKILL' | 'SIGINT' } & Record<string, any>} Kill
 * @typedef {Record<string, any>} Expect
 * @typedef {{ name: string, about: string, like?: string, args?: string[], config?: Record<string, unknown>, env?: Record<string, string>, answers: Answer[], kills?: Kill[], expect: Expect, then?: { args?: string[], expect: Expect }[] }} Scenario
 */

/** Names of all scenarios. */
export const scenarioNames = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));

/**
 * A scenario; what it does not say is as in the one that it is `like`: its own answers come first.
 *
 * @param {string} name
 * @returns {Scenario}
 */
export function scenarioOf(name) {
  const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
  const own = { ...parse(text), name, about: /^# (.*)/.exec(text)?.[1] ?? '' };
  for (const answer of own.answers ?? []) answer.by = name;
  if (own.like === undefined) return own;
  const other = scenarioOf(own.like);
  return { ...other, ...own, answers: [...(own.answers ?? []), ...other.answers], expect: { ...other.expect, ...own.expect } };
}

const contracts = parse(readFileSync(join(import.meta.dirname, 'contracts.yaml'), 'utf8'), { merge: true });

/**
 * The fields of a router contract.
 *
 * @param {string | Record<string, unknown>} stated a speaker of whom all is well, or `speaker` and what differs
 * @returns {Record<string, unknown>}
 */
export function contractFields(stated) {
  const { speaker, ...changes } = typeof stated === 'string' ? { speaker: stated } : stated;
  const fields = contracts[String(speaker)];
  if (fields === undefined) throw new Error(`no such speaker: ${speaker}`);
  return { ...fields, ...changes };
}
