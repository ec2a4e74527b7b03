import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import { listed } from '../../model/alike.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

const HOOKS = '.claude/hooks';
const SETTINGS = '.claude/settings.json';
const LARGEST = 1_000_000;
const MOST_NAMES = 5;

/** Checks whether the agent's hooks exist and are executable. Runs none of them. */
export function hookChecks({ repository }: Surroundings): readonly Check[] {
  const scripts = scriptsOf(repository);
  const settings = settingsOf(repository);
  if (scripts.length === 0 && settings === undefined) {
    return [{ name: 'hooks', status: 'skipped', message: `there are none in ${HOOKS}` }];
  }
  if (settings === 'broken') {
    return [
      {
        name: 'hooks',
        status: 'failed',
        message: `${SETTINGS} is not valid JSON`,
        hint: 'Fix it. The agent ignores invalid JSON.',
      },
    ];
  }
  const absent = (settings ?? []).filter((script) => !existsSync(join(repository, script)));
  if (absent.length > 0) {
    return [
      {
        name: 'hooks',
        status: 'failed',
        message: `${SETTINGS} names missing files: ${listed(absent, MOST_NAMES)}`,
        hint: 'Write them, or remove their entries.',
      },
    ];
  }
  const idle = process.platform === 'win32' ? [] : scripts.filter((script) => !isExecutable(join(repository, script)));
  if (idle.length > 0) {
    return [
      {
        name: 'hooks',
        status: 'failed',
        message: `not executable: ${listed(idle, MOST_NAMES)}`,
        hint: `Run chmod +x ${HOOKS}/*.sh`,
      },
    ];
  }
  const needs = process.platform === 'win32' ? ', which need Git Bash on Windows' : '';
  return [{ name: 'hooks', status: 'ok', message: `${scripts.length} in ${HOOKS}${needs}` }];
}

/** Shell scripts, relative to the repository. */
function scriptsOf(repository: string): readonly string[] {
  const folder = join(repository, HOOKS);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || isLinkOut(repository, folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sh'))
    .sort()
    .map((name) => `${HOOKS}/${name}`);
}

/** Scripts of `.claude/hooks` that the agent's settings name. `undefined`: no settings. */
function settingsOf(repository: string): readonly string[] | 'broken' | undefined {
  const file = join(repository, SETTINGS);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > LARGEST || isLinkOut(repository, file)) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    JSON.parse(text);
    return [...new Set(text.match(/\.claude\/hooks\/[\w.-]{1,100}/g) ?? [])];
  } catch {
    return 'broken';
  }
}

function isExecutable(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) !== 0;
}
