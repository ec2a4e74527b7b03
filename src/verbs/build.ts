import { realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { cacheDirectory } from './cache-directory.js';
import { existingFolder } from './folders.js';
import { type Arguments, type Io, type Option, switchOption, textOption, type Verb } from './verb.js';

const CHOICES = ['research', 'fix', 'skip', 'abort'] as const;
const INTERRUPTED = 130;
/** Completed, or what an exit code of 1 and 3 mean for all verbs: something was found, or it is not whole. */
const EXIT_CODES = { completed: 0, failed: 1, aborted: 1, stopped: 3, interrupted: INTERRUPTED, building: 3 } as const;

const OPTIONS: readonly Option[] = [
  { flags: '--plan <file>', description: 'What to build.', default: 'MASTER_PLAN.md, a PRD or REQUIREMENTS.md' },
  { flags: '--resume', description: 'Go on with the build that was stopped in this folder.' },
  { flags: '--dry-run', description: 'Print waves, calls and limits, and do nothing.' },
  { flags: '--max-cost <usd>', description: 'Begin no more agents once that many US dollars are spent.' },
  { flags: '--max-turns <n>', description: 'Begin no more agents once models took that many turns.' },
  { flags: '--max-minutes <n>', description: 'Begin no more agents once they worked that long.' },
  {
    flags: '--on-breaker <choice>',
    description: 'What to do when three fixes did not help: research, fix, skip (not advised), abort.',
    choices: CHOICES,
    default: 'abort',
  },
  {
    flags: '--test-command <command>',
    description: 'Runs the tests.',
    default: 'found by package.json, pyproject.toml, go.mod ...',
  },
  { flags: '--no-evidence', description: 'Do not run the commands again that agents name as evidence.' },
  { flags: '--model <name>', description: 'Model of all agents.', default: 'as their definitions say' },
  { flags: '--permission-mode <mode>', description: 'How agents are asked for permission.', default: 'bypassPermissions' },
  { flags: '--language <code>', description: 'Of progress: en, es, pt, fr, de, it, nl, ru.', default: 'of the environment' },
  { flags: '--skills-dir <dir>', description: 'Where skill files go.', default: '.claude/skills' },
  { flags: '--service <name>', description: 'As contracts and engines call what is built.', default: 'the name of the folder' },
  { flags: '--config <file>', description: 'Settings.', default: '.tallystick.yml' },
  { flags: '--depth <depth>', description: 'Preset: quick, standard, thorough or exhaustive.' },
  { flags: '--allow-commands', description: 'Start the servers of engines that the configuration names.' },
  {
    flags: '--format <format>',
    description: 'How the result is printed.',
    choices: ['text', 'json', 'markdown'],
    default: 'text',
  },
  { flags: '--quiet', description: 'Print nothing but the result.' },
];

/** Milestones, built by agents. */
export const build: Verb = {
  name: 'build',
  summary: 'Build the milestones of a plan with agents, and check what they claim.',
  operands: '[dir]',
  options: OPTIONS,
  examples: [
    { command: 'tallystick build --dry-run', does: 'what would be built, in which order' },
    { command: 'tallystick build --plan docs/plan.md --max-cost 20', does: 'build it, for 20 US dollars at most' },
    { command: 'tallystick build --resume', does: 'go on after Ctrl-C, a crash or a budget that was used up' },
  ],
  run: runBuild,
};

async function runBuild(given: Arguments, io: Io): Promise<number> {
  const quiet = switchOption(given, 'quiet', false);
  const limits = {
    cost: amountOf(given, 'maxCost', 'max-cost'),
    turns: amountOf(given, 'maxTurns', 'max-turns'),
    seconds: secondsOf(amountOf(given, 'maxMinutes', 'max-minutes')),
  };
  const onBreaker = choiceOf(textOption(given, 'onBreaker') ?? 'abort');
  const workspace = realpathSync(existingFolder(io.cwd, given.operands[0] ?? '.'));
  const { settle } = await import('./settings.js');
  const settings = await settle({
    ...{ cwd: io.cwd, env: io.env, by: 'the command line', dir: workspace, scansMayBeOff: true },
    config: textOption(given, 'config'),
    depth: textOption(given, 'depth'),
  });
  const { config } = settings.resolved;
  const scan = { ...settings.request, cacheDirectory: cacheDirectory(io.env) };
  const { commandTrust } = await import('../mcp/choose.js');
  const commands = commandTrust(switchOption(given, 'allowCommands', false), io.env);
  const warn = (warning: string): void => {
    if (!quiet) io.stderr.write(`! ${plain(warning)}\n`);
  };
  const { planToBuild } = await import('./building/plan.js');
  const dry = switchOption(given, 'dryRun', false);
  const plan = await planToBuild({ workspace, file: textOption(given, 'plan'), scan, env: io.env, commands, dry, warn });
  if (dry) {
    const { dryRun } = await import('../build/plan/picture.js');
    io.stdout.write(dryRun(plan, { ...limits, agents: config.agent_teams.max_teammates }));
    return 0;
  }
  if (!quiet) io.stderr.write(`${TOOL.name} ${TOOL.version} · building ${plain(plan.title)}\n\n`);
  const { build: run } = await import('../build/build.js');
  const { systemClock } = await import('../mcp/clients/clock.js');
  const { chosenLanguage } = await import('../build/phases/language.js');
  const { openEngines } = await import('./building/engines.js');
  const { openJournal } = await import('../journal/write.js');
  const { secretsOf } = await import('../model/secrets.js');
  const { createExecutionBackend } = await import('../build/backends/choose.js');
  const { toolsOf } = await import('../build/agents/definition.js');
  const { agents } = await import('../build/agents/index.js');
  const { enginesOf } = await import('../build/agents/engines.js');
  const { watcher } = await import('./building/watch.js');
  const language = chosenLanguage(textOption(given, 'language'), io.env);
  const watch = watcher(io, { quiet, language });
  const resumed = switchOption(given, 'resume', false);
  const permissionMode = textOption(given, 'permissionMode') ?? 'bypassPermissions';
  const built = await run({
    workspace,
    plan,
    resume: resumed,
    config,
    scan,
    env: io.env,
    options: {
      testCommand: textOption(given, 'testCommand'),
      rerunEvidence: switchOption(given, 'evidence', true),
      onBreaker,
      model: textOption(given, 'model'),
      language,
      skillsDir: textOption(given, 'skillsDir') ?? '.claude/skills',
      serviceName: textOption(given, 'service') ?? '',
    },
    limits,
    engines: () =>
      openEngines({
        ...{ workspace, scan, commands, resumed, resolved: settings.resolved, env: io.env, warn: watch.onWarning },
        serviceName: textOption(given, 'service') ?? basename(workspace),
        self: io.self ?? { command: TOOL.name, args: [] },
        serveOptions: serveOptions(given, io),
      }),
    bypass: permissionMode === 'bypassPermissions' && process.getuid?.() !== 0,
    backend: (events) =>
      createExecutionBackend({
        ...{ workspace, config: config.agent_teams, env: io.env, clock: systemClock, permissionMode },
        toolsOf: (name) => {
          const agent = agents.find((each) => each.name === name);
          return agent === undefined ? [] : toolsOf(agent, enginesOf(config));
        },
        journal: openJournal(workspace, { secrets: secretsOf(io.env) }),
        ...events,
      }),
    clock: systemClock,
    signal: io.interruption?.() ?? new AbortController().signal,
    ...watch,
  });
  const { buildReports } = await import('../reports/build/index.js');
  const format = textOption(given, 'format') ?? 'text';
  const render = buildReports.find((each) => each.format === format);
  if (render === undefined)
    throw new UserError(`${format} is no format of builds.`, {
      hint: `Known: ${buildReports.map((each) => each.format).join(', ')}.`,
    });
  io.stdout.write(render.render(built.report));
  return EXIT_CODES[built.report.outcome];
}

/** With which embedded engines that agents ask have the settings of this build. */
function serveOptions(given: Arguments, { cwd }: Io): readonly string[] {
  const [config, depth] = [textOption(given, 'config'), textOption(given, 'depth')];
  return [
    ...(config === undefined ? [] : ['--config', resolve(cwd, config)]),
    ...(depth === undefined ? [] : ['--depth', depth]),
  ];
}

function choiceOf(text: string): (typeof CHOICES)[number] {
  const choice = CHOICES.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new UserError(`--on-breaker is one of ${CHOICES.join(', ')}, not ${text}.`);
}

function amountOf(given: Arguments, name: string, flag: string): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UserError(`--${flag} must be a number above 0, not ${text}.`);
}

function secondsOf(minutes: number | undefined): number | undefined {
  return minutes === undefined ? undefined : minutes * 60;
}
