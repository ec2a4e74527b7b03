import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathInside, realFolder } from '../../config/inside.js';
import { contractFiles } from '../../contracts/load.js';
import { readHandoff } from '../../mcp/handoff.js';
import type { AgentId } from '../agent-names.js';
import { changesOfReadOnly } from '../agent-report/artifacts.js';
import { checkReply } from '../agent-report/check-reply.js';
import { findHandoff, nextActions } from '../agent-report/handoff.js';
import type { Judgement } from '../agent-report/judge.js';
import { storeNotes } from '../agent-report/memory.js';
import { narrativeOf } from '../agent-report/parse.js';
import { findingsOf } from '../agent-report/severity.js';
import { type Changes, compare, type Snapshot } from '../agent-report/snapshot.js';
import { validationBlock } from '../agent-report/validation-block.js';
import type { TaskResult } from '../backends/backend.js';
import type { Duty } from '../decide.js';
import type { StepVerdict } from '../event.js';
import { partOf } from '../milestone-state.js';
import { parseProjectBrief } from '../phases/brief.js';
import { parseBuildSummary } from '../phases/build-summary.js';
import { findingsIn, parseReviewResult, parseVerificationResult, type Verdict } from '../phases/verification.js';
import type { Judged, LoggedAnswer } from '../run.js';
import type { BuildState } from '../state.js';
import { storeBrief, storeText } from './briefs.js';
import { endpointsTested } from './endpoint-tests.js';
import { runOptions, type Site } from './site.js';
import { codeIn, snapshotBefore, snapshotNow } from './snapshots.js';
import { startedService, untestedAnswers, wrongAnswers } from './started-service.js';
import { reporterOf } from './tasks.js';

/** The architect's output (REQ-BAP-016). */
const SPECS = ['specs/requirements.md', 'specs/architecture.md'] as const;

/** The verdict about an agent's answer after all checks. */
export async function judged(site: Site, duty: Duty, result: TaskResult, state: BuildState): Promise<Judged> {
  const reporter = reporterOf(duty);
  if (reporter !== undefined) return spoken(site, duty, reporter, result, state);
  if (duty.step === 'discovery') {
    storeText(site, 'discovery', result.output);
    return { verdict: { outcome: 'passed', reasons: [] } };
  }
  const before = await snapshotBefore(site, duty, state);
  const after = await snapshotNow(site);
  const files = compare(before, after);
  if (duty.step === 'e2e') {
    const written = changesOfReadOnly(before, after);
    const reasons = written.map((path) => `who calls endpoints only looks, but ${path} changed`);
    return reasons.length > 0
      ? { verdict: { outcome: 'evidence', reasons }, files }
      : endpointsTested(site, duty.milestone, result.output, state);
  }
  if (duty.step === 'architect') return { verdict: specs(site, files), files };
  if (duty.step === 'test-writer') return { verdict: tests(files), files };
  return deliveryJudged(site, duty, result, state, { files, before });
}

async function spoken(site: Site, duty: Duty, reporter: AgentId, result: TaskResult, state: BuildState): Promise<Judged> {
  if (reporter === 'planner') storeBrief(site, duty.milestone, result.output);
  const milestone = state.milestones[duty.milestone];
  const reply = await checkReply({
    reporter,
    output: result.output,
    previousRetries: milestone === undefined ? 0 : partOf(milestone, duty.part).asked,
    openRemFixes: milestone?.rework.remFix ?? 0,
    before: await snapshotBefore(site, duty, state),
    rerun: site.options.rerunEvidence,
    leaveOut: site.leaveOut,
    ...runOptions(site),
  });
  const { contract, warnings } = reply;
  const status = contract?.STATUS;
  storeNotes(site.workspace, [reply.memory]);
  const scenarios =
    reporter === 'verifier' && contract?.SCENARIOS_TOTAL !== undefined && reply.next === 'proceed'
      ? { passed: contract.SCENARIOS_PASSED ?? 0, total: contract.SCENARIOS_TOTAL }
      : undefined;
  const verdict: StepVerdict = {
    outcome: reply.next === 'proceed' && !reply.positive ? 'refused' : OUTCOMES[reply.next],
    reasons: [...reply.reasons],
    warnings: [...warnings, ...contractsIn(site, reporter, reply.changes)].map((warning) => `${reporter}: ${warning}`),
  };
  return {
    verdict: withStated(verdict, duty, reporter, result, contract?.ROOT_CAUSE),
    ...{ status, scenarios, files: reply.changes, logged: loggedAnswer(duty, reply, result) },
  };
}

/** Contracts that the implementing agent changed, both old and new ones. */
function contractsIn({ workspace, scan }: Site, reporter: AgentId, { modified }: Changes): readonly string[] {
  if (reporter !== 'builder' || modified.length === 0) return [];
  const contracts = contractFiles(scan).map((file) => relative(workspace, file).replaceAll('\\', '/'));
  return modified
    .filter((path) => contracts.includes(path))
    .map((path) => `${path}, a contract, was changed by the agent that must fulfil it`);
}

/** The parts of an answer for reports and later agents. */
function loggedAnswer(duty: Duty, judgement: Judgement, { output }: TaskResult): LoggedAnswer {
  const findings = findingsOf(narrativeOf(output));
  const payload = findHandoff(output);
  const handoff = payload === undefined ? undefined : readHandoff(payload);
  const actions = handoff?.ok === true ? nextActions(handoff.value).actions : [];
  return {
    validation: validationBlock(duty.part === 'own' ? duty.step : duty.part, judgement),
    ...(findings.length === 0 ? {} : { findings: findings.map((finding) => ({ ...finding })) }),
    ...(actions.length === 0
      ? {}
      : { next_actions: actions.map(({ action, agent }) => ({ action: action.slice(0, 500), agent })) }),
  };
}

const OUTCOMES = {
  proceed: 'passed',
  'ask-again': 'malformed',
  'rem-fix': 'blocked',
  'rem-evidence': 'evidence',
} as const;

/** Text outside of the report must not contradict it. */
function withStated(
  verdict: StepVerdict,
  duty: Duty,
  reporter: AgentId,
  { output }: TaskResult,
  rootCause: string | null | undefined,
): StepVerdict {
  if (duty.step === 'investigate' && verdict.outcome === 'passed')
    return { ...verdict, reasons: [`the investigator found: ${rootCause ?? 'nothing'}`] };
  if (verdict.outcome === 'refused' || verdict.outcome === 'blocked')
    return { ...verdict, reasons: [...verdict.reasons, findingsIn(narrativeOf(output))].filter((reason) => reason !== '') };
  if (verdict.outcome !== 'passed') return verdict;
  if (duty.step === 'analyst' && parseProjectBrief(output) === undefined)
    return { ...verdict, outcome: 'refused', reasons: ['its answer has no project brief: PROJECT_NAME and the lines below it'] };
  if (reporter === 'verifier') return agreeing(verdict, parseVerificationResult(output), 'VERIFICATION');
  if (duty.step === 'review') return agreeing(verdict, parseReviewResult(output), 'REVIEW');
  return verdict;
}

function agreeing(verdict: StepVerdict, stated: Verdict, line: string): StepVerdict {
  if (stated.kind === 'pass') return verdict;
  if (stated.kind === 'fail')
    return { ...verdict, outcome: 'refused', reasons: [`its contract approves, and it says ${line}: FAIL`, stated.reason] };
  return { ...verdict, outcome: 'malformed', reasons: [`the line ${line}: PASS or ${line}: FAIL is missing`] };
}

function specs({ workspace }: Site, { created, modified }: Changes): StepVerdict {
  const missing = SPECS.filter((file) => !existsSync(join(workspace, file)));
  if (missing.length > 0) return { outcome: 'refused', reasons: missing.map((file) => `${file} is not there`) };
  if ([...created, ...modified].some((file) => file.startsWith('specs/'))) return { outcome: 'passed', reasons: [] };
  return { outcome: 'refused', reasons: ['nothing in specs/ was written for this milestone'] };
}

function tests({ created, modified }: Changes): StepVerdict {
  if (created.length + modified.length > 0) return { outcome: 'passed', reasons: [] };
  return { outcome: 'refused', reasons: ['no file was written'] };
}

/** Looks up what delivery claims: its files, where the result is, and how the started service answers. */
async function deliveryJudged(
  site: Site,
  duty: Duty,
  { output }: TaskResult,
  state: BuildState,
  { files, before }: { readonly files: Changes; readonly before: Snapshot },
): Promise<Judged> {
  const code = codeIn(files, before).slice(0, 20);
  if (code.length > 0)
    return {
      files,
      verdict: { outcome: 'blocked', reasons: [`delivery wrote code when all had looked at it: ${code.join(', ')}`] },
    };
  const summary = parseBuildSummary(output);
  if (summary === undefined)
    return { files, verdict: { outcome: 'refused', reasons: ['its answer ends without BUILD_COMPLETE and a summary'] } };
  const isFirst = !Object.values(state.milestones).some(({ done }) => done.includes('delivery'));
  const reasons = [
    ...(isFirst && files.created.length + files.modified.length === 0 ? ['delivery wrote no file'] : []),
    ...notThere(site, 'LOCATION', summary.location),
    ...notThere(site, 'SKILL', summary.skill ?? ''),
  ];
  if (reasons.length > 0) return { files, verdict: { outcome: 'refused', reasons } };
  const started = await startedService(site, duty.milestone, state, summary.start);
  if (started.kind === 'refused') return { files, verdict: { outcome: 'refused', reasons: [started.why] } };
  const unasked = started.kind === 'none' && started.isExpected ? [`the delivered service was not asked: ${started.why}`] : [];
  const untested = started.kind === 'tested' ? untestedAnswers(started) : { doubts: [], warnings: [] };
  // Who switches commands off knows that nothing is started: what the scan could compare is all that counts then.
  const { rerunEvidence } = site.options;
  const warnings = [
    ...(summary.complete ? [] : [`delivery says that the build is not complete: ${summary.summary}`]),
    ...(rerunEvidence ? [] : unasked),
    ...untested.warnings,
  ];
  const asked = started.kind === 'tested' ? [...wrongAnswers(started.tests), ...untested.doubts] : [];
  const doubts = [...asked, ...(rerunEvidence ? unasked : [])];
  const delivered = {
    ...{ summary: summary.summary, usage: summary.usage },
    ...(summary.start === undefined ? {} : { start: summary.start }),
  };
  return { files, verdict: { outcome: 'passed', reasons: [], warnings, doubts }, logged: { delivered } };
}

/** Why a path that delivery names is not there; none: it is there, or none was named. */
function notThere({ workspace }: Site, label: string, path: string): readonly string[] {
  if (path === '') return [];
  const file = resolve(workspace, path);
  const isThere = existsSync(file) && pathInside(workspace, realFolder(file)) !== undefined;
  return isThere ? [] : [`${label} is ${path.slice(0, 200)}, which is not there`];
}
