import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findRepository } from '../config/repository.js';
import { defaultBranchOf } from '../git/branches.js';
import { gitPlace } from '../git/revisions.js';
import { PROJECT } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { counted } from '../reports/verdict.js';
import { BASELINE_FILE, scanCommandWords } from './baseline-commands.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, switchOption, textOption } from './command.js';
import { existingFolder } from './folders.js';
import { type FirstBaseline, firstBaseline } from './init/baseline.js';
import { configFor } from './init/config.js';
import { type Survey, survey } from './init/survey.js';
import { workflowFor } from './init/workflow.js';
import { writeWhole } from './publish.js';

const CONFIG = '.tallystick.yml';
const WORKFLOW = '.github/workflows/tallystick.yml';
const ACTION = `${PROJECT}@v1`;

export const init: Command = {
  name: 'init',
  summary: 'Write a configuration, a workflow and a baseline for this repository.',
  operands: '[dir]',
  options: [
    { flags: '--yes', description: 'Overwrite existing files without asking.' },
    { flags: '--action <reference>', description: 'The Action that the workflow uses, OWNER/NAME@REF.', default: ACTION },
    { flags: '--no-workflow', description: 'Write no workflow.' },
    {
      flags: '--schedule',
      description:
        'The workflow also compares the default branch with its history once a day. That job may write contents and issues.',
    },
    {
      flags: '--mcp',
      description: 'Write neither, but the engines into `.mcp.json`, for coding agents. Other servers in it stay.',
    },
  ],
  examples: [
    { command: 'tallystick init', does: 'look at this repository, and write all files' },
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
  if (switchOption(given, 'mcp', false)) return (await import('./init/mcp.js')).writeServers(given, io);
  const action = actionOf(textOption(given, 'action') ?? ACTION);
  const dir = existingFolder(io.cwd, given.operands[0] ?? '.');
  const repository = findRepository(dir);
  const found = await survey(repository, dir, cacheDirectory(io.env));
  if (found.contracts.length === 0 && found.sources === 0) {
    io.stdout.write(
      `There is nothing to scan in ${shown(dir, io) || 'this folder'} yet: no contract and no source. Nothing is written.\n`,
    );
    return 0;
  }
  const broken = found.trouble === undefined ? await firstBaseline(configFor(found), repository, io) : undefined;
  for (const line of [...foundLines(found), ...brokenLines(broken)]) io.stdout.write(`${line}\n`);
  const files: NewFile[] = [{ path: CONFIG, content: configFor(found, broken && BASELINE_FILE) }];
  if (broken !== undefined) files.push({ path: BASELINE_FILE, content: broken.content });
  if (switchOption(given, 'workflow', true)) {
    const place = gitPlace(repository);
    const defaultBranch = place === undefined ? undefined : await defaultBranchOf(place);
    files.push({
      path: WORKFLOW,
      content: workflowFor({ action, defaultBranch, services: found.services, schedule: switchOption(given, 'schedule', false) }),
    });
  }
  // All checks come before the first write.
  const yes = switchOption(given, 'yes', false);
  const requested: NewFile[] = [];
  const left = new Set<string>();
  for (const file of files) {
    // A baseline that no configuration names would have no effect.
    const choice = file.path === BASELINE_FILE && left.has(CONFIG) ? 'left' : await choiceOf(file, { repository, yes, io });
    if (choice === 'left') left.add(file.path);
    if (choice === 'write') requested.push(file);
  }
  for (const { path, content } of requested) {
    writeWhole(join(repository, path), content);
    io.stdout.write(`Wrote ${shown(join(repository, path), io)}\n`);
  }
  const unlisted = broken !== undefined && left.has(CONFIG);
  if (unlisted) io.stdout.write(`${BASELINE_FILE} is not written because ${CONFIG} stays as it is.\n`);
  const next = { requested, action, scan: scanCommand(given, found), isListed: broken !== undefined && !unlisted };
  for (const line of nextLines(found, next)) io.stdout.write(`${line}\n`);
  return 0;
}

interface Setting {
  readonly repository: string;
  readonly yes: boolean;
  readonly io: Io;
}

/** Decides about a file; asks before it replaces one. UserError: no terminal, or the path leaves the repository. */
async function choiceOf({ path, content }: NewFile, { repository, yes, io }: Setting): Promise<'write' | 'same' | 'left'> {
  const file = join(repository, path);
  refuseElsewhere(repository, path);
  if (!existsSync(file)) return 'write';
  const name = shown(file, io);
  if (isSame(file, content)) {
    io.stdout.write(`${name} is up to date.\n`);
    return 'same';
  }
  if (yes) return 'write';
  if (io.ask === undefined) throw new UserError(`${name} is there already.`, { hint: '--yes overwrites it.' });
  const answer = await io.ask(`${name} is there already. Overwrite it? [y/N] `);
  if (/^y(?:es)?$/i.test(answer.trim())) return 'write';
  io.stdout.write(`Left ${name} as it is.\n`);
  return 'left';
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

function foundLines({
  contracts,
  frameworks,
  routes,
  files,
  services,
  leftOut,
  incomplete,
  causes,
  trouble,
}: Survey): readonly string[] {
  // Its hint is about scans.
  if (trouble !== undefined) return [plain(trouble.message)];
  const by = frameworks.length === 0 ? '' : ` of ${frameworks.join(', ')}`;
  return [
    ...contracts.map(({ file, title, version, expectations, noun, basePath }) => {
      const below = basePath === null || basePath === '' || basePath === '/' ? '' : `, served below ${basePath}`;
      return plain(`Found ${file}: ${title} ${version}, ${counted(expectations, noun)}${below}`);
    }),
    `Found ${counted(routes, 'route')}${by} in ${counted(files, 'file')}`,
    ...(services.length === 0 ? [] : [`Found ${services.length} services: ${services.map(({ name }) => name).join(', ')}`]),
    ...leftOut.map(({ file, why }) => plain(`Left out ${file}: ${why}. If this service implements it, add it to \`contracts\`.`)),
    ...incomplete.map((reason) => plain(`This scan is incomplete: ${reason}`)),
    ...causes.flatMap(({ cause, count, cure }, index) => [
      plain(`${count} unverified: ${cause}`),
      // the last of those that have it
      ...(causes.slice(index + 1).some((other) => other.cure === cure) ? [] : [`  → ${cure}`]),
    ]),
  ];
}

function brokenLines(broken: FirstBaseline | undefined): readonly string[] {
  return broken === undefined ? [] : [`Found ${broken.counts}. The baseline lists them, so only new findings fail`];
}

/** The scan command, of the first service if there are several. */
function scanCommand({ operands: [dir] }: Arguments, { services: [first] }: Survey): string {
  return scanCommandWords({ dir, service: first?.name }).join(' ');
}

interface Next {
  readonly requested: readonly NewFile[];
  readonly action: string;
  readonly scan: string;
  readonly isListed: boolean;
}

function nextLines({ trouble }: Survey, { requested, action, scan, isListed }: Next): readonly string[] {
  const unnamed = requested.some(({ path }) => path === WORKFLOW) && action.startsWith('OWNER/');
  return [
    ...(unnamed ? [`In ${WORKFLOW}, put the account that holds the Action in place of OWNER.`] : []),
    trouble === undefined ? `Next: ${scan}` : `Next: name the contract in ${CONFIG}, then ${scan}`,
    ...(isListed ? [`To see the findings of the baseline: ${scan} --no-baseline`] : []),
  ];
}

function actionOf(reference: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,100}\/[A-Za-z0-9._/-]{1,200}@[A-Za-z0-9._/-]{1,200}$/.test(reference)) return reference;
  throw new UserError(`--action ${reference} is not of the form OWNER/NAME@REF.`, {
    hint: `For example --action ${ACTION}.`,
  });
}

function shown(file: string, io: Io): string {
  return plain(relative(io.cwd, file).replaceAll('\\', '/'));
}
