import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { parse } from 'yaml';
import { inputSchema, parseInputs, readInputs } from '../../src/github/inputs.js';
import { UserError } from '../../src/model/user-error.js';

interface ActionFile {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as ActionFile;
/** Reads inputs as the runner passes them: what is not given is its default, or empty. */
const reader = (given: Readonly<Record<string, string>>) => (name: string) => {
  const otherwise = action.inputs[name]?.default ?? '';
  return given[name] ?? (otherwise.startsWith('${{') ? '' : otherwise);
};

function refusal(given: Readonly<Record<string, string>>): string {
  try {
    parseInputs(reader(given));
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('action.yml has exactly the inputs of the schema, in its order, described as there', () => {
  const described = Object.entries(inputSchema.shape).map(([name, schema]) => [name, schema.description]);
  expect(Object.entries(action.inputs).map(([name, input]) => [name, input.description])).toEqual(described);
});

test('the defaults of action.yml are those of the schema', () => {
  expect(parseInputs(reader({}))).toEqual(parseInputs(() => ''));
  expect(Object.values(action.inputs).filter((input) => input.required)).toEqual([]);
});

test('the Action runs on Node 24 from its committed bundle', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
});

test('without inputs it scans the workspace, and the event says what fails', () => {
  expect(parseInputs(reader({}))).toEqual({
    infer: true,
    'allow-writes': false,
    headers: [],
    mode: 'scan',
    directory: '.',
    contracts: [],
    token: '',
    check: true,
    'check-name': 'Tallystick',
    comment: 'findings',
    suggestions: true,
    'code-scanning': false,
    'compare-base': true,
    annotations: true,
    summary: true,
    sheets: [],
    output: [],
    'history-branch': 'tallystick-history',
    issue: true,
    resume: false,
    'dry-run': false,
    'on-breaker': 'abort',
    build: false,
  });
});

test('the token is that of the workflow unless another is given', () => {
  expect(action.inputs.token?.default).toMatch(/^\$\{\{ github\.token \}\}$/);
});

test('what fails is one word or several, and never goes with no other', () => {
  expect(parseInputs(reader({ 'fail-on': 'new, lost\nbreaking' }))['fail-on']).toEqual(['new', 'lost', 'breaking']);
  expect(parseInputs(reader({ 'fail-on': 'error' }))['fail-on']).toEqual(['error']);
  expect(refusal({ 'fail-on': 'never, new' })).toContain('Input fail-on is never, which goes with no other word.');
  expect(refusal({ 'fail-on': 'new, lots' })).toContain('did you mean lost?');
  expect(refusal({ 'fail-on': 'lost', 'compare-base': 'false' })).toContain('which a run with compare-base: false cannot tell');
  expect(refusal({ mode: 'regression', 'fail-on': 'worse, new' })).toContain('which mode regression cannot tell');
  expect(refusal({ 'fail-on': ',' })).toContain('Input fail-on is');
});

test('lists are one item a line, blank lines and surrounding blanks do not count', () => {
  expect(parseInputs(reader({ contracts: ' a.yaml \r\n\n  b c.json' })).contracts).toEqual(['a.yaml', 'b c.json']);
});

test('everything wrong is named at once, with the nearest value', () => {
  const message = refusal({ mode: 'scam', 'fail-on': 'warnings', annotations: 'yes', shard: '0/2', 'max-violations': '-1' });
  expect(message.split(/(?<=[.?]) (?=Input)/)).toEqual([
    'Input mode is "scam": it must be scan, shard, merge, report, regression, validate, build or apply; did you mean scan?',
    'Input fail-on is "warnings": it must be error, warning, never, worse, new, lost, breaking, dropped or moved; did you mean warning?',
    'Input max-violations is "-1": it must be a whole number from 1.',
    'Input annotations is "yes": it must be true or false.',
    'Input shard is "0/2": it must be i/n, such as 2/4.',
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
  [{ mode: 'build', plan: 'p.md', 'max-cost': '2.5', apply: 'none' }, 'accepted'],
  [{ mode: 'build', 'max-cost': '0' }, 'Input max-cost is "0": it must be a number above 0.'],
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
