import type { Causes } from '../commands/causes.js';
import { changeCounts, exitCode, type FailOn, OF_CHANGE } from '../commands/exit-code.js';
import { failureCode } from '../commands/failure.js';
import { renderReport, writeWhole } from '../commands/publish.js';
import type { HeadScan } from '../commands/revisions/base-analysis.js';
import type { Checkout } from '../commands/revisions/checkout.js';
import { type ScanSettings, settle } from '../commands/settings.js';
import type { Trust } from '../config/trust.js';
import type { Context } from '../github/context.js';
import { readInputs } from '../github/inputs.js';
import { annotate, printUntrusted, setResults, setSheet, summarise } from '../github/publish.js';
import { report as reportSteps } from '../github/publish-fallbacks.js';
import { type Found, identityOf, isAnnotated, linksOf, publicationOf, publishResult } from '../github/publish-result.js';
import { annotationPrefix, cachePath, resultPath, workspaceOf } from '../github/workspace.js';
import { TOOL } from '../model/tool.js';
import { reasonOf, UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { remarksOn } from '../reports/github/remarks.js';
import { shortfall } from '../reports/verdict.js';
import { QUESTIONS } from '../rules/change.js';
import { checkFiles, writeReports } from './files.js';
import { type Job, openJob } from './job.js';
import { answerMistake } from './mistake.js';

/** A job with its settings. */
interface Settled extends Job, Omit<ScanSettings, 'notes'> {
  readonly checkout: Checkout;
}

/**
 * The Action: inputs and event -> trust -> settings -> scan, shard or merge -> change since the base -> publishing -> log,
 * annotations, job summary, outputs, exit code. It executes nothing that the scanned repository names, whatever the event.
 */
async function run(begin: (job: Job) => void): Promise<number> {
  // A runner passes no argument: the actions in folders pass their mode.
  const inputs = readInputs(process.argv[2]);
  log(`${TOOL.name} ${TOOL.version}\n\n`);
  const opened = await openJob(inputs);
  begin(opened);
  checkFiles(inputs);
  if (inputs.mode === 'report') {
    const { report } = await import('./report.js');
    return report(opened, log);
  }
  if (inputs.mode === 'apply') {
    const { apply } = await import('./apply.js');
    return apply(opened, log);
  }
  const job = await settleJob(opened);
  if (inputs.mode === 'build') {
    const { build } = await import('./build.js');
    return build(job, log);
  }
  if (inputs.mode === 'regression') {
    const built = inputs.build ? await (await import('./build.js')).build(job, log) : 0;
    const { regression } = await import('./regression.js');
    const compared = await regression(job, log);
    return built === 0 ? compared : built;
  }
  return inputs.mode === 'shard' ? shard(job) : compare(job);
}

/**
 * The settings, as far as their author is trusted. UserError: as for `settle`, and if the base was checked out instead of the
 * change.
 */
async function settleJob(job: Job): Promise<Settled> {
  const { inputs, context, notes } = job;
  let checkout: Checkout = { kind: 'unknown' };
  const trust = async (repository: string): Promise<Trust | undefined> => {
    if (context === undefined) return undefined;
    const { checkCheckout, checkoutOf, trustIn } = await import('../commands/revisions/checkout.js');
    checkout = await checkoutOf(repository, context);
    notes.push(...checkCheckout(checkout, context));
    const prefix = annotationPrefix(repository, workspaceOf(process.env));
    return trustIn(checkout, context, async (path, commit) => {
      try {
        const { baseFile } = await import('../github/base-files.js');
        return await baseFile(await job.api(), prefix === '' ? path : `${prefix}/${path}`, commit);
      } catch (error) {
        return { kind: 'unknown', why: reasonOf(error) };
      }
    });
  };
  const settings = await settle({
    cwd: workspaceOf(process.env),
    env: process.env,
    by: 'the inputs',
    // The whole workspace: the folder of a configured service may replace it.
    dir: inputs.directory === '.' ? undefined : inputs.directory,
    contracts: inputs.contracts,
    basePath: inputs['base-path'],
    service: inputs.service,
    config: inputs.config,
    depth: inputs.depth,
    maxViolations: inputs['max-violations'],
    minDecided: inputs['min-decided'],
    baseline: inputs.baseline,
    changedSince: inputs['changed-since'],
    infer: inputs.infer,
    compareBase: inputs['compare-base'],
    scopeBase: context?.baseSha,
    scansMayBeOff: inputs.mode === 'build',
    trust,
  });
  const { compare_base: comparesBase } = settings.resolved.config;
  const asked = comparesBase ? [] : QUESTIONS.filter((word) => inputs['fail-on']?.includes(word));
  if (asked.length > 0) {
    throw new UserError(`Input fail-on names ${asked.join(', ')}, which a run with \`compare_base: false\` cannot tell.`, {
      hint: 'Leave out the one or the other.',
    });
  }
  const request = { ...settings.request, ...(await keepingOf(job, comparesBase)) };
  return { ...job, ...settings, request, notes: [...notes, ...settings.notes], checkout };
}

/**
 * Where facts are cached. A change is judged only by the current content of its files, so that its author cannot profit from a
 * prepared cache. That costs nothing, because the facts of the head are reused for the base.
 *
 * @throws UserError for a folder in the workspace
 */
async function keepingOf(
  { inputs, context }: Job,
  comparesBase: boolean,
): Promise<Pick<ScanSettings['request'], 'cacheDirectory' | 'memory'>> {
  const cacheDirectory = cachePath(inputs.cache, process.env);
  if (context === undefined || context.trusted) return { cacheDirectory };
  if (!comparesBase) return {};
  const { openMemory } = await import('../commands/revisions/base-analysis.js');
  return { memory: openMemory() };
}

async function shard({ inputs, request, notes }: Settled): Promise<number> {
  const [{ collectFacts }, { sheetText }] = await Promise.all([import('../scan.js'), import('../commands/sheet-commit.js')]);
  const [index = 1, total = 1] = (inputs.shard ?? '1/1').split('/').map(Number);
  const path = resultPath(inputs.output[0], `tallystick-sheet-${index}-of-${total}.json`, process.env);
  const sheet = await collectFacts({ ...request, shard: { index, total } });
  writeWhole(path, await sheetText(sheet, request.repository));
  setSheet(path);
  if (notes.length > 0) printUntrusted(notes.map((note) => `note: ${note}`).join('\n'), log);
  log(`Shard ${index} of ${total}: ${path}\n`);
  return 0;
}

async function compare(job: Settled): Promise<number> {
  const { inputs, context, request, maxViolations } = job;
  const { analysed } = await import('../commands/analysed.js');
  const { analysis: all, ...read } = await analysed({
    ...job,
    judged: context,
    env: process.env,
    cwd: workspaceOf(process.env),
  });
  const { selectionOf, select, withBrought } = await import('../commands/selection.js');
  const asked = await selectionOf(all, request, job.selection);
  // The change is computed from all findings, whichever are reported.
  const placed = await placedOnGitHub(job, all);
  const { causes, ...since } = await changeOf(job, placed, read);
  const selection = since.change === undefined ? asked : withBrought(asked, placed.violations, since.change);
  const analysis = select(all, selection);
  const failOn = failOnOf(job);
  const code = exitCode(analysis, failOn, since.change, isUnanswered(since) && job.resolved.config.unanswered === 'fail');
  // An override covers only findings, and what a change did: not that too little was decided for a verdict.
  const override = code === 1 && shortfall(analysis) === undefined ? await overrideOf(job) : undefined;
  const byChange = since.change !== undefined && failOn.includes('new');
  const { withCauses } = await import('../commands/causes.js');
  const shown = withCauses({ analysis: select(placed, selection), ...since }, causes);
  const elsewhere = job.checkout.kind === 'other';
  const found: Found = { ...shown, byChange, failed: code !== 0, override, notes: job.notes, elsewhere };
  const known = withCauses({ analysis }, causes).analysis;
  await show(job, found, known);
  job.progress.isShown = true;
  const report = await writeReports(known, { ...inputs, ...job, repository: request.repository, maxViolations, since });
  setResults(analysis, report, since.change && changeCounts(analysis, since.change));
  return override === undefined ? code : 0;
}

/** The analysis with its places for GitHub: from the root of the repository, at the head of the pull request. */
async function placedOnGitHub({ checkout, context, request }: Settled, analysis: Found['analysis']): Promise<Found['analysis']> {
  if (context === undefined) return analysis;
  const { placesAtHead } = await import('../commands/revisions/places-at-head.js');
  const { placed } = await import('../reports/github/placed.js');
  const prefix = annotationPrefix(request.repository, workspaceOf(process.env));
  const atHead = await placesAtHead(checkout, context.headSha);
  return placed(analysis, (at) => {
    const { file, line } = atHead(at);
    return { file: prefix === '' ? file : `${prefix}/${file}`, line };
  });
}

/** The user who overrides a failed result; `undefined`: there is none, or the lookup failed. */
async function overrideOf({ inputs, context, resolved, api, notes }: Settled): Promise<Found['override']> {
  const rules = resolved.config.override;
  if (context === undefined || (rules.label === '' && rules.approvals === 0)) return undefined;
  try {
    const { findOverride } = await import('../github/override.js');
    return await findOverride(await api(), context, rules, identityOf(inputs));
  } catch (error) {
    notes.push(`Tallystick could not check for an override: ${reasonOf(error)}.`);
    return undefined;
  }
}

/** What the change did to the findings, if there is a base to compare with. */
async function changeOf(
  job: Settled,
  analysis: Found['analysis'],
  read: Pick<HeadScan, 'contracts' | 'documents'>,
): Promise<Pick<Found, 'change' | 'unanswered' | 'base'> & { readonly causes: Causes }> {
  const { context, checkout, request, resolved } = job;
  if (context === undefined || !isProposed(context) || !resolved.config.compare_base) return { causes: new Map() };
  const { changeSinceBase } = await import('../commands/revisions/base-analysis.js');
  const answer = await changeSinceBase({ checkout, judged: context, request, ...read }, analysis, async (base) => {
    try {
      const { revertedFiles } = await import('../github/base-files.js');
      return await revertedFiles(await job.api(), { from: context.baseSha ?? context.sha, head: context.headSha, base });
    } catch (error) {
      return { ok: false, why: reasonOf(error) };
    }
  });
  if (answer.ok) return answer.value;
  return { causes: new Map(), unanswered: `the base could not be scanned: ${answer.why}` };
}

/** Whether one of the questions about the change has no answer, or only a part of one. */
function isUnanswered({ change, unanswered }: Pick<Found, 'change' | 'unanswered'>): boolean {
  return unanswered !== undefined || (change?.uncompared.length ?? 0) > 0;
}

/** Whether the event concerns a change that is not on its branch yet. */
function isProposed({ pullRequest, event }: Context): boolean {
  return pullRequest !== undefined || event.name === 'merge_group';
}

/** What fails this run: for a change what it did, else any error. */
function failOnOf({ inputs, context }: Settled): readonly FailOn[] {
  return inputs['fail-on'] ?? (context !== undefined && isProposed(context) ? OF_CHANGE : ['error']);
}

/** Publishes the result, then shows it in log and job summary, with the outcomes of publishing. */
async function show(job: Settled, found: Found, analysis: Found['analysis']): Promise<void> {
  const { inputs, context, maxViolations } = job;
  const { text } = await import('../reports/terminal.js');
  printUntrusted(text.render(analysis, { maxViolations, color: (process.env.NO_COLOR ?? '') === '' }), log);
  const steps = context === undefined ? [] : await publishAs(job, found, context);
  const published = reportSteps(steps);
  const remarks = [...remarksOn(found), ...published];
  if (remarks.length > 0) printUntrusted(remarks.map((remark) => `note: ${plain(remark)}`).join('\n'), log);
  const added = new Set(found.change?.added);
  if (inputs.publish.includes('annotations') && !isAnnotated(steps))
    annotate(found.analysis, log, (violation) => added.has(violation));
  if (inputs.publish.includes('summary')) await summarise({ ...found, ...(context && linksOf(context, process.env)), published });
}

async function publishAs({ inputs, request, maxViolations }: Settled, found: Found, context: Context) {
  const { sarif } = await import('../reports/sarif.js');
  const document = inputs.publish.includes('code-scanning')
    ? await renderReport(sarif, found.analysis, request.repository, { maxViolations, category: inputs['check-name'] })
    : '';
  return publishResult(inputs, publicationOf(found, context, inputs, process.env), () => document);
}

function log(text: string): void {
  process.stdout.write(text);
}

let begun: Job | undefined;
try {
  process.exitCode = await run((job) => {
    begun = job;
  });
} catch (error) {
  await answerMistake(error, begun, log);
  process.exitCode = failureCode(error);
}
