import { readdirSync, readFileSync } from 'node:fs';
import { rulePage } from '../../src/commands/rule-pages.js';
import { describedRules } from '../../src/rules/index.js';
import type { Analysis } from '../../src/rules/judge.js';
import { isOfValidation } from '../../src/rules/validation-rules.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { validatedExample } from './validated-example.js';

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
/** What is off by default is on for its own page. */
const OWN_SCAN: Readonly<Record<string, object>> = { 'CONTRACT-005': { undocumented_endpoint_scan: true } };

/** The fenced blocks of a page whose info string names a file: `broken/openapi.yaml` -> its text. */
function exampleFiles(page: string): ReadonlyMap<string, string> {
  const blocks = page.matchAll(/^```\w+ (\S+\/\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, path = '', content = '']) => [path, content]));
}

/** Scans (of rules of `validate`: validates) the files of one example: its rows and findings, sorted within each. */
async function outcomeOf(id: string, files: ReadonlyMap<string, string>, example: string): Promise<readonly string[]> {
  const own = [...files].filter(([path]) => path.startsWith(`${example}/`) && path !== `${example}/expected`);
  const named = Object.fromEntries(own.map(([path, content]) => [path.slice(example.length + 1), content]));
  const { matrix, violations, crashes } = isOfValidation(id) ? await validatedExample(id, named) : await scanned(id, named);
  expect(crashes).toEqual([]);
  const found = violations.map(({ severity, check, problem, field }) => `${severity} ${check}/${problem} ${field ?? ''}`.trim());
  return [...matrix.map(({ subject, status }) => `${subject} ${status}`).sort(), ...found.sort()];
}

async function scanned(id: string, files: Readonly<Record<string, string>>): Promise<Analysis> {
  const folder = folderOf(files);
  return scan({ repository: folder, dir: folder, scans: { ...SCANS, ...OWN_SCAN[id] } });
}

afterAll(removeFolders);

describe.each(describedRules.map((rule) => [rule.id, rule] as const))('the page of %s', (id, rule) => {
  const page = readFileSync(new URL(`../../src/rules/${id.toLowerCase()}.md`, import.meta.url), 'utf8');
  const files = exampleFiles(page);

  test('begins with what is promised', () => {
    const title = `${rule.title.charAt(0).toLowerCase()}${rule.title.slice(1)}`;
    expect(page.startsWith(`# ${id}: ${title}\n\n**Expected:**`)).toBe(true);
  });

  test('is a file that explain prints', () => {
    expect(rulePage(id)).toBe(page);
  });

  test('says when to switch it off', () => {
    expect(page).toContain('\n## When to switch it off\n');
  });

  test('lists every problem that the rule finds, with its severity, and no other', () => {
    const listed = [...page.matchAll(/^\| `([a-z-]+)`\s*\|.*\| (error|warning|note)\s*\|$/gm)].map(([, problem, severity]) => [
      problem,
      severity,
    ]);
    expect(Object.fromEntries(listed)).toEqual(rule.problems);
  });

  test.each(['broken', 'kept'])('has an example of it %s, and scanning it gives what the page says', async (example) => {
    const expected = files.get(`${example}/expected`)?.trim().split('\n');
    expect(await outcomeOf(id, files, example)).toEqual(expected);
  });
});

test('every page is of a rule', () => {
  const pages = readdirSync(new URL('../../src/rules', import.meta.url)).filter((name) => /-\d+\.md$/.test(name));
  expect(pages.sort()).toEqual(describedRules.map(({ id }) => `${id.toLowerCase()}.md`));
});
