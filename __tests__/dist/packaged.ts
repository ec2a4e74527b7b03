import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../architecture/source-files.js';

/** A finished process. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a step of a job left behind. */
export interface Step extends Finished {
  /** The files that a runner reads after the step. */
  readonly output: string;
  readonly summary: string;
}

/** The committed bundle, copied to where no package is installed, and what is needed to run it there. */
export interface Packaged {
  /** A folder with nothing else in it. */
  readonly folder: string;
  readonly cli: (words: readonly string[], cwd?: string) => Finished;
  /** Runs the Action as a runner does. `inputs` are those of the step's `with:`; all others have their defaults. */
  readonly action: (workspace: string, inputs?: Readonly<Record<string, string>>, env?: Readonly<Record<string, string>>) => Step;
  readonly remove: () => void;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
}

export function unpack(): Packaged {
  if (!existsSync(join(root, 'dist', 'index.js')))
    throw new Error('There is no bundle in dist: run `npm run bundle` and commit it.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-packaged-')));
  const dist = join(folder, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true });
  const { inputs: declared } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as ActionFile;
  let steps = 0;

  function start(
    door: string,
    words: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string | undefined>>,
  ): Finished {
    const given = Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
    const run = spawnSync(process.execPath, [join(dist, door), ...words], {
      cwd,
      env: given,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return { code: run.status, stdout: run.stdout, stderr: run.stderr };
  }

  function action(
    workspace: string,
    inputs: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = {},
  ): Step {
    const temp = join(folder, `runner ${++steps}`);
    mkdirSync(temp);
    const [output, summary, event] = [join(temp, 'output'), join(temp, 'summary.md'), join(temp, 'event.json')];
    writeFileSync(output, '');
    writeFileSync(summary, '');
    writeFileSync(
      event,
      JSON.stringify({ action: 'opened', number: 7, pull_request: { head: { ref: 'change' }, base: { ref: 'main' } } }),
    );
    const passed = Object.entries(declared).map(([name, input]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      inputs[name] ?? input.default ?? '',
    ]);
    const finished = start('action.js', [], workspace, {
      ...system(),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: event,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temp,
      ...Object.fromEntries(passed),
      ...env,
    });
    return { ...finished, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
  }

  return {
    folder,
    cli: (words, cwd = folder) =>
      start('cli.js', words, cwd, { ...system(), HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }),
    action,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a process needs of the environment on any system, and nothing of this one's own settings. */
function system(): Readonly<Record<string, string | undefined>> {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP };
}
