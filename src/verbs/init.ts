import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findRepository } from '../config/repository.js';
import { defaultBranchOf } from '../git/branches.js';
import { gitPlace } from '../git/revisions.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { counted } from '../reports/verdict.js';
import { existingFolder } from './folders.js';
import { configFor } from './init-config.js';
import { type Survey, survey } from './init-survey.js';
import { workflowFor } from './init-workflow.js';
import { writeWhole } from './publish.js';
import { type Arguments, type Io, switchOption, textOption, type Verb } from './verb.js';

const CONFIG = '.tallystick.yml';
const WORKFLOW = '.github/workflows/tallystick.yml';
/** Whoever holds the Action is not known here: a workflow must be told. */
const PLACEHOLDER = 'OWNER/tallystick@v1';

/** First settings and a workflow, for what is found in a repository. */
export const init: Verb = {
  name: 'init',
  summary: 'Write a configuration and a workflow for what is found in the repository.',
  operands: '[dir]',
  options: [
    { flags: '--yes', description: 'Overwrite files that are there, without asking.' },
    { flags: '--action <reference>', description: 'The Action that the workflow uses, OWNER/NAME@REF.', default: PLACEHOLDER },
    { flags: '--no-workflow', description: 'Write the configuration alone.' },
    {
      flags: '--mcp',
      description: 'Write neither, but the engines into `.mcp.json`, for coding agents. Other servers in it stay.',
    },
  ],
  examples: [
    { command: 'tallystick init', does: 'look at this repository, and write both files' },
    { command: 'tallystick init --yes --no-workflow', does: 'write the configuration anew' },
    { command: 'tallystick init --mcp', does: 'let coding agents find the engines' },
  ],
  run: runInit,
};

interface NewFile {
  /** Repository-relative. */
  readonly path: string;
  readonly content: string;
}

async function runInit(given: Arguments, io: Io): Promise<number> {
  if (switchOption(given, 'mcp', false)) return (await import('./init-mcp.js')).writeServers(given, io);
  const action = actionOf(textOption(given, 'action') ?? PLACEHOLDER);
  const dir = existingFolder(io.cwd, given.operands[0] ?? '.');
  const repository = findRepository(dir);
  const found = await survey(repository, dir);
  for (const line of foundLines(found)) io.stdout.write(`${line}\n`);
  const files: NewFile[] = [{ path: CONFIG, content: configFor(found) }];
  if (switchOption(given, 'workflow', true)) {
    const place = gitPlace(repository);
    const defaultBranch = place === undefined ? undefined : await defaultBranchOf(place);
    files.push({ path: WORKFLOW, content: workflowFor({ action, defaultBranch, services: found.services }) });
  }
  // All is known to be possible before the first file is written.
  const yes = switchOption(given, 'yes', false);
  const wanted: NewFile[] = [];
  for (const file of files) if (await isWanted(file, { repository, yes, io })) wanted.push(file);
  for (const { path, content } of wanted) {
    writeWhole(join(repository, path), content);
    io.stdout.write(`Wrote ${shown(join(repository, path), io)}\n`);
  }
  for (const line of nextLines(wanted, action, found)) io.stdout.write(`${line}\n`);
  return 0;
}

interface Setting {
  readonly repository: string;
  readonly yes: boolean;
  readonly io: Io;
}

/** Whether a file is to be written: asks where another one is there. UserError: nobody can be asked, or it would lie elsewhere. */
async function isWanted({ path, content }: NewFile, { repository, yes, io }: Setting): Promise<boolean> {
  const file = join(repository, path);
  refuseElsewhere(repository, path);
  if (!existsSync(file)) return true;
  const name = shown(file, io);
  if (isSame(file, content)) {
    io.stdout.write(`${name} is as it would be written.\n`);
    return false;
  }
  if (yes) return true;
  if (io.ask === undefined) throw new UserError(`${name} is there already.`, { hint: 'With --yes it is overwritten.' });
  const answer = await io.ask(`${name} is there already. Overwrite it? [y/N] `);
  if (/^y(?:es)?$/i.test(answer.trim())) return true;
  io.stdout.write(`Left ${name} as it is.\n`);
  return false;
}

function isSame(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content;
  } catch {
    return false;
  }
}

/** A folder of the repository may be a link that leads out of it. */
function refuseElsewhere(repository: string, path: string): void {
  let folder = dirname(join(repository, path));
  while (!existsSync(folder)) folder = dirname(folder);
  const inner = relative(realpathSync(repository), realpathSync(folder));
  if (!inner.startsWith('..')) return;
  throw new UserError(`${dirname(path)} is a link to a folder outside the repository.`, { hint: 'Put a folder there.' });
}

function foundLines({ contracts, frameworks, routes, files, services, trouble }: Survey): readonly string[] {
  // Its hint is for whoever scans.
  if (trouble !== undefined) return [plain(trouble.message)];
  const by = frameworks.length === 0 ? '' : ` of ${frameworks.join(', ')}`;
  return [
    ...contracts.map(({ file, title, version, promises, noun, basePath }) => {
      const below = basePath === null || basePath === '' || basePath === '/' ? '' : `, served below ${basePath}`;
      return plain(`Found ${file}: ${title} ${version}, ${counted(promises, noun)}${below}`);
    }),
    `Found ${counted(routes, 'route')}${by} in ${counted(files, 'file')}`,
    ...(services.length === 0 ? [] : [`Found ${services.length} services: ${services.map(({ name }) => name).join(', ')}`]),
  ];
}

function nextLines(wanted: readonly NewFile[], action: string, { trouble, services }: Survey): readonly string[] {
  const unnamed = wanted.some(({ path }) => path === WORKFLOW) && action === PLACEHOLDER;
  const [first] = services;
  const scan = first === undefined ? `${TOOL.name} scan` : `${TOOL.name} scan --service ${first.name}`;
  return [
    ...(unnamed ? [`In ${WORKFLOW}, put the account that holds the Action in place of OWNER.`] : []),
    trouble === undefined ? `Next: ${scan}` : `Next: name the contract in ${CONFIG}, then ${TOOL.name} scan`,
  ];
}

function actionOf(reference: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,100}\/[A-Za-z0-9._/-]{1,200}@[A-Za-z0-9._/-]{1,200}$/.test(reference)) return reference;
  throw new UserError(`--action ${reference} is not of the form OWNER/NAME@REF.`, {
    hint: `For example --action ${PLACEHOLDER}.`,
  });
}

function shown(file: string, io: Io): string {
  return plain(relative(io.cwd, file).replaceAll('\\', '/'));
}
