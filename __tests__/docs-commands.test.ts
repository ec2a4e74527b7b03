import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../src/commands/command-line.js';
import { commands } from '../src/commands/index.js';
import { recordedIo } from './commands/io.js';
import { folderOf, removeFolders } from './temporary-folder.js';

afterAll(removeFolders);

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^.].*\.md$/.test(path) && !path.includes('node_modules'))
    .map((path) => join('docs', path)),
].map((page) => ({ page, text: readFileSync(page, 'utf8') }));

const BLOCK = /^```(?:sh|bash)?\n(.*?)^```/gms;
const COMMAND = /^(?:\$ )?(?:npx )?tallystick (\S.*)$/;

/** A line without what begins the program, and without its comment. */
const commandIn = (line: string): string | undefined => COMMAND.exec(line)?.[1]?.replace(/\s+#\s.*$/, '');
/** As a shell takes it apart. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));

const inBlocks = pages.flatMap(({ page, text }) =>
  [...text.matchAll(BLOCK)].map(([, block = '']) => ({
    page,
    lines: block.split('\n').flatMap((line) => commandIn(line) ?? []),
  })),
);
const inSentences = pages.flatMap(({ page, text }) =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => {
    const line = commandIn(code);
    // A command that is only named, and what stands for anything (`tallystick scan [dir]`), cannot be run.
    return line === undefined || !line.includes(' ') || /[[\]…<>]/.test(line) ? [] : [{ page, lines: [line] }];
  }),
);

test('every command line of the README and of docs has options that exist', async () => {
  const inert = commands.map((entry) => ({
    ...entry,
    load: async () => ({ ...(await entry.load()), run: async () => 0 }),
  }));
  const all = [...inBlocks, ...inSentences].flatMap(({ page, lines }) => lines.map((line) => ({ page, line })));
  expect(all.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  // One after the other: jest links modules that two of them share only for the first that asks.
  for (const { page, line } of all) {
    await runCommandLine(wordsOf(line), inert, recordedIo()).catch((error: Error) =>
      wrong.push(`${page}: ${line}: ${error.message}`),
    );
  }
  expect(wrong).toEqual([]);
});

/** A repository with all that the pages speak of: contracts of these names, two revisions, a branch of a server. */
function repository(): string {
  const folder = folderOf({});
  cpSync('examples/bookshop', folder, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words]);
  const contract = readFileSync(join(folder, 'openapi.yaml'), 'utf8');
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'old.yaml'), contract);
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  git('tag', 'v1.0');
  git('mv', 'old.yaml', 'new.yaml');
  git('commit', '-q', '-m', 'second');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  mkdirSync(join(folder, 'api'));
  for (const name of ['api/openapi.yaml', 'v1.yaml', 'v2.yaml']) writeFileSync(join(folder, name), contract);
  return folder;
}

/** What a page's commands need besides: a running service, agents, a plan. Their own tests run these. */
const NEEDS_MORE = /^(?:build|apply|regression)\b|--base-url|--tests\b/;

describe('the commands in blocks of the pages', () => {
  const rows = pages.flatMap(({ page }) => {
    const lines = inBlocks.flatMap((block) => (block.page === page ? block.lines : [])).filter((line) => !NEEDS_MORE.test(line));
    return lines.length === 0 ? [] : [[page, lines] as const];
  });

  test.each(rows)('%s: one after the other, in one repository', async (_page, lines) => {
    const cwd = repository();
    for (const line of lines) {
      // A draft replaces no file: it is for a service that has none.
      const words = wordsOf(line).map((word) => (line.startsWith('draft ') && word === 'openapi.yaml' ? 'first.yaml' : word));
      const io = recordedIo({ cwd });
      const exit = await runCommandLine(words, commands, io);
      expect({ line, exit: exit <= 1, err: /This is a bug/.test(io.err()) }).toEqual({ line, exit: true, err: false });
    }
  });
});

test('every script of npm that the pages name is one of the manifest', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
  const named = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([, name = '']) => (name in scripts ? [] : [`${page}: ${name}`])),
  );
  expect(named).toEqual([]);
});
