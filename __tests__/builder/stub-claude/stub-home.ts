import { existsSync, readFileSync, watch } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { folderOf } from '../../temporary-folder.js';

/** The key that stubs are given: it must be found nowhere that anything is written to. */
export const CANARY = 'sk-ant-canary-7f3a91';

/** One step of what a call does: one field, named and given as README.md beside this says. */
export type StubStep = Readonly<Record<string, unknown>>;

/** What the stub does, by who is called with what; README.md beside this has the fields. */
export interface StubScenario {
  readonly version?: string | readonly StubStep[];
  readonly strict?: boolean;
  readonly calls?: readonly {
    readonly agent?: string;
    readonly prompt?: string;
    readonly times?: number;
    readonly do: readonly StubStep[];
  }[];
  readonly otherwise?: readonly StubStep[];
}

/** One call of the stub, as it saw it. */
export interface StubCall {
  readonly agent: string;
  readonly prompt: string;
  /** Which entry of `calls` it did; -1: none. */
  readonly scenario: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  /** What stood in the descriptor that a variable names; absent: none does. */
  readonly secret?: string;
}

/** A home folder with a scenario, and what came of it. */
export interface StubHome {
  readonly home: string;
  /** An environment in which the stub is `claude`. */
  readonly env: Readonly<Record<string, string>>;
  /** All calls so far but for `--version`, in the order in which they began. */
  readonly calls: () => readonly StubCall[];
  /** Resolves when a step has signalled this name, with the process it stands for. */
  readonly signalled: (name: string) => Promise<number>;
  readonly path: (name: string) => string;
}

/** A home folder of its own for a scenario; removed by `removeFolders`. */
export function stubHome(scenario: StubScenario, env: Readonly<Record<string, string>> = {}): StubHome {
  const home = folderOf({ 'stub-claude.json': JSON.stringify(scenario) });
  const path = [import.meta.dirname, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return {
    home,
    env: { HOME: home, USERPROFILE: home, PATH: path, ANTHROPIC_API_KEY: CANARY, ...env },
    calls: () => callsIn(join(home, 'stub-claude.calls.ndjson')),
    signalled: (name) => signalled(home, name),
    path: (name) => join(home, name),
  };
}

function callsIn(file: string): readonly StubCall[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StubCall);
}

async function signalled(home: string, name: string): Promise<number> {
  const file = join(home, name);
  const stated = (): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (stated() === '') return;
      watcher.close();
      resolve();
    };
    const watcher = watch(home, look);
    look();
  });
  return Number(stated());
}
