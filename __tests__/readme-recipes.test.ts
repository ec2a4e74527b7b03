import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { FOLDERS } from './action/folders.js';

const GUIDES = join('docs', 'guides');
const WORKFLOWS = ['README.md', ...readdirSync(GUIDES).map((page) => join(GUIDES, page))]
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly permissions?: object;
  readonly concurrency?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly uses?: string;
  readonly with?: object;
  readonly steps?: readonly Step[];
}
interface Inputs {
  readonly inputs: Readonly<Record<string, unknown>>;
}

const recipes = [...WORKFLOWS.matchAll(/^```yaml\n(.*?)^```$/gms)]
  .map(([, text = '']) => parse(text) as Workflow)
  .filter(({ jobs }) => jobs !== undefined);
/** The folder of an action of ours, '' of the main one; undefined: the action of others. */
const folderOf = ({ uses = '' }: Step): string | undefined =>
  /^OWNER\/tallystick(?:\/([a-z]+))?@v1$/.exec(uses)?.slice(1)[0] ?? (uses === 'OWNER/tallystick@v1' ? '' : undefined);
const reusable = parse(readFileSync('.github/workflows/contracts.yml', 'utf8')) as {
  readonly on: { readonly workflow_call: Inputs };
};
const jobs = recipes.flatMap((recipe) => Object.values(recipe.jobs));
const steps = jobs.flatMap((job) => job.steps ?? []);

describe('the recipes of the README and the guides', () => {
  test('there are some for every event that is named', () => {
    const events = JSON.stringify(recipes.map(({ on }) => on));
    for (const event of ['pull_request', 'push', 'merge_group', 'schedule', 'workflow_run']) expect(events).toContain(event);
  });

  test('give the Action and the reusable workflow only inputs that they have', () => {
    const ours = steps.flatMap((step) => {
      const folder = folderOf(step);
      return folder === undefined ? [] : [{ folder, given: Object.keys(step.with ?? {}) }];
    });
    expect(new Set(ours.map(({ folder }) => folder))).toEqual(new Set(['', ...FOLDERS]));
    const unknown = ours.flatMap(({ folder, given }) => {
      const { inputs } = parse(readFileSync(`./${folder}/action.yml`, 'utf8')) as Inputs;
      return given.filter((name) => (name === 'mode' ? folder !== '' : !(name in inputs)));
    });
    const calls = jobs.filter(({ uses }) => uses?.startsWith('OWNER/tallystick/.github/workflows/contracts.yml@'));
    expect(calls.length).toBeGreaterThan(0);
    const { inputs } = reusable.on.workflow_call;
    expect([...unknown, ...calls.flatMap((call) => Object.keys(call.with ?? {})).filter((name) => !(name in inputs))]).toEqual(
      [],
    );
  });

  test('end in time, once for each change', () => {
    expect(jobs.filter((job) => job.steps !== undefined && job['timeout-minutes'] === undefined)).toEqual([]);
    const unbounded = recipes.filter(
      ({ concurrency, jobs: own }) =>
        concurrency === undefined && Object.values(own).every((job) => job.concurrency === undefined),
    );
    expect(unbounded).toEqual([]);
    const pushes = recipes.flatMap(({ on }) => (JSON.stringify(on).includes('push') ? [on] : []));
    expect(pushes).toEqual(pushes.map(() => expect.objectContaining({ push: { branches: ['main'] } })));
  });

  test('grant permissions on purpose, none of them for writing code but to keep the history and to apply a build', () => {
    for (const { permissions, jobs: own } of recipes) {
      expect(permissions).toBeDefined();
      for (const job of Object.values(own)) {
        const writes = Object.entries({ ...(permissions as object), ...job.permissions }).filter(
          ([, right]) => right === 'write',
        );
        const regression = job.steps?.some((step) => folderOf(step) === 'regression') === true;
        const applies = job.steps?.some((step) => folderOf(step) === 'apply') === true;
        const allowed = regression ? ['contents', 'issues'] : ['checks', 'pull-requests', ...(applies ? ['contents'] : [])];
        expect(writes.map(([name]) => name).filter((name) => !allowed.includes(name))).toEqual([]);
      }
    }
  });

  test('jobs in which agents work may write nothing and keep no token; where their work is applied, no other program runs', () => {
    const of = (folder: string) => jobs.filter((job) => job.steps?.some((step) => folderOf(step) === folder));
    expect([of('build').length, of('apply').length]).toEqual([1, 1]);
    expect(of('build').flatMap((job) => Object.values(job.permissions ?? {}))).toEqual(['read']);
    expect(of('apply').flatMap((job) => job.steps?.filter((step) => step.uses === undefined))).toEqual([]);
    const checkouts = [...of('build'), ...of('apply')].flatMap(
      (job) => job.steps?.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')) ?? [],
    );
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual([false, false]);
    // Both have to see the same commit, or the patch does not fit.
    expect(new Set(checkouts.map((step) => step.with?.ref)).size).toBe(1);
  });

  test('no job that may write checks out what a fork wrote: workflow_run and its like take the default branch', () => {
    const privileged = recipes.filter(({ on }) => JSON.stringify(on).includes('workflow_run'));
    const refs = privileged.flatMap(({ jobs: own }) =>
      Object.values(own).flatMap((job) => job.steps?.map((step) => step.with?.ref)),
    );
    expect(refs.filter((ref) => ref !== undefined)).toEqual([]);
  });
});

/** What GitHub or its runner says, not we. */
const FOREIGN = ['Resource not accessible by integration', "Unable to resolve self-reference '$/'"];

test('troubleshooting is keyed by what the program says', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('src', path), 'utf8'))
    .join('\n');
  const page = readFileSync(join('docs', 'troubleshooting.md'), 'utf8');
  const keys = [...page.matchAll(/^\| `(.+?)` \|/gm)].map(([, key = '']) => key);
  expect(keys.length).toBeGreaterThan(8);
  const pieces = keys.filter((key) => !FOREIGN.includes(key)).flatMap((key) => key.split('…').map((piece) => piece.trim()));
  expect(pieces.filter((piece) => !/^[.,:]?$/.test(piece) && !sources.includes(piece))).toEqual([]);
});
