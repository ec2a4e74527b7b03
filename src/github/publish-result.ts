import { PROJECT } from '../model/tool.js';
import type { BuildResult } from '../reports/builder/result.js';
import type { Changed } from '../reports/change-verdict.js';
import type { Result } from '../reports/github/result.js';
import type { Mistake } from '../reports/mistake.js';
import type { Analysis } from '../rules/judge.js';
import type { Api, Time } from './api.js';
import { checkRun } from './check-run.js';
import { codeScanning } from './code-scanning.js';
import { comment } from './comment.js';
import type { Context } from './context.js';
import type { Inputs } from './inputs.js';
import { publishAll, type Step, withoutToken } from './publish-fallbacks.js';
import type { Publication, Publisher } from './publisher.js';
import { subjectOf, turnOf } from './stamp.js';
import { suggestions } from './suggestions.js';

/** The inputs for publishing. */
export type PublishInputs = Pick<Inputs, 'token' | 'publish' | 'check-name' | 'directory' | 'service' | 'contracts'>;

/** The result of a run. */
export interface Found extends Changed, Pick<Result, 'base' | 'failed' | 'override' | 'notes' | 'elsewhere' | 'untrusted'> {
  /** Its paths are relative to the repository on GitHub. */
  readonly analysis: Analysis;
}

/** The identity of this step's result among those of other steps. */
export function identityOf(wishes: Pick<PublishInputs, 'check-name' | 'directory' | 'service' | 'contracts'>) {
  const { directory, service, contracts, 'check-name': checkName } = wishes;
  return { checkName, subject: subjectOf({ checkName, directory, service, contracts }) };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The targets of links, in a runner's environment. */
export function linksOf(
  { repository, serverUrl, headSha, runUrl }: Context,
  { GITHUB_ACTION_REPOSITORY: action = '', GITHUB_ACTION_REF: ref = '' }: Environment,
): Pick<Result, 'sha' | 'repositoryUrl' | 'runUrl' | 'rulesUrl'> {
  const repositoryUrl = `${serverUrl}/${repository.owner}/${repository.name}`;
  // Not all runners say whose action they run.
  const project = /^[\w.-]+\/[\w.-]+$/.test(action) ? action : PROJECT;
  const version = project === action && /^[\w./-]+$/.test(ref) ? ref : 'main';
  return {
    sha: headSha,
    repositoryUrl,
    runUrl: runUrl ?? repositoryUrl,
    rulesUrl: `https://github.com/${project}/blob/${version}/src/rules`,
  };
}

/** What to publish for a run, in a runner's environment. */
export function publicationOf(found: Found, context: Context, wishes: PublishInputs, environment: Environment): Publication {
  return placed((place) => ({ ...found, ...place }), context, wishes, environment);
}

/** What to publish for a build. Name and subject differ from those of a comparison, so that neither replaces the other. */
export function buildPublicationOf(
  found: Pick<BuildResult, 'build' | 'failed' | 'notes'>,
  context: Context,
  wishes: PublishInputs,
  environment: Environment,
): Publication {
  return placed((place) => ({ ...found, ...place }), context, ofBuild(wishes), environment);
}

/** What to publish for a run without a result, in place of the result. */
export function mistakePublicationOf(
  mistake: Mistake,
  context: Context,
  wishes: PublishInputs & Pick<Inputs, 'mode'>,
  environment: Environment,
): Publication {
  const { mode } = wishes;
  const conclusion = mode === 'report' ? 'neutral' : 'failure';
  const named = mode === 'report' ? ofReport(wishes) : mode === 'build' || mode === 'apply' ? ofBuild(wishes) : wishes;
  return placed((place) => ({ mistake, conclusion, ...place }), context, named, environment);
}

function ofBuild(wishes: PublishInputs): PublishInputs {
  return { ...wishes, 'check-name': `${wishes['check-name']} build` };
}

/**
 * The inputs for the result of a run without rights. It never replaces the result of a run with rights: it has its own subject
 * and its own name, because a branch may require the check of the other run. It makes no suggestions, because the bot may suggest
 * a commit only from a trusted report.
 */
export function ofReport<W extends PublishInputs>(wishes: W): W {
  // No folder has this name: a path in the inputs is never empty.
  const subject = { directory: '', 'check-name': `${wishes['check-name']} (reported)` };
  return { ...wishes, ...subject, publish: withoutFindings(wishes) };
}

/** Suggestions and alerts need individual findings. */
function withoutFindings({ publish }: PublishInputs): PublishInputs['publish'] {
  return publish.filter((name) => name !== 'suggestions' && name !== 'code-scanning');
}

type Place = Pick<Result, 'name'> & ReturnType<typeof linksOf>;

function placed(
  render: (place: Place) => Publication['result'],
  context: Context,
  wishes: PublishInputs,
  environment: Environment,
): Publication {
  const { checkName, subject } = identityOf(wishes);
  const result = render({ ...linksOf(context, environment), name: checkName });
  return { result, context, checkName, subject, turn: turnOf(environment) };
}

/** As `publishResult`; builds and runs without a result have neither suggestions nor alerts. */
export function publishOutcome(wishes: PublishInputs, publication: Publication): Promise<readonly Step[]> {
  return publishResult({ ...wishes, publish: withoutFindings(wishes) }, publication, () => '');
}

/** A publisher before the API is open. */
interface Way extends Pick<Publisher, 'name' | 'needs'> {
  readonly requested: boolean;
  readonly open: (api: Api) => Publisher;
}

/** All publishers, the one that can block a merge first. */
function waysOf({ publish }: PublishInputs, { publishes }: Context, sarif: () => string): readonly Way[] {
  const mode = publish.includes('comment-always') ? 'always' : 'findings';
  return [
    {
      name: 'Check run',
      needs: 'checks: write',
      requested: publish.includes('check') && publishes.check,
      open: checkRun,
    },
    {
      name: 'Comment',
      needs: 'pull-requests: write',
      requested: (mode === 'always' || publish.includes('comment')) && publishes.comment,
      open: (api) => comment(api, mode),
    },
    {
      name: 'Suggestions',
      needs: 'pull-requests: write',
      requested: publish.includes('suggestions') && publishes.comment,
      open: suggestions,
    },
    {
      name: 'Code scanning',
      needs: 'security-events: write',
      requested: publish.includes('code-scanning') && publishes.codeScanning,
      open: (api) => codeScanning(api, sarif),
    },
  ];
}

/**
 * Publishes everything that inputs and event request. Never throws for errors of the server, and returns each outcome. `time`:
 * the clock, for tests.
 */
export async function publishResult(
  wishes: PublishInputs,
  publication: Publication,
  sarif: () => string,
  time: Partial<Time> = {},
): Promise<readonly Step[]> {
  const { context } = publication;
  const ways = waysOf(wishes, context, sarif).filter(({ requested }) => requested);
  if (ways.length === 0) return [];
  if (wishes.token === '') return withoutToken(ways);
  const { openApi } = await import('./api.js');
  const { owner, name: repo } = context.repository;
  const api = await openApi({
    token: wishes.token,
    apiUrl: context.apiUrl,
    owner,
    repo,
    time,
  });
  return publishAll(
    ways.map(({ open }) => open(api)),
    publication,
  );
}

/** Whether a check run already annotates the findings, so that log commands would only repeat them. */
export function isAnnotated(steps: readonly Step[]): boolean {
  return steps.some(({ publisher, outcome }) => publisher === 'Check run' && outcome.status === 'published');
}
