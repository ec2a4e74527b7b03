import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/commands/command-line.js';
import { commands } from '../../../src/commands/index.js';
import { folderOf } from '../../temporary-folder.js';
import { type StubHome, type StubScenario, stubHome } from '../stub-claude/stub-home.js';
import { SMALL_WORKSPACE } from './small-plan.js';

/** A build by the command line, in a folder of its own, with a stub for `claude`. */
export interface Building {
  readonly workspace: string;
  readonly stub: StubHome;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** `STATE.json`. */
  readonly state: () => Record<string, unknown>;
  readonly events: () => readonly Record<string, unknown>[];
  readonly file: (path: string) => string;
}

/** Tests are run at once, and evidence is believed: for what is about something else. */
export const QUICK = ['--test-command', 'node --test', '--no-evidence'] as const;

/** Builds; `args` come behind `build`. */
export async function building(
  scenario: StubScenario,
  { args = [], workspace = folderOf(SMALL_WORKSPACE), env = {}, signal, started = () => undefined }: BuildingOptions = {},
): Promise<Building> {
  const stub = stubHome(scenario, env);
  started(stub);
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['build', ...args], commands, {
    stdout: { write: (text) => out.push(text), isTTY: false },
    stderr: { write: (text) => err.push(text), isTTY: false },
    cwd: workspace,
    env: stub.env,
    ...(signal === undefined ? {} : { interruption: () => signal }),
  });
  return of(realpathSync(workspace), stub, { code, stdout: out.join(''), stderr: err.join('') });
}

export interface BuildingOptions {
  readonly args?: readonly string[];
  readonly workspace?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Told before it begins. */
  readonly started?: (stub: StubHome) => void;
}

function of(
  workspace: string,
  stub: StubHome,
  ended: { readonly code: number; readonly stdout: string; readonly stderr: string },
) {
  const file = (path: string): string => readFileSync(join(workspace, path), 'utf8');
  return {
    ...{ workspace, stub, ...ended, file },
    state: () => JSON.parse(file('.tallystick/STATE.json')) as Record<string, unknown>,
    events: () =>
      file('.tallystick/build/events.ndjson')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
