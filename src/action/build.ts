import { dirname, join, resolve } from 'node:path';
import { buildExitCode } from '../commands/building/exit-code.js';
import { buildUnattended } from '../commands/building/unattended.js';
import { type BuildSettings, DEFAULT_OPTIONS } from '../commands/building/wishes.js';
import { writeWhole } from '../commands/publish.js';
import type { Checkout } from '../commands/revisions/checkout.js';
import type { ScanSettings } from '../commands/settings.js';
import type { Inputs } from '../github/inputs.js';
import { printUntrusted, setBuild, summariseText, untrusted } from '../github/publish.js';
import { report as reportSteps } from '../github/publish-fallbacks.js';
import { buildPublicationOf, publishOutcome } from '../github/publish-result.js';
import { checkRights } from '../github/rights.js';
import { resultPath, workspaceOf } from '../github/workspace.js';
import type { BuildReport } from '../model/build-report.js';
import { UserError } from '../model/user-error.js';
import { json } from '../reports/builder/json.js';
import { buildSummary } from '../reports/builder/result.js';
import { text } from '../reports/builder/text.js';
import { plain } from '../reports/escape.js';
import type { RegressionJob } from './regression.js';

/** What mode build needs of the run. */
export interface BuildJob
  extends Pick<ScanSettings, 'request' | 'resolved'>,
    Pick<RegressionJob, 'inputs' | 'context' | 'api' | 'notes'> {
  readonly checkout: Checkout;
}

/**
 * Mode build: rights -> agents' work -> patch -> publishing -> log, job summary, outputs, exit code.
 *
 * @throws UserError if the run, its event or its checkout has no right to a build, and as `tallystick build` does
 */
export async function build(job: BuildJob, log: (text: string) => void): Promise<number> {
  const { inputs, request, resolved, notes } = job;
  const dry = inputs['dry-run'];
  if (!dry) await checkJob(job);
  const { signal, done } = interruption();
  const [write, end] = untrusted(log);
  try {
    const result = await buildUnattended({
      folder: resolve(workspaceOf(process.env), inputs.directory),
      plan: inputs.plan,
      ...{ resolved, scan: request, wishes: wishesOf(inputs), env: process.env, dry, signal },
      self: { command: process.execPath, args: [join(dirname(process.argv[1] ?? ''), 'cli.js')] },
      log: write,
    });
    if (result.kind === 'dry') {
      write(result.text);
      if (inputs.publish.includes('summary')) await summariseText(result.text);
      return 0;
    }
    write(`\n${text.render(result.report)}`);
    end();
    return await publish(job, result, log);
  } finally {
    end();
    done();
    if (dry && notes.length > 0) printUntrusted(notes.map((note) => `note: ${plain(note)}`).join('\n'), log);
  }
}

async function checkJob({ context, api, checkout }: BuildJob): Promise<void> {
  const actors = [context?.actor ?? '', process.env.GITHUB_TRIGGERING_ACTOR ?? ''];
  await checkRights({ what: 'Mode build', context, api, actors });
  if (checkout.kind !== 'other') return;
  throw new UserError('Mode build is for the commit that this event is about, and another one is checked out.', {
    hint: 'Anybody may have written that one. Leave out `ref` of actions/checkout, or give it the head of the pull request.',
  });
}

function wishesOf(inputs: Inputs): BuildSettings {
  const { cost, turns, minutes } = inputs.budget ?? {};
  return {
    ...DEFAULT_OPTIONS,
    resume: inputs.resume,
    limits: { cost, turns, seconds: minutes === undefined ? undefined : minutes * 60 },
    onBreaker: inputs['on-breaker'],
    testCommand: inputs['test-command'],
    model: inputs.model,
    service: inputs.service,
  };
}

async function publish(
  { inputs, context, notes }: BuildJob,
  { report, patch }: { readonly report: BuildReport; readonly patch: Buffer },
  log: (text: string) => void,
): Promise<number> {
  const code = buildExitCode(report);
  const written = resultPath(undefined, 'build.json', process.env);
  writeWhole(written, json.render(report));
  const keeps = inputs.apply !== 'none' && patch.length > 0;
  const file = keeps ? join(dirname(written), 'build.patch') : '';
  if (keeps) writeWhole(file, patch);
  setBuild({ outcome: report.outcome, health: report.health, report: written, patch: file });

  const found = { build: report, failed: code !== 0, notes };
  const steps =
    context === undefined ? [] : await publishOutcome(inputs, buildPublicationOf(found, context, inputs, process.env));
  const published = reportSteps(steps);
  const lines = [...notes, ...published].map((line) => `note: ${plain(line)}`);
  if (lines.length > 0) printUntrusted(lines.join('\n'), log);
  if (inputs.publish.includes('summary')) await summariseText(buildSummary(found, published));
  return code;
}

/** A cancelled run stops its agents and preserves finished work. */
function interruption(): { readonly signal: AbortSignal; readonly done: () => void } {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, end);
  return {
    signal: ending.signal,
    done: () => {
      for (const name of names) process.off(name, end);
    },
  };
}
