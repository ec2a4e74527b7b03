import { readFileSync } from 'node:fs';
import { rules } from '../../src/rules/index.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
/** What is off by default is on for its own page. */
const OWN_SCAN: Readonly<Record<string, object>> = { 'CONTRACT-005': { undocumented_endpoint_scan: true } };

/** The fenced blocks of a page whose info string names a file: `broken/openapi.yaml` -> its text. */
function exampleFiles(page: string): ReadonlyMap<string, string> {
  const blocks = page.matchAll(/^```\w+ (\S+\/\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, path = '', content = '']) => [path, content]));
}

/** Scans the files of one example: its rows and findings, sorted within each. */
async function outcomeOf(id: string, files: ReadonlyMap<string, string>, example: string): Promise<readonly string[]> {
  const own = [...files].filter(([path]) => path.startsWith(`${example}/`) && path !== `${example}/expected`);
  const folder = folderOf(Object.fromEntries(own.map(([path, content]) => [path.slice(example.length + 1), content])));
  const { matrix, violations, crashes } = await scan({ repository: folder, dir: folder, scans: { ...SCANS, ...OWN_SCAN[id] } });
  expect(crashes).toEqual([]);
  const found = violations.map(({ severity, check, problem, field }) => `${severity} ${check}/${problem} ${field ?? ''}`.trim());
  return [...matrix.map(({ subject, status }) => `${subject} ${status}`).sort(), ...found.sort()];
}

afterAll(removeFolders);

describe.each(rules.map((rule) => [rule.id, rule] as const))('the page of %s', (id, rule) => {
  const page = readFileSync(new URL(`../../src/rules/${id.toLowerCase()}.md`, import.meta.url), 'utf8');
  const files = exampleFiles(page);

  test('begins with what is promised', () => {
    const title = `${rule.title.charAt(0).toLowerCase()}${rule.title.slice(1)}`;
    expect(page.startsWith(`# ${id}: ${title}\n\n**Promised:**`)).toBe(true);
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
