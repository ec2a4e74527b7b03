import { CommanderError, Help, Option, Command as Program } from 'commander';
import { nearest } from '../model/nearest.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import type { Arguments, Command, Option as CommandOption, Io } from './command.js';
import { EXIT_CODES } from './exit-codes.js';
import type { CommandEntry } from './index.js';
import { versionText } from './revisions/own-commit.js';

const PURPOSE = "Compares a service's code with its API contracts and reports, line by line, where they differ.";
const VERSION_FLAGS = ['-V', '--version'];

/**
 * Runs the command that a command line names, loads only that command, and returns its exit code. UserError: an unknown
 * command or option, a missing value.
 */
export async function runCommandLine(words: readonly string[], commands: readonly CommandEntry[], io: Io): Promise<number> {
  const asked = words[0] === 'help' ? words[1] : words.find((word) => !word.startsWith('-'));
  const entry = commands.find((candidate) => candidate.name === asked);
  const command = await entry?.load();
  let outcome: Promise<number> | undefined;
  const version = words.some((word) => VERSION_FLAGS.includes(word)) ? await versionText(io) : TOOL.version;
  const program = programOf(commands, command, io, version, (given) => {
    outcome = command?.run(given, io);
  });
  if (words.length === 0) {
    io.stderr.write(program.helpInformation());
    throw new UserError('No command was given.', { hint: 'The first step is usually: tallystick scan' });
  }
  if (command === undefined && asked !== undefined) throw unknownCommand(asked, commands);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    throw wrongUse(error, command);
  }
  return outcome ?? 0;
}

function programOf(
  commands: readonly CommandEntry[],
  loaded: Command | undefined,
  io: Io,
  version: string,
  run: (given: Arguments) => void,
): Program {
  const program = new Program(TOOL.name)
    .description(PURPOSE)
    .version(version, VERSION_FLAGS.join(', '), 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .exitOverride()
    .configureHelp({ commandUsage, subcommandTerm: (command) => command.name() })
    .configureOutput({ writeOut: io.stdout.write, writeErr: () => {}, outputError: () => {} })
    .addHelpText(
      'after',
      `\nExit codes:\n${EXIT_CODES.map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`).join('\n')}`,
    );
  for (const { name, summary } of commands) {
    const subprogram = program.command(name).description(summary);
    if (loaded?.name === name) describeCommand(subprogram, loaded, run);
  }
  return program;
}

function commandUsage(program: Program): string {
  return new Help().commandUsage(program).replace('[command]', '<command>');
}

function describeCommand(subprogram: Program, command: Command, run: (given: Arguments) => void): void {
  if (command.operands !== undefined) subprogram.arguments(command.operands);
  for (const option of command.options) subprogram.addOption(commanderOption(option));
  const width = Math.max(0, ...command.examples.map((example) => example.command.length));
  const examples = command.examples.map((example) => `  ${example.command.padEnd(width)}   ${example.does}`);
  if (examples.length > 0) subprogram.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  subprogram.action(() => {
    refuseEmpty(subprogram, command);
    run({ operands: subprogram.args, options: subprogram.opts() });
  });
}

/** Empty words come from unset variables of a shell. */
function refuseEmpty(subprogram: Program, command: Command): void {
  const hint = 'A variable may be unset.';
  if (subprogram.args.includes('')) throw new UserError(`${command.operands ?? 'An argument'} is empty.`, { hint });
  for (const option of subprogram.options) {
    const value: unknown = subprogram.opts()[option.attributeName()];
    if (value === '' || (Array.isArray(value) && value.includes('')))
      throw new UserError(`${option.long ?? option.flags} is empty.`, { hint });
  }
}

function commanderOption(option: CommandOption): Option {
  const otherwise = option.default === undefined ? '' : ` (default: ${option.default})`;
  const repeatable = option.repeatable === true ? ' May be repeated.' : '';
  const made = new Option(option.flags, `${option.description}${repeatable}${otherwise}`);
  if (option.repeatable === true)
    made.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  if (option.choices !== undefined) made.choices(option.choices);
  return made;
}

function unknownCommand(asked: string, commands: readonly CommandEntry[]): UserError {
  const names = commands.map((command) => command.name);
  const meant = nearest(asked, names);
  const hint =
    meant !== undefined
      ? `Did you mean ${TOOL.name} ${meant}?`
      : /[./\\]/.test(asked)
        ? `To scan a folder: ${TOOL.name} scan ${asked}`
        : `Known: ${names.join(', ')}.`;
  return new UserError(`There is no command ${asked}.`, { hint });
}

/** Turns an error of Commander, such as `error: unknown option '--fromat'\n(Did you mean --format?)`, into a UserError. */
function wrongUse(error: CommanderError, command: Command | undefined): UserError {
  const [firstLine = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const sentence = `${firstLine.charAt(0).toUpperCase()}${firstLine.slice(1)}`;
  const help = command === undefined ? `${TOOL.name} --help` : `${TOOL.name} ${command.name} --help`;
  return new UserError(sentence.endsWith('.') ? sentence : `${sentence}.`, {
    hint: suggestion === '' ? `${help} lists all commands and options.` : suggestion,
  });
}
