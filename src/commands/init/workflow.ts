import { scalar } from './config.js';
import type { SurveyedService } from './survey.js';

/** The variable parts of the workflow. */
export interface WorkflowOptions {
  /** The Action to use: `OWNER/tallystick@v1`. */
  readonly action: string;
  /** Its pushes are checked; absent: pushes to every branch. */
  readonly defaultBranch?: string | undefined;
  readonly services: readonly Pick<SurveyedService, 'name'>[];
  /** Whether a job compares the default branch with its history once a day. It may write contents and issues. */
  readonly schedule?: boolean;
}

/** Branch names without special characters of GitHub's filters and expressions. */
const PLAIN_BRANCH = /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}$/;

/** The expression for the service of a job. */
const SERVICE = `\${{ matrix.service }}`;

/** A newer push cancels the older run of the same pull request; other runs are never cancelled. */
const CONCURRENCY = `\${{ github.workflow }}-\${{ github.event.pull_request.number || github.run_id }}`;

/** A workflow that checks pull requests, the queue and the default branch. */
export function workflowFor({ action, defaultBranch, services, schedule = false }: WorkflowOptions): string {
  const filter =
    defaultBranch !== undefined && PLAIN_BRANCH.test(defaultBranch) ? `\n    branches: [${scalar(defaultBranch)}]` : '';
  return `# Compares the code with its API contracts${schedule ? ', and the default branch with its history once a day' : ''}.
name: contracts
on:
  pull_request:
  merge_group:
  push:${filter}${schedule ? "\n  schedule:\n    - cron: '17 4 * * *'" : ''}
permissions: {}
concurrency:
  group: ${CONCURRENCY}
  cancel-in-progress: true

jobs:
  contracts:${schedule ? "\n    if: github.event_name != 'schedule'" : ''}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # to check the code out
      checks: write # for the check run with its annotations
      pull-requests: write # for the comment on the pull request
${matrixOf(services)}${stepsOf(action, services, [`service: ${SERVICE}`, `check-name: Tallystick (${SERVICE})`])}${schedule ? regressionJob(action, services) : ''}`;
}

function regressionJob(action: string, services: WorkflowOptions['services']): string {
  return `
  regression:
    if: github.event_name == 'schedule'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: write # to keep the history on a branch of its own
      issues: write # to open an issue when it got worse
    concurrency: tallystick-regression${services.length === 0 ? '' : `-${SERVICE}`}
${matrixOf(services)}${stepsOf(action.replace('@', '/regression@'), services, [`service: ${SERVICE}`])}`;
}

function matrixOf(services: WorkflowOptions['services']): string {
  if (services.length === 0) return '';
  const names = services.map(({ name }) => scalar(name)).join(', ');
  return `    strategy:\n      fail-fast: false\n      matrix:\n        service: [${names}]\n`;
}

/** The steps of a job; inputs name a service only if there are several. */
function stepsOf(action: string, services: WorkflowOptions['services'], inputs: readonly string[]): string {
  const given = inputs.filter((input) => services.length > 0 || !input.includes(SERVICE));
  return `    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: ${scalar(action)}
${given.length === 0 ? '' : `        with:\n${given.map((input) => `          ${input}\n`).join('')}`}`;
}
