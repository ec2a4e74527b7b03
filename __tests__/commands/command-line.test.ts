import type { Arguments, Command } from '../../src/commands/command.js';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { UserError } from '../../src/model/user-error.js';
import { recordedIo } from './io.js';

/** A command that keeps what it was given. */
function spy(): { command: Command; given: () => Arguments | undefined } {
  let seen: Arguments | undefined;
  const command: Command = {
    name: 'weigh',
    summary: 'Weigh things.',
    operands: '[things...]',
    options: [
      { flags: '--unit <unit>', description: 'The unit.', default: 'gram' },
      { flags: '--with <tool>', description: 'A tool.', repeatable: true },
      { flags: '--no-tare', description: 'With the dish.' },
      { flags: '-o, --out <file>', description: 'The file.' },
    ],
    examples: [{ command: 'tallystick weigh salt', does: 'weighs salt' }],
    run: async (given) => {
      seen = given;
      return 7;
    },
  };
  return { command, given: () => seen };
}

const entryOf = (command: Command) => ({ name: command.name, summary: command.summary, load: async () => command });

async function mistakeOf(words: readonly string[], list = commands): Promise<UserError> {
  const error = await runCommandLine(words, list, recordedIo()).catch((caught: unknown) => caught);
  if (error instanceof UserError) return error;
  throw new Error(`No mistake: ${String(error)}`);
}

describe('the command line', () => {
  test('hands operands and options to the command and returns its exit code', async () => {
    const { command, given } = spy();
    const words = ['weigh', 'salt', '--with', 'spoon', 'flour', '--with=scale', '--unit', 'ounce', '-o', 'x.txt'];
    expect(await runCommandLine(words, [entryOf(command)], recordedIo())).toBe(7);
    expect(given()).toEqual({
      operands: ['salt', 'flour'],
      options: { with: ['spoon', 'scale'], unit: 'ounce', tare: true, out: 'x.txt' },
    });
  });

  test('an option that is not given is not there; a switch is', async () => {
    const { command, given } = spy();
    await runCommandLine(['weigh', '--no-tare'], [entryOf(command)], recordedIo());
    expect(given()).toEqual({ operands: [], options: { tare: false } });
  });

  test.each([
    [['weigh', ''], '[things...] is empty.'],
    [['weigh', '--unit', ''], '--unit is empty.'],
    [['weigh', '--with', 'spoon', '--with='], '--with is empty.'],
  ])('an empty word is a mistake, as a variable leaves it that is not set: %j', async (words, message) => {
    const { command, given } = spy();
    expect((await mistakeOf(words, [entryOf(command)])).message).toBe(message);
    expect(given()).toBeUndefined();
  });

  test('loads only the command that is asked for', async () => {
    const { command } = spy();
    const other = { name: 'burn', summary: 'Burn things.', load: () => Promise.reject(new Error('It was loaded.')) };
    expect(await runCommandLine(['weigh'], [other, entryOf(command)], recordedIo())).toBe(7);
  });

  test.each([
    [['scan', '--fromat', 'json'], "Unknown option '--fromat'.", 'Did you mean --format?'],
    [['scan', '--nonsense'], "Unknown option '--nonsense'.", 'tallystick scan --help lists all commands and options.'],
    [['scna'], 'There is no command scna.', 'Did you mean tallystick scan?'],
    [['./services/books'], 'There is no command ./services/books.', 'To scan a folder: tallystick scan ./services/books'],
    [
      ['scan', '--format'],
      "Option '--format <format>' argument missing.",
      'tallystick scan --help lists all commands and options.',
    ],
    [['--versoin'], "Unknown option '--versoin'.", 'Did you mean --version?'],
    [[], 'No command was given.', 'The first step is usually: tallystick scan'],
  ])('%j is a mistake that is named with what was meant', async (words, message, hint) => {
    const mistake = await mistakeOf(words);
    expect([mistake.message, mistake.hint]).toEqual([message, hint]);
  });

  test('--version and --help go to stdout', async () => {
    const io = recordedIo();
    expect(await runCommandLine(['--version'], commands, io)).toBe(0);
    expect(io.out()).toMatch(/^tallystick \d+\.\d+\.\d+\n$/);
    const help = recordedIo();
    expect(await runCommandLine(['--help'], commands, help)).toBe(0);
    for (const { name, summary } of commands) expect(help.out().replace(/\s+/g, ' ')).toContain(`${name} ${summary}`);
    expect(help.err()).toBe('');
  });

  test.each([[['weigh', '--help']], [['help', 'weigh']]])('%j shows options and examples', async (words) => {
    const io = recordedIo();
    expect(await runCommandLine(words, [entryOf(spy().command)], io)).toBe(0);
    expect(io.out()).toContain('--unit <unit>');
    expect(io.out()).toContain('The unit. (default: gram)');
    expect(io.out()).toContain('tallystick weigh salt   weighs salt');
  });
});

describe('the table of commands', () => {
  test.each(commands.map((entry) => [entry.name, entry] as const))(
    '%s says the same as the command itself, and has an example',
    async (_, entry) => {
      const command = await entry.load();
      expect([command.name, command.summary]).toEqual([entry.name, entry.summary]);
      expect(command.examples.length).toBeGreaterThan(0);
      expect(command.examples.every((example) => example.command.startsWith(`tallystick ${command.name}`))).toBe(true);
    },
  );
});
