import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { root } from '../architecture/source-files.js';
import type { GitHub } from '../github/loopback/server.js';
import type { Token } from '../github/loopback/token.js';
import { type Command, readLog, readOutputs } from '../github/runner.js';
import type { TestEvent } from './events.js';
import { FOLDERS, type Folder } from './folders.js';
import { retainedSummary, shownAnnotations } from './runner-limits.js';

/** A job of a workflow: what its steps have in common. */
export interface Job {
  readonly event: TestEvent;
  /** The checkout; the root of the workspace. */
  readonly workspace: string;
  readonly github?: Pick<GitHub, 'api' | 'server' | 'graphql'>;
  /** The job's token; none at all where it is left out. */
  readonly token?: Token | undefined;
  /** The folder of the action; absent: the main one. */
  readonly action?: Folder;
  /** Of a step's `with:`; all others have their defaults. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Inputs that no `action.yml` declares: a runner hands them over too, with a warning of its own. */
  readonly undeclared?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The program that runs the action: this Node, or another one of `nodes`. */
  readonly node?: string;
  /** Numbers of the run and its attempt. */
  readonly run?: number;
  readonly attempt?: number;
}

/** What a runner makes of a finished step. */
export interface Step {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Log commands that the runner obeyed, and the lines that it showed. */
  readonly commands: readonly Command[];
  readonly shown: readonly string[];
  /** What of the commands becomes annotations: 10 a level, cut at 4,096 characters; the runner drops the rest in silence. */
  readonly annotations: readonly Command[];
  readonly outputs: Readonly<Record<string, string>>;
  /** The job summary as the page shows it: nothing when it is too large. */
  readonly summary: string;
  /** Variables, state and search paths that the step set for later ones. */
  readonly variables: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly main: string };
}

/** A machine with the action on it: unpacked where no package is installed, as a runner downloads it. */
export interface Runner {
  readonly folder: string;
  readonly step: (job: Job) => Promise<Step>;
  /** Runs the command line that comes with the action. Returns its exit code. */
  readonly cli: (words: readonly string[], env: Readonly<Record<string, string>>) => Promise<number | null>;
  readonly remove: () => void;
}

/** Where the action lies, once for all tests of a file. */
let action: string | undefined;
afterAll(() => {
  if (action !== undefined) rmSync(action, { recursive: true, force: true });
});

function unpacked(): string {
  if (action !== undefined) return action;
  action = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-action-')));
  for (const name of ['action.yml', 'package.json', ...FOLDERS])
    cpSync(join(root, name), join(action, name), { recursive: true });
  const given = process.env.TALLYSTICK_ACTION ?? '';
  if (given === '') {
    cpSync(join(root, 'dist'), join(action, 'dist'), { recursive: true });
    return action;
  }
  mkdirSync(join(action, 'dist'));
  const doors = { 'action.js': given, 'cli.js': join(compiledBeside(given), 'cli.js') };
  for (const [door, file] of Object.entries(doors)) {
    writeFileSync(join(action, 'dist', door), `await import(${JSON.stringify(pathToFileURL(file).href)});\n`);
  }
  return action;
}

/** The folder of a build whose `action.js` stands in it, or in a folder of its own. */
function compiledBeside(file: string): string {
  const folder = dirname(file);
  return existsSync(join(folder, 'cli.js')) ? folder : dirname(folder);
}

/**
 * The program to run: `dist`, or what TALLYSTICK_ACTION names, such as the `action.js` of an unbundled build (its packages must
 * be beside it).
 */
export function startRunner(): Runner {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-runner-')));
  let steps = 0;
  const step = (job: Job): Promise<Step> => {
    const place = join(unpacked(), job.action ?? '');
    const { inputs, runs } = parse(readFileSync(join(place, 'action.yml'), 'utf8')) as ActionFile;
    const main = join(place, runs.main);
    if (!existsSync(main)) throw new Error(`There is no ${main}: run \`npm run bundle\`.`);
    return runStep(job, { temp: join(folder, `step ${++steps}`), main, declared: inputs });
  };
  const cli: Runner['cli'] = async (words, env) => {
    const { PATH, SystemRoot } = process.env;
    return (await started([process.execPath, join(unpacked(), 'dist', 'cli.js'), ...words], folder, { PATH, SystemRoot, ...env }))
      .code;
  };
  return { folder, step, cli, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Whether what runs is a bundle. A build of single files, which may change at any time, keeps no facts. */
export const isBundle: boolean = (() => {
  const given = process.env.TALLYSTICK_ACTION ?? '';
  return given === '' || !existsSync(join(compiledBeside(given), 'model', 'tool.js'));
})();

interface Machine {
  readonly temp: string;
  readonly main: string;
  readonly declared: ActionFile['inputs'];
}

const COMMAND_FILES = ['OUTPUT', 'STEP_SUMMARY', 'ENV', 'STATE', 'PATH'] as const;

async function runStep(job: Job, machine: Machine): Promise<Step> {
  const { temp } = machine;
  mkdirSync(temp);
  const files = Object.fromEntries(COMMAND_FILES.map((name) => [name, join(temp, `${name.toLowerCase()} file`)]));
  for (const file of Object.values(files)) writeFileSync(file, '');
  writeFileSync(join(temp, 'event.json'), JSON.stringify(job.event.payload));
  const env = {
    ...environmentOf(job, machine),
    ...Object.fromEntries(COMMAND_FILES.map((name) => [`GITHUB_${name}`, files[name]])),
    ...job.env,
  };
  const finished = await started([job.node ?? process.execPath, machine.main], job.workspace, env);
  const read = (name: (typeof COMMAND_FILES)[number]): string => readFileSync(files[name] ?? '', 'utf8');
  const { commands, shown } = readLog(finished.stdout);
  const summary = retainedSummary(read('STEP_SUMMARY'));
  return {
    ...finished,
    commands,
    shown,
    annotations: shownAnnotations([...commands, ...summary.complaints]),
    outputs: readOutputs(read('OUTPUT')),
    summary: summary.text,
    variables: readOutputs(read('ENV')),
    state: readOutputs(read('STATE')),
  };
}

/** Variables of a job, and the inputs of the step; expressions in defaults are worked out as the runner does it. */
function environmentOf(job: Job, { temp, main, declared }: Machine): Readonly<Record<string, string | undefined>> {
  const { event, workspace, github, token, inputs = {}, undeclared = {}, run = 42, attempt = 1 } = job;
  const evaluated = (text: string): string => text.replaceAll(/\$\{\{ github\.token \}\}/g, token?.secret ?? '');
  const variable = (name: string): string => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
  const passed = [
    ...Object.entries(undeclared).map(([name, text]) => [variable(name), text.trim()]),
    ...Object.entries(declared).map(([name, input]) => [variable(name), evaluated(inputs[name] ?? input.default ?? '').trim()]),
  ];
  const unknown = Object.keys(inputs).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}.`);
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return {
    PATH,
    SystemRoot,
    TEMP,
    TMP,
    HOME: temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__octo-org_tallystick',
    GITHUB_ACTION_PATH: dirname(main),
    GITHUB_ACTOR: 'octocat',
    GITHUB_TRIGGERING_ACTOR: 'octocat',
    GITHUB_JOB: 'contracts',
    GITHUB_WORKFLOW: 'contracts',
    GITHUB_REPOSITORY: 'octo-org/service',
    GITHUB_REPOSITORY_ID: '4711',
    GITHUB_REPOSITORY_OWNER: 'octo-org',
    GITHUB_RUN_ID: String(run),
    GITHUB_RUN_NUMBER: String(run),
    GITHUB_RUN_ATTEMPT: String(attempt),
    // Nothing listens there: a test that gives no GitHub must not reach the real one.
    GITHUB_API_URL: github?.api ?? 'http://127.0.0.1:9',
    GITHUB_SERVER_URL: github?.server ?? 'http://127.0.0.1:9',
    GITHUB_GRAPHQL_URL: github?.graphql ?? 'http://127.0.0.1:9/graphql',
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: join(temp, 'tools'),
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_NAME: 'test',
    ...event.environment,
    ...Object.fromEntries(passed),
  };
}

/** Runs beside this process, so that a loopback GitHub in it can answer. */
function started(
  [program = '', ...words]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<Step, 'code' | 'stdout' | 'stderr'>> {
  const given = Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return new Promise((finished, failed) => {
    const child = spawn(program, words, { cwd, env: given, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => stdout.push(part));
    child.stderr.on('data', (part: Buffer) => stderr.push(part));
    child.on('error', failed);
    child.on('close', (code) =>
      finished({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
  });
}
