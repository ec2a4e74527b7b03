import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './source-files.js';

interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: unknown; readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>
  >;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});

test.each(workflows)('$name uses actions by commit, with their version beside it', ({ text }) => {
  const uses = [...text.matchAll(/^ *(?:- )?uses:\s*(.+)$/gm)].map((match) => match[1] ?? '');
  const own = ['./', './shard', './merge', '$/shard', '$/merge'];
  expect(uses.filter((what) => !own.includes(what) && !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual(
    [],
  );
});

test('one action is used at one commit everywhere', () => {
  const commits = new Map<string, Set<string>>();
  for (const { text } of workflows) {
    for (const [, action = '', commit = ''] of text.matchAll(/uses:\s*([^@\s]+)@(.+)$/gm)) {
      commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    }
  }
  expect([...commits].filter(([, used]) => used.size > 1)).toEqual([]);
});

test.each(workflows)('$name grants nothing but what a job needs, for a limited time', ({ workflow }) => {
  const jobs = Object.entries(workflow.jobs);
  const inherits = jobs.filter(([, job]) => job.permissions === undefined).map(([name]) => name);
  expect(jobs.filter(([, job]) => job['timeout-minutes'] === undefined)).toEqual([]);
  if (isReusable(workflow)) {
    // The job that publishes has what its caller grants: asking for more would end the caller's workflow before it starts.
    expect({ permissions: workflow.permissions, inherits }).toEqual({ permissions: undefined, inherits: ['judge'] });
  } else {
    expect({ permissions: workflow.permissions, inherits }).toEqual({ permissions: {}, inherits: [] });
  }
});

function isReusable({ on }: Workflow): boolean {
  return typeof on === 'object' && on !== null && 'workflow_call' in on;
}

test.each(workflows.filter(({ workflow }) => isReusable(workflow)))(
  '$name calls this very commit of the actions, with inputs that they have',
  ({ workflow }) => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps.filter((step) => step.uses?.startsWith('$/')));
    expect(steps.length).toBeGreaterThan(1);
    const unknown = steps.flatMap(({ uses = '', with: given = {} }) => {
      const { inputs } = parse(readFileSync(join(root, uses.slice(2), 'action.yml'), 'utf8')) as { readonly inputs: object };
      return Object.keys(given).filter((name) => !(name in inputs));
    });
    expect(unknown).toEqual([]);
  },
);

test.each(workflows)('$name puts no expression into a shell, and says why it needs a permission', ({ text, workflow }) => {
  const scripts = Object.values(workflow.jobs).flatMap((job) => job.steps.flatMap((step) => step.run ?? []));
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  expect(text.split('\n').filter((line) => /^ {6}[\w-]+: (read|write)\b/.test(line) && !/# \w/.test(line))).toEqual([]);
});

test('a job that may write installs and runs no packages', () => {
  const writing = workflows.flatMap(({ workflow }) =>
    Object.values(workflow.jobs).filter((job) => Object.values(job.permissions ?? {}).includes('write')),
  );
  expect(writing.length).toBeGreaterThan(0);
  const runs = writing.flatMap((job) => job.steps.flatMap((step) => step.run ?? []));
  // What is published was packed by another job.
  const publishes = /^npm publish "\.\/[^"\n]+\.tgz" --ignore-scripts [-\w ]+$/;
  expect(runs.filter((script) => /\b(npm|npx|node)\b/.test(script) && !publishes.test(script))).toEqual([]);
});
