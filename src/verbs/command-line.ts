import { Command, CommanderError, Help, Option } from 'commander';
import { nearest } from '../model/nearest.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { EXIT_CODES } from './exit-codes.js';
import type { VerbEntry } from './index.js';
import type { Arguments, Io, Verb, Option as VerbOption } from './verb.js';

const PURPOSE = "Holds a service's code against its API contracts and says, line by line, where they no longer fit.";

/**
 * Runs the verb that the words of a command line name and gives its exit code. Only that verb is loaded.
 * UserError: an unknown verb or option, a missing value.
 */
export async function runCommandLine(words: readonly string[], verbs: readonly VerbEntry[], io: Io): Promise<number> {
  const asked = words[0] === 'help' ? words[1] : words.find((word) => !word.startsWith('-'));
  const entry = verbs.find((candidate) => candidate.name === asked);
  const verb = await entry?.load();
  let outcome: Promise<number> | undefined;
  const program = programOf(verbs, verb, io, (given) => {
    outcome = verb?.run(given, io);
  });
  if (words.length === 0) {
    io.stderr.write(program.helpInformation());
    throw new UserError('No verb was given.', { hint: 'The first step is usually: tallystick scan' });
  }
  if (verb === undefined && asked !== undefined) throw unknownVerb(asked, verbs);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    throw wrongUse(error, verb);
  }
  return outcome ?? 0;
}

function programOf(verbs: readonly VerbEntry[], loaded: Verb | undefined, io: Io, run: (given: Arguments) => void): Command {
  const program = new Command(TOOL.name)
    .description(PURPOSE)
    .version(`${TOOL.name} ${TOOL.version}`, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [verb]', 'Print the help of a verb.')
    .exitOverride()
    .configureHelp({ commandUsage, subcommandTerm: (command) => command.name() })
    .configureOutput({ writeOut: io.stdout.write, writeErr: () => {}, outputError: () => {} })
    .addHelpText(
      'after',
      `\nExit codes:\n${EXIT_CODES.map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`).join('\n')}`,
    );
  for (const { name, summary } of verbs) {
    const command = program.command(name).description(summary);
    if (loaded?.name === name) describeVerb(command, loaded, run);
  }
  return program;
}

function commandUsage(command: Command): string {
  return new Help().commandUsage(command).replace('[command]', '<verb>');
}

function describeVerb(command: Command, verb: Verb, run: (given: Arguments) => void): void {
  if (verb.operands !== undefined) command.arguments(verb.operands);
  for (const option of verb.options) command.addOption(commanderOption(option));
  const width = Math.max(0, ...verb.examples.map((example) => example.command.length));
  const examples = verb.examples.map((example) => `  ${example.command.padEnd(width)}   ${example.does}`);
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(() => {
    refuseEmpty(command, verb);
    run({ operands: command.args, options: command.opts() });
  });
}

/** Empty words come from variables of a shell that are not set: whatever was meant, it was not this. */
function refuseEmpty(command: Command, verb: Verb): void {
  const hint = 'A variable that is not set, perhaps.';
  if (command.args.includes('')) throw new UserError(`${verb.operands ?? 'An argument'} is empty.`, { hint });
  for (const option of command.options) {
    const value: unknown = command.opts()[option.attributeName()];
    if (value === '' || (Array.isArray(value) && value.includes('')))
      throw new UserError(`${option.long ?? option.flags} is empty.`, { hint });
  }
}

function commanderOption(option: VerbOption): Option {
  const otherwise = option.default === undefined ? '' : ` (default: ${option.default})`;
  const repeatable = option.repeatable === true ? ' May be repeated.' : '';
  const made = new Option(option.flags, `${option.description}${repeatable}${otherwise}`);
  if (option.repeatable === true)
    made.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  if (option.choices !== undefined) made.choices(option.choices);
  return made;
}

function unknownVerb(asked: string, verbs: readonly VerbEntry[]): UserError {
  const names = verbs.map((verb) => verb.name);
  const meant = nearest(asked, names);
  const hint =
    meant !== undefined
      ? `Did you mean ${TOOL.name} ${meant}?`
      : /[./\\]/.test(asked)
        ? `To scan a folder: ${TOOL.name} scan ${asked}`
        : `Known: ${names.join(', ')}.`;
  return new UserError(`There is no verb ${asked}.`, { hint });
}

/** Commander's own words, such as `error: unknown option '--fromat'\n(Did you mean --format?)`, as a mistake of the user's. */
function wrongUse(error: CommanderError, verb: Verb | undefined): UserError {
  const [said = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  const help = verb === undefined ? `${TOOL.name} --help` : `${TOOL.name} ${verb.name} --help`;
  return new UserError(sentence.endsWith('.') ? sentence : `${sentence}.`, {
    hint: suggestion === '' ? `${help} lists what there is.` : suggestion,
  });
}
