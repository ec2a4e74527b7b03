import { checkOutput } from '../../../src/reports/github/check.js';
import { comment } from '../../../src/reports/github/comment.js';
import { bytes } from '../../../src/reports/truncate.js';
import type { Change } from '../../../src/rules/change.js';
import { changeOf, resultOf } from '../result-sample.js';
import { analysisOf, finding, mixedAnalysis, row } from '../sample.js';

const some = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('#') || line.startsWith('<summary>'));

/** So many findings of each severity. */
function many(count: number) {
  return analysisOf({
    matrix: [...some(count, (index) => row({ subject: `GET /kept/${index}` })), row({ status: 'violated' })],
    violations: [
      ...some(count, (index) => finding({ field: `wrong${index}`, message: `wrong${index} is wrong.` })),
      ...some(count, (index) => finding({ severity: 'warning', message: `odd${index} is odd.` })),
      ...some(count, (index) => finding({ severity: 'note', message: `noted${index} is noted.` })),
    ],
    gaps: some(count, (index) => ({ reason: 'dynamic-path', detail: `gap ${index}`, at: { file: 'a.ts', line: index + 1 } })),
  });
}

describe('the comment', () => {
  test('begins with the verdict, shows errors openly and folds away the rest', () => {
    expect(headings(comment(resultOf()))).toEqual([
      '## ❌ Broken: 2 of 4 endpoints do not match the contract.',
      '### 3 errors',
      '<summary>1 warning</summary>',
      '<summary>Compliance matrix</summary>',
      '## Books 1.0.0 (`services/books/openapi.yaml`)',
      '<summary>1 note</summary>',
      '<summary>1 undocumented route</summary>',
      '## Routes that no contract describes',
      '<summary>1 place not analysed</summary>',
      '## Places not analysed',
    ]);
  });

  test('links each finding to both of its lines at the commit, and itself to the commit and the run', () => {
    const text = comment(resultOf());
    const blob = 'https://github.test/owner/books/blob/a1b2c3d4e5f60718293a4b5c6d7e8f9001122334';
    expect(text).toContain(`[\`src/dto.ts:4\`](${blob}/services/books/src/dto.ts#L4)`);
    expect(text).toContain(`[\`books/openapi.yaml:61\`](${blob}/services/books/openapi.yaml#L61)`);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '<sub>Contracts · tallystick 0.1.0 · commit [a1b2c3d](https://github.test/owner/books/commit/a1b2c3d4e5f60718293a4b5c6d7e8f9001122334) · [run](https://github.test/owner/books/actions/runs/77)</sub>',
    );
  });

  test('of a pull request tells new errors from those of the base', () => {
    const { violations } = mixedAnalysis();
    const [first, ...remaining] = violations;
    const text = comment(
      resultOf({
        base: '0123456789abcdef',
        change: changeOf({ added: first === undefined ? [] : [first], fixed: [finding({ field: 'gone' })], remaining }),
      }),
    );
    expect(text).toContain('Compared with the base 0123456: 1 new finding, 1 fixed, 4 from before.');
    expect(headings(text).slice(0, 5)).toEqual([
      '## ❌ The change breaks DELETE /books/{id}.',
      '### New errors',
      '<summary>2 errors that the base has as well</summary>',
      '<summary>1 warning</summary>',
      '<summary>1 fixed finding</summary>',
    ]);
  });

  test('says once how many are new', () => {
    const text = comment(resultOf({ base: '0123456789abcdef', change: changeOf({ added: mixedAnalysis().violations }) }));
    expect(text.split('<details>')[0]?.match(/\b[35] (?:new|errors?)\b/g)).toEqual(['5 new']);
  });

  test('shows what the base could not compare, which fails the run, as openly as what is new', () => {
    const { violations } = mixedAnalysis();
    const text = comment(resultOf({ base: '0123456789abcdef', change: changeOf({ surfaced: violations }) }));
    expect(text).toContain('5 of unknown age (the base could not be compared there)');
    expect(headings(text)[0]).toContain('Broken, by this change or before it: GET /books/{id} and 1 more.');
    expect(text).not.toContain('The change breaks');
    expect(headings(text).slice(1, 3)).toEqual([
      '### Errors that could not be compared with the base',
      '<summary>1 warning</summary>',
    ]);
  });

  test('does not call the answers of a running service new, and says that they were not compared', () => {
    const violations = [finding({ check: 'VALIDATE-003', problem: 'response' })];
    const text = comment(resultOf({ analysis: analysisOf({ violations }), change: changeOf({ surfaced: violations }) }));
    expect(headings(text)[0]).toBe(
      '## ❌ The running service breaks its contract at GET /books/{id}; no service of the base was called to compare with.',
    );
  });

  test('says that it is resolved where the last finding is gone, and seen to be fixed', () => {
    const text = (change: Partial<Change>) =>
      comment(resultOf({ analysis: analysisOf(), failed: false, change: changeOf(change) }));
    expect(text({ fixed: [finding()] })).toMatch(/^## ✅ Resolved\. Passed: the one endpoint matches the contract\./);
    expect(text({ fixed: [finding()], unseen: [finding()] })).toMatch(/^## ✅ Passed[\s\S]*1 no longer checked/);
    expect(text({})).toMatch(/^## ✅ Passed/);
  });

  test('has a section for each question about a change that has an answer', () => {
    const at = { file: 'openapi.yaml', line: 7 };
    const expectation = (subject: string) => ({ contract: 'openapi.yaml', subject, at });
    const change = changeOf({
      moved: [{ contract: 'openapi.yaml', from: '/api', to: '/', operations: 28 }],
      breaking: [{ ...expectation('GET /books'), rule: 'endpoint-removed', message: 'GET /books | is gone.' }],
      lost: [
        { ...expectation('GET /books'), why: 'a <b>link</b> hides routes' },
        { ...expectation('GET /x'), fields: 2 },
      ],
      dropped: Array.from({ length: 12 }, (_, index) => expectation(`GET /r${index}|x`)),
      unproven: [expectation('GET /new')],
    });
    const text = comment(resultOf({ analysis: analysisOf(), failed: true, change }));
    const link =
      '[openapi.yaml:7](https://github.test/owner/books/blob/a1b2c3d4e5f60718293a4b5c6d7e8f9001122334/openapi.yaml#L7)';
    expect(text).toMatch(/^## ❌ The 28 operations of openapi\.yaml moved from \/api to \/\./);
    expect(text).toContain('- `openapi.yaml`: `/api` → `/` (28 operations)');
    expect(text).toContain(`- GET /books \\| is gone. (${link})`);
    expect(text).toContain(`- \`GET /books\` (${link}): a \\<b\\>link\\</b\\> hides routes`);
    expect(text).toContain(`- \`GET /x\` (${link}) (2 fields)`);
    expect(text).toMatch(/- `GET \/r0\\\|x`[\s\S]*_… and 2 more_/);
    expect(text).toContain(`- \`GET /new\` (${link})`);
  });

  test('says that nobody knows what the change did, and why', () => {
    const text = comment(resultOf({ analysis: analysisOf(), failed: false, unanswered: 'the clone is too shallow' }));
    expect(text).toMatch(/^## ❔ Tallystick could not determine what the change did: the clone is too shallow\./);
    expect(text).toContain('> **Not answered**');
  });

  test('shows who lets a red result pass, and for which commit', () => {
    const override = { by: 'the label <b>ok</b> @team' };
    expect(comment(resultOf({ override }))).toContain(
      '**Let pass by the label \\<b\\>ok\\</b\\> @<!-- -->team** for commit a1b2c3d alone.',
    );
    expect(comment(resultOf({ override, failed: false }))).not.toContain('Let pass');
  });
});

describe('a comment that groups findings by their cause', () => {
  const RULES = 'https://github.test/tool/blob/v1/src/rules';
  const renamed = (subject: string, field: string, line: number) =>
    finding({
      subject,
      field,
      problem: 'case',
      message: `${field} is sent under the name unread_count, but the contract names it unreadCount.`,
      promised: 'unreadCount',
      actual: 'unread_count',
      suggestion: 'Send it as unreadCount.',
      promisedAt: { file: 'api.yaml', line },
    });
  const feeds = [renamed('GET /feeds', 'data[].unreadCount', 7), renamed('GET /feeds/{id}', 'unreadCount', 9)];
  const gone = ['GET /a', 'GET /b'].map((subject, index) =>
    finding({
      ...at(index + 20),
      check: 'CONTRACT-002',
      subject,
      problem: 'endpoint-missing',
      actual: 'no route',
      message: subject,
    }),
  );
  function at(line: number) {
    return { file_path: 'api.yaml', line, promisedAt: { file: 'api.yaml', line } };
  }

  test('names what a place breaks once, folds away the rest, and says how to fix it', () => {
    const text = comment(resultOf({ analysis: analysisOf({ violations: [...feeds, ...gone] }), rulesUrl: RULES }));
    expect(text).toContain('### 4 errors from 2 causes\n\n- [`src/dto.ts:4`](');
    expect(text).toMatch(/ \*\*The code sends `unread_count`, but the contract says `unreadCount`\*\* \(contract: /);
    expect(text).toContain(
      `  Breaks \`GET /feeds\` and 1 more. **Fix:** Send it as \`unreadCount\`, or change the contract. ([CONTRACT-001](${RULES}/contract-001.md))`,
    );
    expect(text).toMatch(
      /<summary>All 2 places<\/summary>\n\n {2}`GET \/feeds → 200` \(\[`api.yaml:7`\]\(\S+\)\), `GET \/feeds\/\{id\} → 200` `unreadCount` /,
    );
    expect(text).toMatch(
      /- \*\*2 contract operations have no route\*\* \(contract: .* and 1 more\)\\\n {2}Breaks `GET \/a` and 1 more/,
    );
  });

  test('keeps apart what needs another fix', () => {
    const others = [
      renamed('GET /feeds', 'data[].unreadCount', 7),
      finding({ subject: 'GET /feeds', field: 'unreadCount', promised: 'string' }),
      finding({ ...gone[0], problem: 'wrong-method', actual: 'POST /a' }),
      finding({ ...gone[1], file_path: 'other.yaml', promisedAt: { file: 'other.yaml', line: 21 } }),
    ];
    const text = comment(resultOf({ analysis: analysisOf({ violations: [...feeds, ...gone, ...others] }) }));
    expect(text).toContain('### 8 errors from 5 causes');
  });

  test('has at most 15 open rows; the others are folded, and counted', () => {
    const text = comment(resultOf({ analysis: many(70) }));
    const [open = '', folded = ''] = text.split('<summary>50 more causes of 50 findings</summary>');
    expect(open.match(/^- \[/gm)).toHaveLength(15);
    expect(folded.split('</details>')[0]?.match(/^- \[/gm)).toHaveLength(50);
    expect(folded).toContain('_… and 5 more causes of 5 findings: see the run._');
  });
});

describe('a comment of many findings', () => {
  test.each([1, 51, 100, 500, 5000])(
    '%d of each kind: keeps the limit, the verdict, the number of errors and the links',
    (count) => {
      const text = comment(resultOf({ analysis: many(count) }));
      expect(bytes(text)).toBeLessThanOrEqual(60_000);
      expect(text).toMatch(/^## ❌ Broken/);
      expect(text).toContain(`### ${count} error${count === 1 ? '' : 's'}\n`);
      expect(text).toContain('`wrong0` is wrong');
      expect(text).toContain('[run](https://github.test/owner/books/actions/runs/77)');
    },
  );

  test('sheds what matters least first, and names it', () => {
    const whole = comment(resultOf({ analysis: many(30) }), 1_000_000);
    const shed = (largest: number) =>
      [...comment(resultOf({ analysis: many(30) }), largest).matchAll(/_([^_\n]*did not fit)\._/g)].map(([, name]) => name);
    expect(shed(1_000_000)).toEqual([]);
    expect(shed(bytes(whole) - 10)).toEqual(['The places not analysed did not fit']);
    expect(shed(21_000)).toEqual([
      'The compliance matrix did not fit',
      '30 notes did not fit',
      'The places not analysed did not fit',
    ]);
  });

  test('thousands of crashes and remarks, however hostile, leave room for the verdict and the links', () => {
    const hostile = Array.from({ length: 5000 }, (_, index) => `${index} ${'@#<|'.repeat(200)}`);
    const result = resultOf({ analysis: analysisOf({ crashes: hostile, violations: [finding()] }), notes: hostile });
    const text = comment(result);
    expect(bytes(text)).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/^## ❌ Broken: 1 error/);
    expect(text).toMatch(/- Incomplete: 0 @/);
    expect(text).toMatch(/_… and \d+ more\._/);
    expect(text).toContain('[run](https://github.test/owner/books/actions/runs/77)');
    const { summary } = checkOutput(result);
    expect(summary.length).toBeLessThanOrEqual(65_535);
  });

  test('errors that do not fit are counted', () => {
    expect(comment(resultOf({ analysis: many(200) }), 10_000)).toMatch(/_… and \d+ more causes of \d+ findings: see the run\._/);
  });
});

test('what comes from a repository is text: no mention, reference, tag, comment end or new cell', () => {
  const hostile = '--> <script>x</script> @everyone #1 | `a` [x](https://evil.test)\n## gotcha';
  const violation = finding({
    message: hostile,
    subject: hostile,
    field: hostile,
    promised: hostile,
    actual: hostile,
    file_path: `a/(b)/${hostile}.ts`,
  });
  const [contract] = analysisOf().contracts;
  const text = comment(
    resultOf({
      analysis: analysisOf({
        matrix: [row({ status: 'violated', subject: hostile, note: hostile })],
        violations: [violation],
        crashes: [hostile],
        contracts: contract === undefined ? [] : [{ ...contract, title: hostile }],
      }),
      notes: [hostile],
    }),
  );
  const outsideCode = text.replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/g, '');
  expect(outsideCode).not.toMatch(/(?<!\\)<script|[^/]@[a-z]|(?<!L)#\d|\]\(https:\/\/evil/);
  expect(outsideCode.replaceAll('<!-- -->', '')).not.toContain('-->');
  expect(text).not.toMatch(/^## gotcha/m);
  expect(text).toContain('/a/%28b%29/--%3E%20%3Cscript%3E');
  expect(text.match(/^- \[/gm)).toHaveLength(1);
});
