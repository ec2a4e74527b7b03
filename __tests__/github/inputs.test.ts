import { jest } from '@jest/globals';
import { parseInputs, readInputs, usableInputs } from '../../src/github/inputs.js';
import { UserError } from '../../src/model/user-error.js';

/** Reads inputs as the runner passes them: what is not given is empty. */
const reader = (given: Readonly<Record<string, string>>) => (name: string) => given[name] ?? '';
const parsed = (given: Readonly<Record<string, string>>) => parseInputs(reader(given));

function refusal(given: Readonly<Record<string, string>>, action?: string): string {
  try {
    parseInputs(reader(given), action);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('without inputs it scans the workspace, and the event says what fails', () => {
  expect(parseInputs(reader({}))).toEqual({
    'allow-writes': false,
    headers: [],
    mode: 'scan',
    directory: '.',
    contracts: [],
    token: '',
    'check-name': 'Tallystick',
    publish: ['check', 'comment', 'suggestions', 'annotations', 'summary'],
    warnings: [],
    mistakes: [],
    sheets: [],
    output: [],
    'history-branch': 'tallystick-history',
    resume: false,
    'dry-run': false,
    'on-breaker': 'abort',
    build: false,
  });
});

test('what fails is one word or several, and never goes with no other', () => {
  expect(parseInputs(reader({ 'fail-on': 'new, lost\nbreaking' }))['fail-on']).toEqual(['new', 'lost', 'breaking']);
  expect(parseInputs(reader({ 'fail-on': 'error' }))['fail-on']).toEqual(['error']);
  expect(refusal({ 'fail-on': 'never, new' })).toContain('Input fail-on is never, which goes with no other word.');
  expect(refusal({ 'fail-on': 'new, lots' })).toContain('did you mean lost?');
  expect(refusal({ mode: 'regression', 'fail-on': 'worse, new' })).toContain('which mode regression cannot tell');
  expect(refusal({ 'fail-on': ',' })).toContain('Input fail-on is');
});

test('lists are one item a line, blank lines and surrounding blanks do not count', () => {
  expect(parseInputs(reader({ contracts: ' a.yaml \r\n\n  b c.json' })).contracts).toEqual(['a.yaml', 'b c.json']);
});

test('everything wrong is named at once, with the nearest value', () => {
  const message = refusal({
    mode: 'scam',
    'fail-on': 'warnings',
    publish: 'coment',
    annotations: 'yes',
    shard: '0/2',
    'max-violations': '-1',
  });
  expect(message.split(/(?<=[.?]) (?=Input)/)).toEqual([
    'Input mode is "scam": it must be scan, shard, merge, report, regression, validate, build or apply; did you mean scan?',
    'Input fail-on is "warnings": it must be error, warning, never, worse, new, lost, breaking, dropped or moved; did you mean warning?',
    'Input publish is "coment": it must be check, comment, comment-always, suggestions, annotations, summary, code-scanning, issue or none; did you mean comment?',
    'Input shard is "0/2": it must be i/n, such as 2/4.',
    'Input annotations is "yes": it must be true or false.',
    'Input max-violations is "-1": it must be a whole number from 1.',
  ]);
});

test.each([
  [{ mode: 'shard' }, 'Mode shard needs the input shard.'],
  [{ mode: 'merge' }, 'Mode merge needs the input sheets.'],
  [{ shard: '1/2' }, 'Mode scan has no use for the input shard.'],
  [{ mode: 'shard', shard: '1/2', sheets: 'a' }, 'Mode shard has no use for the input sheets.'],
  [{ mode: 'shard', shard: '3/2' }, 'Input shard is "3/2": it must be i/n with i from 1 to n.'],
  [{ mode: 'shard', shard: '2/2' }, 'accepted'],
  [{ mode: 'merge', sheets: 'a\nb' }, 'accepted'],
  [{ mode: 'regression', history: 'h.json', 'fail-on': 'worse' }, 'accepted'],
  [{ mode: 'report' }, 'Mode report needs the input result.'],
  [{ mode: 'report', result: 'r.json' }, 'accepted'],
  [{ mode: 'report', result: 'r.json', output: 'html=x.html' }, 'Mode report has no use for the input output.'],
  [{ result: 'r.json' }, 'Mode scan has no use for the input result.'],
  [{ output: 'html=x.html\nr.json', cache: 'facts' }, 'accepted'],
  [{ mode: 'merge', sheets: 'a', cache: 'facts' }, 'Mode merge has no use for the input cache.'],
  [
    { mode: 'shard', shard: '1/2', output: 'a.json\nb.json' },
    'Mode shard writes one file, the fact sheet: the input output names more.',
  ],
  [{ 'allow-writes': 'true' }, 'Mode scan has no use for the input allow-writes.'],
  [{ mode: 'regression', 'allow-writes': 'true' }, 'Mode regression has no use for the input allow-writes.'],
  [{ mode: 'validate', 'allow-writes': 'true' }, 'Input allow-writes has no use without base-url.'],
  [
    { mode: 'validate', headers: 'A=b', seed: '7' },
    'Input headers has no use without base-url. Input seed has no use without base-url.',
  ],
  [{ history: 'h.json' }, 'Mode scan has no use for the input history.'],
  [{ 'fail-on': 'worse' }, 'Input fail-on is worse, which only mode regression can tell.'],
  [{ mode: 'build', plan: 'p.md', budget: 'cost=2.5', apply: 'none' }, 'accepted'],
  [
    { mode: 'build', budget: 'cost=0' },
    'Input budget is "cost=0": it must be NAME=NUMBER, above 0, once for each of cost, turns or minutes, such as cost=20.',
  ],
  [
    { mode: 'build', budget: 'cots=5' },
    'Input budget is "cots=5": it must be NAME=NUMBER, above 0, once for each of cost, turns or minutes, such as cost=20.',
  ],
  [{ budget: 'cost=5' }, 'Mode scan has no use for the input budget.'],
  [{ publish: 'none, check' }, 'Input publish is none, which goes with no other word.'],
  [
    { publish: 'issue' },
    'Input publish names issue, which mode scan has not: it is check, comment, comment-always, suggestions, annotations, summary, code-scanning or none.',
  ],
  [
    { mode: 'report', result: 'r.json', publish: 'suggestions' },
    'Input publish names suggestions, which mode report has not: it is check, comment, comment-always, summary or none.',
  ],
  [{ mode: 'regression', publish: 'issue, summary' }, 'accepted'],
  [{ mode: 'build', apply: 'commits' }, 'Input apply is commits, which mode build has not: it is none or patch.'],
  [{ plan: 'p.md' }, 'Mode scan has no use for the input plan.'],
  [{ mode: 'apply' }, 'Mode apply needs the input patch.'],
  [{ mode: 'apply', patch: 'b.patch', result: 'b.json', apply: 'pull-request' }, 'accepted'],
  [{ mode: 'apply', patch: 'b.patch', resume: 'true' }, 'Mode apply has no use for the input resume.'],
  [{ mode: 'regression', build: 'true', plan: 'p.md' }, 'accepted'],
  [{ mode: 'regression', plan: 'p.md' }, 'Input plan has no use without build.'],
  [{ 'history-branch': 'refs/heads/x' }, 'Input history-branch is "refs/heads/x": it must be the name of a branch.'],
  [{ 'history-branch': '-x y' }, 'Input history-branch is "-x y": it must be the name of a branch.'],
])('%j: %s', (given, expected) => {
  expect(refusal(given)).toBe(expected);
});

const GOES = 'deprecated and stops? working in the next minor version: write';
const USUAL = ['check', 'comment', 'suggestions', 'annotations', 'summary'];

describe('inputs of earlier versions', () => {
  test.each([
    [{ check: 'false' }, USUAL.slice(1)],
    [{ comment: 'never', suggestions: 'false' }, ['check', 'annotations', 'summary']],
    [{ comment: 'always' }, ['check', 'suggestions', 'annotations', 'summary', 'comment-always']],
    [{ comment: 'findings', summary: 'true' }, ['check', 'suggestions', 'annotations', 'summary', 'comment']],
    [{ 'code-scanning': 'true' }, [...USUAL, 'code-scanning']],
    [{ mode: 'regression', issue: 'false' }, ['check', 'comment', 'summary', 'annotations']],
    [{ check: 'false', comment: 'never', suggestions: 'false', annotations: 'false', summary: 'false' }, []],
  ])('%j publishes the same, and is told what to write', (given, publish) => {
    const inputs = parsed(given);
    expect([...inputs.publish].sort()).toEqual([...publish].sort());
    const written = publish.length === 0 ? 'none' : inputs.publish.join(', ');
    expect(inputs.warnings.at(-1)).toMatch(new RegExp(`${GOES} \`publish: ${written}\`\\.$`));
    // What it says to write has the same effect, and no warning.
    const { mode = 'scan' } = given as { mode?: string };
    const now = parseInputs(reader({ publish: written }), mode);
    expect([now.publish, now.warnings]).toEqual([inputs.publish, []]);
  });

  test('limits of a build are one budget', () => {
    const inputs = parsed({ mode: 'build', 'max-cost': '2.5', 'max-minutes': '90' });
    expect(inputs.budget).toEqual({ cost: 2.5, minutes: 90 });
    expect(inputs.warnings.at(-1)).toBe(
      `Inputs max-cost, max-minutes are deprecated and stop working in the next minor version: write \`budget: cost=2.5, minutes=90\`.`,
    );
    expect(parseInputs(reader({ budget: 'cost=2.5 minutes=90' }), 'build')).toEqual({
      ...inputs,
      warnings: [],
      'max-cost': undefined,
      'max-minutes': undefined,
    });
    expect(refusal({ mode: 'build', 'max-cost': '0' })).toContain('Input max-cost is "0": it must be');
  });

  test.each([
    [{ baseline: 'b.json' }, 'baseline: b.json'],
    [{ 'max-violations': '5' }, 'max_violations: 5'],
    [{ 'min-decided': '50%' }, 'min_decided: 0.5'],
    [{ infer: 'off' }, 'infer: false'],
    [{ 'compare-base': 'false' }, 'compare_base: false'],
  ])('%j still counts, and is told its option', (given, option) => {
    const { warnings } = parsed(given);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`${GOES} \`${option}\` in .tallystick.yml`))]);
  });

  test('a mode that is an action of its own is told its folder; an action knows its mode', () => {
    const [warning] = parsed({ mode: 'shard', shard: '1/2' }).warnings;
    expect(warning).toContain('use the action OWNER/tallystick/shard');
    expect(parseInputs(reader({ shard: '1/2' }), 'shard')).toMatchObject({ mode: 'shard', warnings: [] });
    expect(parsed({ mode: 'validate' }).warnings).toEqual([]);
    expect(refusal({ shard: '1/2', mode: 'scan' }, 'shard')).toBe('Input mode has no use in the action shard: leave it out.');
  });

  test('beside the new one they are a mistake, in one sentence', () => {
    expect(refusal({ publish: 'check', comment: 'never', summary: 'true' })).toBe(
      'Input publish replaces comment, summary: give one or the other.',
    );
    expect(refusal({ mode: 'build', budget: 'turns=5', 'max-cost': '2' })).toBe(
      'Input budget replaces max-cost: give one or the other.',
    );
    // A mistake is answered as far as the inputs are clear.
    expect(usableInputs(undefined, reader({ publish: 'coment', summary: 'false', directory: 'a' }))).toMatchObject({
      directory: 'a',
      publish: USUAL.slice(0, -1),
    });
  });
});

test('a long value is not repeated in full', () => {
  expect(refusal({ mode: 'x'.repeat(5000) }).length).toBeLessThan(300);
});

describe('a token that the runner does not know to be secret', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  /** What is written to the log while the inputs are read. */
  function logged(environment: Readonly<Record<string, string>>): string {
    Object.assign(process.env, environment);
    const written: string[] = [];
    const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    readInputs();
    spy.mockRestore();
    return written.join('');
  }

  test('is masked before anything else is logged', () => {
    expect(logged({ INPUT_TOKEN: 'ghp_secret', GITHUB_ACTIONS: 'true' }).trim()).toBe('::add-mask::ghp_secret');
  });

  test('is masked in headers too, where a variable holds it', () => {
    const headers = 'Authorization=Bearer $API_TOKEN\nX-Stage=$STAGE';
    const service = { INPUT_MODE: 'validate', 'INPUT_BASE-URL': 'http://localhost:3000' };
    const given = { INPUT_TOKEN: '', ...service, INPUT_HEADERS: headers, API_TOKEN: 'canary', STAGE: 'qa' };
    expect(logged({ ...given, GITHUB_ACTIONS: 'true' }).trim()).toBe('::add-mask::canary');
  });

  test('is not shown where nobody obeys the command to mask it', () => {
    expect(logged({ INPUT_TOKEN: 'ghp_secret', GITHUB_ACTIONS: '' })).toBe('');
  });
});
