import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ContractChange, VersionDiff } from '../../src/diff/change.js';
import { diffRules } from '../../src/diff/rules.js';
import { diffReports } from '../../src/reports/diff/index.js';
import { diffJsonSchema } from '../../src/reports/diff/json-schema.js';
import { diffRuleTable } from '../../src/reports/diff/rules.js';
import { expectFresh } from '../generated.js';
import { HOSTILE } from './hostile.js';
import { oasisSchema } from './oasis-schema.js';

const AT = { file: 'api/books.yaml', line: 9, column: 3 };

function change(over: Partial<ContractChange> = {}): ContractChange {
  const places = { baseAt: { ...AT, line: 7 }, headAt: AT };
  const text = { contract: AT.file, subject: 'GET /books', alsoIn: [], message: '`id` may now be null.', fingerprint: 'f1' };
  return {
    rule: 'response-null-added',
    severity: 'error',
    field: 'id',
    before: 'integer',
    after: 'null',
    ...text,
    ...places,
    ...over,
  };
}

function diffOf(changes: readonly ContractChange[], over: Partial<VersionDiff['diffs'][number]> = {}): VersionDiff {
  const versions = { base: '1', head: '2' };
  const diff = {
    contract: AT.file,
    kind: 'openapi',
    title: 'Books',
    versions,
    changes,
    undecided: [],
    subjects: 2,
    ...over,
  } as const;
  return { tool: { name: 'tallystick', version: '0.0.0' }, base: 'main', head: 'HEAD', diffs: [diff] };
}

const hostile = diffOf(
  [
    change({
      subject: HOSTILE,
      message: HOSTILE,
      contract: HOSTILE,
      part: HOSTILE,
      field: HOSTILE,
      before: HOSTILE,
      after: HOSTILE,
      alsoIn: [HOSTILE],
      baseAt: { file: HOSTILE, line: 1 },
      headAt: { file: HOSTILE, line: 2 },
    }),
  ],
  {
    contract: HOSTILE,
    title: HOSTILE,
    versions: { base: HOSTILE, head: `${HOSTILE}2` },
    undecided: [{ contract: HOSTILE, subject: HOSTILE, detail: HOSTILE, at: { file: HOSTILE, line: 1 } }],
  },
);

const UNPRINTABLE = /[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u;

function render(format: string, diff: VersionDiff): string {
  const report = diffReports.find((each) => each.format === format);
  return report?.render(diff, { most: 100, show: 'note', rules: diffRules }) ?? 'no such format';
}

test('the JSON report has a published schema, and keeps to it', () => {
  expectFresh('schema/diff.schema.json', `${JSON.stringify(diffJsonSchema(), null, 2)}\n`);
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(diffJsonSchema() as object);
  for (const diff of [diffOf([]), diffOf([change()]), { ...hostile, base: HOSTILE }]) {
    validate(JSON.parse(render('json', diff)));
    expect(validate.errors).toBeNull();
  }
});

test('SARIF keeps to the schema of OASIS', () => {
  const validate = oasisSchema();
  for (const diff of [diffOf([]), diffOf([change(), change()]), hostile, diffOf([], { subjects: 0 })]) {
    validate(JSON.parse(render('sarif', diff)));
    expect(validate.errors).toBeNull();
  }
});

test('SARIF tells equal changes apart and says what a rule looks for', () => {
  const [run] = JSON.parse(render('sarif', diffOf([change(), change()]))).runs;
  const prints = run.results.map(({ partialFingerprints }: { readonly partialFingerprints: Record<string, string> }) =>
    Object.values(partialFingerprints),
  );
  expect(prints).toEqual([
    ['f1:1', 'f1'],
    ['f1:2', 'f1'],
  ]);
  expect(run.tool.driver.rules).toMatchObject([
    { id: 'response-null-added', shortDescription: { text: 'In what the service sends a value may be null.' } },
  ]);
});

test('text of a contract starts nothing in a terminal, in a log or in Markdown', () => {
  const text = render('text', hostile);
  expect(text).not.toMatch(UNPRINTABLE);
  expect(text).not.toMatch(/^\s*::/m);
  const markdown = render('markdown', hostile);
  expect(markdown).not.toMatch(UNPRINTABLE);
  expect(markdown.replaceAll(/(`+).*?\1/g, '')).not.toMatch(/(?<!\\)<(?!br>|!-- -->)|(?<!\\)\]\(|(?<!\\)&|@all/);
});

test.each([
  ['nothing', diffOf([]), 'Compatible: nothing changed in payloads or calls.'],
  ['a note', diffOf([change({ severity: 'note' })]), 'Compatible: 1 change, all compatible.'],
  ['a warning', diffOf([change({ severity: 'warning' })]), '1 change may break consumers of the base.'],
  [
    'an error and a warning',
    diffOf([change(), change({ severity: 'warning' })]),
    'Breaking: 1 change that breaks consumers of the base, 1 more that may break.',
  ],
  [
    'what could not be compared',
    diffOf([], { undecided: [{ contract: AT.file, detail: 'dark', at: AT }] }),
    'Nothing that breaks was found; 1 place could not be compared.',
  ],
])('the verdict on %s', (_, diff, sentence) => {
  expect(render('text', diff)).toContain(`\n${sentence}\n`);
  expect(render('markdown', diff)).toContain(`**${sentence}**`);
});

test('the page of the rules is fresh', () => {
  expectFresh('docs/diff-rules.md', diffRuleTable(diffRules));
});
