import { TOOL } from '../model/tool.js';
import { isReady, preflightJson, preflightText } from '../reports/preflight.js';
import { type Arguments, type Command, type Io, switchOption } from './command.js';
import { existingFolder } from './folders.js';
import { SCAN_OPTIONS, wishesOf } from './scan.js';

/** Looks for problems before a validation or a build. Changes nothing except the journal of calls. */
export const preflight: Command = {
  name: 'preflight',
  summary: 'Check the setup: settings, contracts, engines, hooks, folders, programs, permissions.',
  operands: '[dir]',
  options: [
    ...SCAN_OPTIONS,
    { flags: '--allow-commands', description: 'Start the servers that the configuration of the repository names.' },
    { flags: '--json', description: 'Print the result as JSON.' },
  ],
  examples: [
    { command: 'tallystick preflight', does: 'a line for each check, with what to do' },
    { command: 'tallystick preflight --allow-commands --json', does: 'with the servers of .tallystick.yml, for other programs' },
  ],
  run: runPreflight,
};

async function runPreflight(given: Arguments, io: Io): Promise<number> {
  const dir = given.operands[0];
  const { findRepository } = await import('../config/repository.js');
  const { contractsCheck, settingsCheck } = await import('./checks/settings.js');
  const { checks } = await import('./checks/index.js');
  const repository = findRepository(existingFolder(io.cwd, dir ?? '.'));
  const { check, settings } = await settingsCheck({ ...wishesOf(given, io), dir });
  const allowCommands = switchOption(given, 'allowCommands', false);
  const where = { repository, env: io.env, now: Date.now(), allowCommands, settings };
  const found = [check, ...(settings === undefined ? [] : [await contractsCheck(settings)])];
  for (const each of checks) found.push(...(await each(where)));
  io.stdout.write(switchOption(given, 'json', false) ? preflightJson(found, TOOL) : preflightText(found));
  return isReady(found) ? 0 : 1;
}
