import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { pathInside } from '../config/inside.js';
import { readAgain } from '../contracts/choose.js';
import { repositoryReader } from '../contracts/load.js';
import { Reader } from '../contracts/reader.js';
import { isAmong } from '../contracts/shared-models.js';
import { withTextOverrides } from '../contracts/text-overrides.js';
import { listFiles } from '../extract/files.js';
import type { Fixed, FixResult } from '../fix/fix.js';
import type { LineRename } from '../fix/rename-code.js';
import { trackedThoughIgnored } from '../git/tracked.js';
import type { Tracked } from '../model/tracked.js';
import { UserError } from '../model/user-error.js';
import { fitsWildcard } from '../model/wildcard.js';
import { plain } from '../reports/escape.js';
import { counted } from '../reports/verdict.js';
import { isOfRule, type Violation } from '../rules/rule.js';
import type { ScanRequest } from '../scan.js';
import { scanCommandWords } from './baseline-commands.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, switchOption, textOption } from './command.js';
import { progressOn } from './progress.js';
import { shownOf } from './publish.js';
import { CACHE_OPTION, SCAN_OPTIONS, wishesOf } from './scan.js';

const SIDES = ['contract', 'code'] as const;
type Side = (typeof SIDES)[number];

export const fix: Command = {
  name: 'fix',
  summary: 'Write what the code does into its contracts, or rename fields in the code to match them.',
  operands: '[dir]',
  options: [
    {
      flags: '--side <side>',
      description: 'What to change: `contract` if the code is right, or `code` (only renamed fields) if the contract is right.',
      default: 'contract',
    },
    { flags: '--dry-run', description: 'Print the changes as a diff, and write nothing.' },
    { flags: '--additions', description: 'Also add fields and operations that the contract does not mention.' },
    {
      flags: '--rule <rule>',
      description: 'Fix only findings of this rule: CONTRACT-001, CONTRACT-001/missing.',
      repeatable: true,
    },
    { flags: '--only <subject>', description: "Fix only findings about these subjects: 'GET /books*'.", repeatable: true },
    ...SCAN_OPTIONS,
    CACHE_OPTION,
    { flags: '--quiet', description: 'Print nothing but the diff of a dry run.' },
  ],
  examples: [
    { command: 'tallystick fix --dry-run', does: 'show the changes of the contracts' },
    { command: "tallystick fix --only 'GET /books*'", does: 'write it, for some operations' },
    { command: 'tallystick fix --additions', does: 'add fields and operations that the contract does not mention' },
    { command: 'tallystick fix --side code', does: 'rename fields in the code that are spelled differently' },
  ],
  run: runFix,
};

async function runFix(given: Arguments, io: Io): Promise<number> {
  const side = sideOf(given);
  const quiet = switchOption(given, 'quiet', false);
  const dryRun = switchOption(given, 'dryRun', false);
  const { rules, only } = shownOf(given);
  const { settle } = await import('./settings.js');
  const wishes = { ...wishesOf(given, io), dir: given.operands[0] };
  const { request } = await settle(wishes);
  const progress = progressOn(io.stderr, quiet);
  const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
  const scanning = { ...request, ...(cache === undefined ? {} : { cacheDirectory: cache }), onProgress: progress.show };
  const additions = switchOption(given, 'additions', false);
  const isAsked = (subject: string): boolean => only === undefined || only.some((form) => fitsWildcard(form, subject));
  const requested = (violation: Violation): boolean =>
    (additions || violation.severity !== 'note') &&
    isAsked(violation.subject) &&
    (rules === undefined || rules.some((rule) => isOfRule(violation, rule)));
  const fixing = { request: scanning, requested, added: additions ? isAsked : undefined, dryRun };
  const result = await (side === 'code' ? inCode(fixing) : inContracts(fixing)).finally(progress.end);
  if (dryRun) io.stdout.write(await diffOf(result, request.repository));
  else for (const [file, text] of result.texts) (await import('./publish.js')).writeWhole(join(request.repository, file), text);
  if (!quiet) io.stderr.write(summaryOf(result, { dryRun, side, again: scanCommandWords(wishes).join(' ') }));
  return result.after.violations.some((violation) => violation.severity === 'error' && requested(violation)) ? 1 : 0;
}

function sideOf(given: Arguments): Side {
  const word = textOption(given, 'side') ?? 'contract';
  const side = SIDES.find((one) => one === word);
  if (side === undefined) throw new UserError(`--side cannot be ${word}.`, { hint: `Known: ${SIDES.join(', ')}.` });
  return side;
}

interface Fixing {
  readonly request: ScanRequest;
  readonly requested: (violation: Violation) => boolean;
  /** Which operations are added; absent: none. */
  readonly added: ((subject: string) => boolean) | undefined;
  readonly dryRun: boolean;
}

async function inContracts({ request: asked, requested, added }: Fixing): Promise<FixResult> {
  const [{ collectFacts, compared, meaningOf }, { fixContracts }, { Documents }, { subjectKey }] = await Promise.all([
    import('../scan.js'),
    import('../fix/fix.js'),
    import('../fix/documents.js'),
    import('../fix/complaints.js'),
  ]);
  const { repository } = asked;
  // Each comparison would ask git anew.
  const request = { ...asked, tracked: asked.tracked ?? (await trackedThoughIgnored(repository)) };
  const sheet = await collectFacts(request);
  const codebase = meaningOf(sheet);
  const read = repositoryReader(repository);
  const pathOf = (file: string): string => join(realpathSync(repository), file);
  const isShared = isAmong(request.sharedModels?.schemas ?? []);
  return fixContracts(
    {
      judge: (texts) => compared({ ...request, instead: texts }, sheet, { codebase }),
      judgeAgain: ({ parsed }, { contracts: all, analysis }, isJudged) => {
        const rest = new Set(analysis.matrix.filter((row) => !isJudged(subjectKey(row))).map(({ contract }) => contract));
        for (const row of analysis.matrix) if (isJudged(subjectKey(row))) rest.delete(row.contract);
        const contracts = all.flatMap((one) =>
          rest.has(one.id) ? [one] : readAgain(one, pathOf(one.id), new Reader(read, parsed, isShared)),
        );
        const isSubject = (contract: string, subject: string): boolean => isJudged(subjectKey({ contract, subject }));
        return compared(request, sheet, { codebase, loaded: { contracts, gaps: [], skipped: [] }, isJudged: isSubject });
      },
      documents: (texts) => new Documents(withTextOverrides(read, texts), pathOf),
      text: (file) => writable(repository, file),
      referredFromElsewhere: (file, read) => referencesInto(file, read, realpathSync(repository), request.tracked),
    },
    { requested, added },
  );
}

const LARGEST_DOCUMENT = 1_000_000;

/** Where YAML and JSON files of a repository besides those that were read refer into one: `../openapi.yaml#/components/schemas/Book`. */
function referencesInto(file: string, read: ReadonlySet<string>, repository: string, tracked: Tracked): readonly string[] {
  const { known } = listFiles({ repository, dir: repository, extensions: ENDINGS, configFiles: [], tracked });
  return [...known].flatMap((other) => {
    const path = join(repository, other);
    if (read.has(other) || !ENDINGS.some((ending) => other.endsWith(ending)) || statSync(path).size > LARGEST_DOCUMENT) return [];
    const parts = readFileSync(path, 'utf8').split(`${basename(file)}#`);
    return parts.slice(1).flatMap((after, index) => {
      const start =
        (parts[index] ?? '')
          .slice(-LONGEST_REFERENCE)
          .split(/[\s"'`]/)
          .at(-1) ?? '';
      const isMeant = posix.join(posix.dirname(other), start, basename(file)) === file;
      return isMeant ? after.slice(0, LONGEST_REFERENCE).split(/[\s"',}]/, 1) : [];
    });
  });
}

const ENDINGS = ['.yaml', '.yml', '.json'];
const LONGEST_REFERENCE = 500;

/** The text of a file that may be changed: a plain one in the repository, in UTF-8. Else a sentence that says why it may not. */
function writable(repository: string, file: string): { readonly text: string } | { readonly why: string } {
  const root = realpathSync(repository);
  const path = join(root, file);
  if (pathInside(root, path) === undefined) return { why: `${file} lies outside the repository` };
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return { why: `${file} is no plain file, or a link` };
  if (realpathSync(path) !== path) return { why: `${file} is reached through a link` };
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { why: `${file} is not UTF-8` };
}

/** A scan of the code may take long. */
const MAX_CODE_SCANS = 40;

/** Code is written, scanned and, where a rename makes a new finding, written back: facts are read from files. */
async function inCode({ request, requested, dryRun }: Fixing): Promise<FixResult> {
  const [{ scan }, { changeLines, renamesInCode }, { unmoved, worsened }, { holding }, { writeWhole }] = await Promise.all([
    import('../scan.js'),
    import('../fix/rename-code.js'),
    import('../fix/complaints.js'),
    import('../fix/trials.js'),
    import('./publish.js'),
  ]);
  const before = await scan(request);
  const { lines, left } = renamesInCode(before.violations.filter(requested), (file) => writable(request.repository, file));
  const pathOf = (file: string): string => join(request.repository, file);
  const originals = new Map(lines.map(({ file }) => [file, readFileSync(pathOf(file), 'utf8')]));
  const texts = new Map(originals);
  const change = (group: readonly LineRename[]) =>
    changeLines(group, texts, (file, text) => (dryRun ? undefined : writeWhole(pathOf(file), text)));
  const refused = new Map<LineRename, string>();
  const refuse = (one: LineRename, why: string): void => void refused.set(one, why);
  let after = before;
  let scans = 0;
  let isDone = dryRun;
  try {
    if (dryRun) for (const one of lines) change([one]);
    else
      await holding(lines, {
        change,
        refuse,
        mayTry: () => scans < MAX_CODE_SCANS,
        complaints: async (tried) => {
          scans += 1;
          after = await scan(request);
          return [...worsened(before, after), ...unmoved(tried, after)];
        },
      });
    // What the last scan saw may have been taken back.
    if (refused.size > 0) after = await scan(request);
    isDone = true;
  } finally {
    if (!isDone) for (const [file, text] of originals) writeWhole(pathOf(file), text);
  }
  for (const [file, text] of originals) if (texts.get(file) === text) texts.delete(file);
  const fixed = lines.filter((one) => !refused.has(one)).flatMap(({ findings }) => findings.map(renamedField));
  const undone = [...refused].map(([{ findings }, why]) => ({ findings, why }));
  const others = [...left, ...undone].map((one) => ({ ...one, subjects: subjectsOf(one.findings) }));
  return { texts, fixed, left: others, before, after };
}

const renamedField = (one: Violation): Fixed => ({
  findings: [one],
  subjects: [one.subject],
  says: `\`${one.actual ?? ''}\` is sent as \`${one.promised ?? ''}\``,
});

const subjectsOf = (findings: readonly Violation[]): readonly string[] => [...new Set(findings.map(({ subject }) => subject))];

async function diffOf({ texts }: FixResult, repository: string): Promise<string> {
  const { unifiedDiff } = await import('../fix/line-diff.js');
  return [...texts].map(([file, text]) => unifiedDiff(file, readFileSync(join(repository, file), 'utf8'), text)).join('');
}

const MOST_LISTED = 40;

/** What was done, what was not and why, and what to do next. */
function summaryOf(
  { fixed, left, texts, after }: FixResult,
  next: { readonly dryRun: boolean; readonly side: Side; readonly again: string },
): string {
  const done = fixed.map(({ subjects, says }) => `✓ ${named(subjects)}: ${says}`);
  const not = left.map(
    ({ subjects, why, findings }) => `– ${named(subjects)}: ${findings[0]?.message ?? 'not added'} Left: ${why}.`,
  );
  const gone = fixed.reduce((sum, { findings }) => sum + findings.length, 0);
  const retained = left.reduce((sum, { findings }) => sum + findings.length, 0);
  const files = [...texts.keys()].join(', ');
  const errors = after.summary.errors;
  const verb = next.dryRun ? 'Would change' : 'Changed';
  const result =
    texts.size === 0
      ? left.length === 0
        ? 'There is nothing to fix.'
        : `Nothing was changed: ${counted(retained, 'finding')} left.`
      : `${verb} ${files}: ${counted(gone, 'finding')} fixed, ${retained} left${next.dryRun ? '' : `; ${counted(errors, 'error')} now`}.`;
  const advice =
    texts.size === 0
      ? ''
      : next.dryRun
        ? `  → Write it: the same command without --dry-run.${next.side === 'code' ? ` ${files} with these changes was not scanned yet. Writing it scans it, and undoes a rename that causes a new finding.` : ''}\n`
        : `  → Read the change (\`git diff\`), then run \`${next.again}\`.\n`;
  const body = [...shortened(done), ...shortened(not)].map((line) => `${plain(line)}\n`).join('');
  return `${body}${body === '' ? '' : '\n'}${plain(result)}\n${plain(advice.trimEnd())}${advice === '' ? '' : '\n'}`;
}

function shortened(lines: readonly string[]): readonly string[] {
  const rest = lines.length - MOST_LISTED;
  return rest > 0 ? [...lines.slice(0, MOST_LISTED), `  and ${rest} more`] : lines;
}

function named(subjects: readonly string[]): string {
  const [first = '', ...others] = subjects;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
