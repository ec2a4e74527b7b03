import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { BREAKER_CHOICES } from '../builder/agent-report/breaker.js';
import type { BuildReport } from '../model/build-report.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { buildExitCode } from './building/exit-code.js';
import { type BuildSettings, breakerChoice, DEFAULT_OPTIONS, limitsOf } from './building/wishes.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, type Option, switchOption, textOption } from './command.js';
import { existingFolder } from './folders.js';

const OPTIONS: readonly Option[] = [
  {
    flags: '--plan <file>',
    description: 'What to build.',
    default: 'MASTER_PLAN.md, a PRD, tasks of TaskMaster, REQUIREMENTS.md',
  },
  { flags: '--resume', description: 'Resume the build that was stopped in this folder.' },
  { flags: '--dry-run', description: 'Print waves, calls and limits, and do nothing.' },
  { flags: '--max-cost <usd>', description: 'Start no more agents once this many US dollars are spent.' },
  { flags: '--max-turns <n>', description: 'Start no more agents once models took this many turns.' },
  { flags: '--max-minutes <n>', description: 'Start no more agents once they worked this long.' },
  {
    flags: '--on-breaker <choice>',
    description: 'What to do when three fixes did not help: research, fix, skip (not advised), abort.',
    choices: BREAKER_CHOICES,
    default: 'a terminal is asked, else abort',
  },
  {
    flags: '--test-command <command>',
    description: 'Runs the tests.',
    default: 'found by package.json, pyproject.toml, go.mod ...',
  },
  { flags: '--no-evidence', description: 'Do not run again the commands that agents give as evidence.' },
  { flags: '--model <name>', description: 'Model of all agents.', default: 'as their definitions say' },
  {
    flags: '--permission-mode <mode>',
    description: 'Permission mode of the agents.',
    default: 'bypassPermissions; of a team as configured',
  },
  { flags: '--language <code>', description: 'Of progress: en, es, pt, fr, de, it, nl, ru.', default: 'of the environment' },
  { flags: '--skills-dir <dir>', description: 'Where skill files go.', default: '.claude/skills' },
  { flags: '--service <name>', description: 'Name of the service in contracts and engines.', default: 'the name of the folder' },
  { flags: '--config <file>', description: 'Settings.', default: '.tallystick.yml' },
  { flags: '--depth <depth>', description: 'Preset: quick, standard, thorough or exhaustive.' },
  { flags: '--allow-commands', description: 'Start the engine servers that the configuration names.' },
  {
    flags: '--format <format>',
    description: 'How the result is printed.',
    choices: ['text', 'json', 'markdown'],
    default: 'text',
  },
  { flags: '--quiet', description: 'Print nothing but the result.' },
];

export const build: Command = {
  name: 'build',
  summary: 'Build the milestones of a plan with agents, and verify their reports.',
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
  // A user who gave the choice as an option is not asked.
  const { breakerQuestion } = await import('./building/ask-breaker.js');
  const wishes = { ...wishesOf(given), ask: textOption(given, 'onBreaker') === undefined ? breakerQuestion(io) : undefined };
  const render = await rendererOf(textOption(given, 'format') ?? 'text');
  const workspace = realpathSync(existingFolder(io.cwd, given.operands[0] ?? '.'));
  const { settle } = await import('./settings.js');
  const { resolved, request } = await settle({
    ...{ cwd: io.cwd, env: io.env, by: 'the command line', dir: workspace, scansMayBeOff: true },
    config: textOption(given, 'config'),
    depth: textOption(given, 'depth'),
  });
  const scan = { ...request, cacheDirectory: cacheDirectory(io.env) };
  const { commandTrust } = await import('../mcp/choose.js');
  const commands = commandTrust(switchOption(given, 'allowCommands', false), io.env);
  const warn = (warning: string): void => {
    if (!quiet) io.stderr.write(`! ${plain(warning)}\n`);
  };
  const { planToBuild } = await import('./building/plan.js');
  const dry = switchOption(given, 'dryRun', false);
  const plan = await planToBuild({ workspace, file: textOption(given, 'plan'), scan, env: io.env, commands, dry, warn });
  if (dry) {
    const [{ dryRun }, { checksOf }] = await Promise.all([import('../builder/plan/picture.js'), import('../builder/checks.js')]);
    io.stdout.write(
      dryRun(plan, { ...wishes.limits, agents: resolved.config.agent_teams.max_teammates, checks: checksOf(resolved.config) }),
    );
    return 0;
  }
  if (!quiet) io.stderr.write(`${TOOL.name} ${TOOL.version} · building ${plain(plan.title)}\n\n`);
  const [{ buildPlan }, { watcher }] = await Promise.all([import('./building/building.js'), import('./building/watch.js')]);
  const { chosenLanguage } = await import('../builder/phases/language.js');
  const language = chosenLanguage(wishes.language, io.env);
  const report = await buildPlan({
    ...{ workspace, plan, resolved, scan, commands, env: io.env },
    wishes: { ...wishes, language },
    self: io.self ?? { command: TOOL.name, args: [] },
    serveOptions: serveOptions(given, io),
    watch: watcher(io, { quiet, language, cost: wishes.limits.cost }),
    signal: io.interruption?.() ?? new AbortController().signal,
  });
  io.stdout.write(render(report));
  return buildExitCode(report);
}

function wishesOf(given: Arguments): BuildSettings {
  const text = (name: string): string | undefined => textOption(given, name);
  return {
    resume: switchOption(given, 'resume', false),
    limits: limitsOf({ cost: text('maxCost'), turns: text('maxTurns'), minutes: text('maxMinutes') }, '--'),
    onBreaker: breakerChoice(text('onBreaker') ?? DEFAULT_OPTIONS.onBreaker, '--on-breaker'),
    testCommand: text('testCommand'),
    rerunEvidence: switchOption(given, 'evidence', DEFAULT_OPTIONS.rerunEvidence),
    model: text('model'),
    permissionMode: text('permissionMode'),
    language: text('language'),
    skillsDir: text('skillsDir') ?? DEFAULT_OPTIONS.skillsDir,
    service: text('service'),
  };
}

/** UserError for an unknown format, before the build starts. */
async function rendererOf(format: string): Promise<(report: BuildReport) => string> {
  const { buildReports } = await import('../reports/builder/index.js');
  const found = buildReports.find((each) => each.format === format);
  if (found !== undefined) return found.render;
  throw new UserError(`${format} is no format of builds.`, {
    hint: `Known: ${buildReports.map((each) => each.format).join(', ')}.`,
  });
}

/** Options of `serve` that give embedded engines the settings of this build. */
function serveOptions(given: Arguments, { cwd }: Io): readonly string[] {
  const [config, depth] = [textOption(given, 'config'), textOption(given, 'depth')];
  return [
    ...(config === undefined ? [] : ['--config', resolve(cwd, config)]),
    ...(depth === undefined ? [] : ['--depth', depth]),
  ];
}
